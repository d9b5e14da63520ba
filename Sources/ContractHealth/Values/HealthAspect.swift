import ContractChecking

/// A question that is asked of an endpoint in each round, in the order it is asked.
package enum HealthAspect: String, Sendable, Hashable, Codable, CaseIterable {
    /// A whole answer comes before the deadline.
    case reachable
    /// It has the status of the contract.
    case status
    /// Its headers and body are as the contract says, and the client call comes to what it says.
    case contract
    /// The bound initializers take every record of it, with the values that stand there.
    case models
    /// Nothing that a client can rely on differs from the recording.
    case drift
    /// It came within the limit that the contract or an option sets.
    case latency
    /// The certificate of its server is valid for as many days as the contract or an option asks.
    case certificate
}

package enum HealthAspectResult: Sendable, Hashable, Codable {
    case held
    case failed([Finding])
    /// There was nothing to check: no recording, no limit, no models, or no answer.
    case notObserved(reason: String)
    /// This platform or configuration cannot check the aspect. It is never shown as fine.
    case unsupported(reason: String)

    package var findings: [Finding] { if case .failed(let findings) = self { findings } else { [] } }

    /// Whether the aspect holds; `nil` where it was not checked.
    var holds: Bool? { reason == nil ? self == .held : nil }

    var isUnsupported: Bool { if case .unsupported = self { true } else { false } }

    package var reason: String? {
        switch self {
        case .notObserved(let reason), .unsupported(let reason): reason
        case .held, .failed: nil
        }
    }
}
