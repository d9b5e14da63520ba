import ContractFormat
import JSONSchema

/// Which inputs are worth trying: outside of exact models, what Foundation does to everybody is nobody's fault.
struct ProbeLimits: Sendable {
    let isExact: Bool
    /// Whether values are read by casts from Foundation's objects, not by a decoder.
    let usesCasts: Bool
    /// Where numbers stand for dates, and how many of them are a second.
    private let epochs: [JSONPointer: Double]

    init(_ demands: ModelDemands) {
        isExact = demands.strictness == .exact
        usesCasts = demands.readsUnknownAsAbsent
        var epochs: [JSONPointer: Double] = [:]
        for property in demands.contract.properties {
            switch property.conversion {
            case .standard(.epochSeconds): epochs[property.pointer] = 1
            case .standard(.epochMilliseconds): epochs[property.pointer] = 1000
            case .standard, .pattern, .named, nil: break
            }
        }
        self.epochs = epochs
    }

    /// What has to come of a number at a place; `nil` where it is not tried.
    func expectation(of number: JSONNumber, at site: ProbeSite) -> Probe.Expectation? {
        let types = site.schemas.compactMap { $0.json["type"] }.map(TypeSet.init(keyword:))
        let isInteger = types.contains { $0.contains(.integer) } && !types.contains { $0.contains(.fraction) }
        let isBeyond = number.isInteger && number.intValue == nil
        if isExact {
            // A side without a bound of its own is bounded by Int64, for those that have no wider type.
            let sides =
                number.doubleValue < 0 ? ["minimum", "exclusiveMinimum"] : ["maximum", "exclusiveMaximum"]
            return isInteger && isBeyond && sides.allSatisfy { site.values(of: $0).isEmpty } ? .either : .bySchema
        }
        let magnitude = abs(number.doubleValue)
        if let scale = epochs[site.place.pointer] {
            // The years 1 to 9999.
            let seconds = number.doubleValue / scale
            return seconds >= -62_135_596_800 && seconds <= 253_402_300_799 ? .bySchema : nil
        }
        // A decoder drops fractions that a Double cannot have.
        if isInteger, !number.isInteger { return magnitude >= 4_503_599_627_370_496 ? nil : .bySchema }
        if isInteger { return isBeyond || usesCasts && magnitude > 9.2e18 ? nil : .bySchema }
        let isSubnormal = magnitude > 0 && magnitude < Double.leastNormalMagnitude
        return magnitude >= 9_007_199_254_740_992 || isSubnormal ? nil : .bySchema
    }
}
