import JSONSchema

/// What the contract says of health checks: for a whole service, or for one endpoint, whose word goes first.
package struct HealthContract: Sendable {
    package let pointer: JSONPointer
    /// The seconds that a call may take before it counts as slow.
    package let latency: Double?
    /// Rounds in a row that must be worse before the verdict is.
    package let failAfter: Int?
    /// Rounds in a row that must be better before the verdict is.
    package let recoverAfter: Int?
    /// Whether calls are sent although their method may change something.
    package let allowsUnsafeMethods: Bool
}

/// The methods that only read (RFC 9110, 9.2.1).
package enum SafeMethods {
    package static func contains(_ method: String) -> Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }
}

extension Contract {
    /// The requests that a call of an endpoint sends: its own, or those of the endpoints it uses.
    package func requests(of endpoint: EndpointContract) -> [RequestContract] {
        if let request = endpoint.request { return [request] }
        return endpoints.filter { endpoint.uses.contains($0.name) }.compactMap(\.request)
    }
}
