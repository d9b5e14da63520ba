import ContractFormat
import Foundation
import JSONSchema

/// Which inputs are worth trying: outside of exact models, what Foundation does to everybody is nobody's fault.
struct ProbeLimits: Sendable {
    let isExact: Bool
    /// Whether values are read by casts from Foundation's objects, not by a decoder.
    let usesCasts: Bool
    /// Where numbers stand for dates, and how many of them are a second.
    private let epochs: [JSONPointer: Double]
    /// Where a text stands for a value of another type.
    private let conversions: [JSONPointer: ConversionContract]

    /// Limits nothing.
    init() {
        isExact = true
        usesCasts = false
        epochs = [:]
        conversions = [:]
    }

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
        conversions = Dictionary(
            demands.contract.properties.compactMap { property in property.conversion.map { (property.pointer, $0) } }
        ) { first, _ in first }
    }

    /// What has to come of a text at a place that takes any: outside of exact models, what the place's conversion cannot
    /// read may be refused as well.
    func expectation(of text: String, at site: ProbeSite) -> Probe.Expectation {
        guard !isExact, !conversions.isEmpty else { return .bySchema }
        let tokens = site.place.pointer.tokens
        let isElement = tokens.last.map { Int($0) != nil } ?? false
        let conversion =
            conversions[site.place.pointer]
            ?? (isElement ? conversions[JSONPointer(tokens: Array(tokens.dropLast()))] : nil)
        return conversion.map { ValueMeaning.isReadable(text, as: $0) } ?? true ? .bySchema : .either
    }

    /// What has to come of a text that differs from a good one in letter case, or in what stands before or behind it.
    ///
    /// Outside of exact models that is only asked for where the pattern speaks of what differs: one that takes any character
    /// there does not. Nor is it asked of dates, as Foundation's formatters read one spelling.
    func expectation(ofVariant text: String, of good: String, at site: ProbeSite) -> Probe.Expectation {
        if isExact { return .bySchema }
        if DateText.date(from: good) != nil || site.values(of: "format").contains(where: Self.isDateFormat) {
            return .either
        }
        guard text.count == good.count else { return .either }
        let patterned = site.schemas.filter { $0.json["pattern"] != nil }.compactMap(\.schema)
        let isSpokenOf = zip(good.indices, text).allSatisfy { index, letter in
            if good[index] == letter { return true }
            let other = good.replacingCharacters(in: index...index, with: "\u{7F}")
            return !patterned.contains { $0.accepts(.string(other)) }
        }
        return isSpokenOf ? expectation(of: text, at: site) : .either
    }

    private static func isDateFormat(_ format: JSON) -> Bool {
        ["date-time", "date", "time"].contains(format.stringValue)
    }

    /// What has to come of a number at a place; `nil` where it is not tried.
    func expectation(of number: JSONNumber, at site: ProbeSite) -> Probe.Expectation? {
        let types = site.schemas.compactMap { $0.json["type"] }.map(TypeSet.init(keyword:))
        let isInteger = types.contains { $0.contains(.integer) } && !types.contains { $0.contains(.fraction) }
        let isBeyond = number.isInteger && number.intValue == nil
        if isExact {
            // Casts and decoders read a fraction that a Double cannot have as a whole number.
            if isInteger, !number.isInteger, abs(number.doubleValue) >= 4_503_599_627_370_496 { return nil }
            // A side without a bound of its own is bounded by Int64, for those that have no wider type.
            let sides =
                number.doubleValue < 0 ? ["minimum", "exclusiveMinimum"] : ["maximum", "exclusiveMaximum"]
            guard isInteger, isBeyond, sides.allSatisfy({ site.values(of: $0).isEmpty }) else { return .bySchema }
            // Foundation's objects hold such a number as a Double, which below Int64 may be its least value.
            return usesCasts && Int(exactly: number.doubleValue) != nil ? nil : .either
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
