import ContractChecking

/// How much a change weighs for one of the parties of a contract.
package enum Weight: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// What went well with everything the old contract allows goes well with everything the new one allows.
    case harmless
    /// Whether it still goes well depends on what neither contract says, or less of it is checked than before.
    case risky
    /// Something that the old contract allows, and that is right by it, goes wrong by the new one.
    case breaking

    package static func < (lhs: Weight, rhs: Weight) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The severity of a finding of this weight.
    package var severity: Severity {
        switch self {
        case .harmless: .info
        case .risky: .warning
        case .breaking: .error
        }
    }

    var word: String {
        switch self {
        case .harmless: "harmless"
        case .risky: "risky"
        case .breaking: "breaking"
        }
    }
}

/// A party of a contract.
package enum Party: String, Sendable, Hashable, CaseIterable {
    /// The Swift code: models, request builders, client calls, and what calls them.
    case client
    /// The service.
    case provider
}

/// What a change means to each party.
struct Impact: Sendable, Hashable {
    let client: Weight
    let provider: Weight

    static let harmless = Impact(client: .harmless, provider: .harmless)

    subscript(party: Party) -> Weight {
        switch party {
        case .client: client
        case .provider: provider
        }
    }

    /// The worst of both for each party.
    func merged(with other: Impact) -> Impact {
        Impact(client: max(client, other.client), provider: max(provider, other.provider))
    }

    /// The same with breaking made risky: for changes that break only some.
    var mild: Impact { Impact(client: min(client, .risky), provider: min(provider, .risky)) }

    /// The worst for these parties.
    func worst(for parties: [Party]) -> Weight { parties.map { self[$0] }.max() ?? .harmless }

    /// `breaking for the client, harmless for the provider`, or `harmless for both`.
    func text(for parties: [Party]) -> String {
        if parties.count > 1, client == provider { return "\(client.word) for both" }
        return parties.map { "\(self[$0].word) for the \($0.rawValue)" }.joined(separator: ", ")
    }
}
