import ContractChecking

/// A question that is asked of an endpoint in each round, in the order it is asked.
public enum HealthAspect: String, Sendable, Hashable, Codable, CaseIterable {
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

/// The result of one aspect of an endpoint in one round.
public enum HealthAspectResult: Sendable, Hashable, Codable {
    /// It was looked at, and holds.
    case held
    /// It was looked at, and does not hold; never empty.
    case failed([Finding])
    /// There was nothing to look at, and why: no recording, no limit, no models, or no answer.
    case notObserved(reason: String)
    /// It should have been looked at, and this platform or configuration cannot: never to be shown as fine.
    case unsupported(reason: String)

    /// The findings; empty unless it failed.
    public var findings: [Finding] {
        switch self {
        case .failed(let findings): findings
        case .held, .notObserved, .unsupported: []
        }
    }

    /// The reason why it was not looked at; `nil` where it was.
    public var reason: String? {
        switch self {
        case .notObserved(let reason), .unsupported(let reason): reason
        case .held, .failed: nil
        }
    }
}
