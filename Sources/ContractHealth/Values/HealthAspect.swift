import ContractChecking

/// An aspect of an endpoint's health, in the order of evaluation.
package enum HealthAspect: String, Sendable, Hashable, Codable, CaseIterable {
    /// A complete response arrives before the deadline.
    case reachable
    case status
    /// The headers, the body and the outcome of the client call match the contract.
    case contract
    /// The bound initializers accept every record and preserve its values.
    case models
    /// The response does not differ from the recording in a way that affects clients.
    case drift
    case latency
    /// The server's certificate remains valid for the required number of days.
    case certificate
}

package enum HealthAspectResult: Sendable, Hashable, Codable {
    case held
    case failed([Finding])
    /// There was nothing to check: no recording, limit, model or response.
    case notObserved(reason: String)
    /// This platform or configuration cannot check the aspect. It never counts as healthy.
    case unsupported(reason: String)

    /// Creates the result of an aspect that was checked.
    init(_ findings: [Finding]) { self = findings.isEmpty ? .held : .failed(findings) }

    package var findings: [Finding] { if case .failed(let findings) = self { findings } else { [] } }

    /// Whether the aspect holds; `nil` if it was not checked.
    var holds: Bool? { reason == nil ? self == .held : nil }

    var isUnsupported: Bool { if case .unsupported = self { true } else { false } }

    package var reason: String? {
        switch self {
        case .notObserved(let reason), .unsupported(let reason): reason
        case .held, .failed: nil
        }
    }
}
