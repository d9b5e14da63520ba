import JSONSchema

/// The health check settings of a service or an endpoint. Those of the endpoint take precedence.
package struct HealthContract: Sendable {
    package let pointer: JSONPointer
    /// The seconds above which a call counts as slow.
    package let latency: Double?
    package let certificateDays: Int?
    /// The number of consecutive worse rounds after which the verdict gets worse.
    package let failAfter: Int?
    package let recoverAfter: Int?
    package let allowsUnsafeMethods: Bool
}

extension Contract {
    package func requests(of endpoint: EndpointContract) -> [RequestContract] {
        if let request = endpoint.request { return [request] }
        return endpoints.filter { endpoint.uses.contains($0.name) }.compactMap(\.request)
    }
}

extension HealthContract {
    init?(reading reader: ContractCursor, ofEndpoint: Bool) {
        let known = ofEndpoint ? ContractKeys.Health.allCases : ContractKeys.Health.ofService
        guard let object = reader.object(of: ContractKeys.Health.self, known: known) else { return nil }
        pointer = reader.pointer
        latency = object[.latency].flatMap { value in
            guard let seconds = value.json.numberValue?.doubleValue else {
                return value.mismatch(expected: "a number of seconds")
            }
            return seconds > 0 ? seconds : value.wrongValue("is not a valid limit: expected more than 0 seconds")
        }
        certificateDays = object[.certificateDays].flatMap { value in
            guard let days = value.json.intValue, (1...Self.maximumDays).contains(days) else {
                return value.wrongValue("is not a valid number of days: expected 1 to \(Self.maximumDays)")
            }
            return days
        }
        failAfter = object[.failAfter].flatMap(Self.rounds)
        recoverAfter = object[.recoverAfter].flatMap(Self.rounds)
        allowsUnsafeMethods = object[.unsafe]?.bool() ?? false
    }

    /// The maximum requested validity; no certificate is issued for longer.
    package static let maximumDays = 825
    package static let maximumRounds = 100

    private static func rounds(_ reader: ContractCursor) -> Int? {
        guard let count = reader.json.intValue, (1...maximumRounds).contains(count) else {
            return reader.wrongValue("is not a valid number of rounds: expected 1 to \(maximumRounds)")
        }
        return count
    }
}
