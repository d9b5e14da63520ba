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
        senders(of: endpoint).compactMap(\.request)
    }
}

extension HealthContract {
    init?(reading reader: ContractCursor, ofEndpoint: Bool) {
        let known = ofEndpoint ? ContractKeys.Health.allCases : ContractKeys.Health.ofService
        guard let object = reader.object(of: ContractKeys.Health.self, known: known) else { return nil }
        pointer = reader.pointer
        latency = object[.latency]?.seconds("limit")?.doubleValue
        certificateDays = object[.certificateDays]?.int(in: 1...Self.maximumDays, "days")
        failAfter = object[.failAfter]?.int(in: 1...Self.maximumRounds, "rounds")
        recoverAfter = object[.recoverAfter]?.int(in: 1...Self.maximumRounds, "rounds")
        allowsUnsafeMethods = object[.unsafe]?.bool() ?? false
    }

    /// The maximum requested validity; no certificate is issued for longer.
    package static let maximumDays = 825
    package static let maximumRounds = 100
}
