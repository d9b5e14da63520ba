import ContractChecking

package enum Weight: Sendable, Hashable, CaseIterable, Comparable {
    /// Nothing that worked by the old contract fails by the new one.
    case harmless
    /// The result depends on facts that neither contract states, or less is checked than before.
    case risky
    /// Something that the old contract allows, and that is right by it, goes wrong by the new one.
    case breaking

    package var severity: Severity {
        switch self {
        case .harmless: .info
        case .risky: .warning
        case .breaking: .error
        }
    }

    var word: String { "\(self)" }
}

package enum Party: String, Sendable, Hashable, CaseIterable {
    /// The Swift code: models, request builders, client calls, and what calls them.
    case client
    case provider
}

struct Impact: Sendable, Hashable {
    let client: Weight
    let provider: Weight

    static let harmless = both(.harmless)

    static func client(_ weight: Weight) -> Impact { Impact(client: weight, provider: .harmless) }

    static func provider(_ weight: Weight) -> Impact { Impact(client: .harmless, provider: weight) }

    static func both(_ weight: Weight) -> Impact { Impact(client: weight, provider: weight) }

    subscript(party: Party) -> Weight {
        switch party {
        case .client: client
        case .provider: provider
        }
    }

    func merged(with other: Impact) -> Impact {
        Impact(client: max(client, other.client), provider: max(provider, other.provider))
    }

    /// The same with breaking made risky: for changes that break only some.
    var mild: Impact { Impact(client: min(client, .risky), provider: min(provider, .risky)) }

    func worst(for parties: [Party]) -> Weight { parties.map { self[$0] }.max() ?? .harmless }

    /// `breaking for the client, harmless for the provider`, or `harmless for both`.
    func text(for parties: [Party]) -> String {
        if parties.count > 1, client == provider { return "\(client.word) for both" }
        return parties.map { "\(self[$0].word) for the \($0.rawValue)" }.joined(separator: ", ")
    }
}

/// The change of the set of values that a schema accepts.
enum Variance: Sendable, Hashable {
    case widened
    case narrowed
    case changed
    case same

    func impact(at position: Position) -> Impact {
        switch (position, self) {
        case (_, .same): .harmless
        // A producer must meet a narrower schema; a consumer must take the values of a wider one.
        case (.response, .widened), (.request, .narrowed): .client(.breaking)
        case (.response, .narrowed), (.request, .widened): .provider(.breaking)
        case (.response, .changed), (.request, .changed): .both(.breaking)
        // Both ends of an argument are the client's: what calls the builder, and the builder.
        case (.argument, .widened): .both(.risky)
        case (.argument, .narrowed): .client(.breaking)
        case (.argument, .changed): Impact(client: .breaking, provider: .risky)
        // A wider expectation checks less.
        case (.outcome, .widened): .client(.risky)
        case (.outcome, .narrowed), (.outcome, .changed): .client(.breaking)
        }
    }

    init(isNarrower: Bool, isWider: Bool) {
        self = isNarrower ? isWider ? .same : .narrowed : isWider ? .widened : .changed
    }

    init(ofConstraint pair: Pair) { self.init(isNarrower: pair.old == nil, isWider: pair.new == nil) }

    func merged(with other: Variance) -> Variance {
        self == .same ? other : other == .same || other == self ? self : .changed
    }
}

/// The direction of a schema's values between the parties.
enum Position: Sendable, Hashable {
    case response
    case request
    /// From what calls the client into its request builder.
    case argument
    /// From a client call to the check of a case.
    case outcome
}

/// The effect of a subschema's variance on the schema around it.
enum Direction: Sendable, Hashable {
    case along
    /// A wider subschema makes a narrower schema, as within `not`.
    case against
    /// Undecided, as within `if`.
    case either

    func applied(to variance: Variance) -> Variance {
        switch (self, variance) {
        case (.along, let variance): variance
        case (_, .same): .same
        case (.against, .widened): .narrowed
        case (.against, .narrowed): .widened
        case (.against, .changed), (.either, _): .changed
        }
    }

    func then(_ inner: Direction) -> Direction {
        switch (self, inner) {
        case (.along, let one), (let one, .along): one
        case (.against, .against): .along
        case (.either, _), (_, .either): .either
        }
    }
}

/// A use of a schema by an owner who sends or reads its values.
struct Use: Sendable, Hashable {
    /// The endpoint; `nil` for a model.
    let endpoint: String?
    let position: Position

    static func endpoint(_ name: String, _ position: Position) -> Use { Use(endpoint: name, position: position) }
}

struct Reach: Sendable {
    /// A place that values go through, and what wider values of the schema mean there.
    struct Way: Sendable, Hashable {
        let position: Position
        let direction: Direction
    }

    /// The most names kept, so that a definition that everything uses stays cheap.
    private static let limit = 24

    private(set) var ways: Set<Way> = []
    private(set) var endpoints: Set<String> = []

    var isFull: Bool { endpoints.count >= Self.limit }

    /// Returns whether the use adds anything.
    mutating func insert(_ use: Use, _ direction: Direction) -> Bool {
        let isNewWay = ways.insert(Way(position: use.position, direction: direction)).inserted
        let isNewEndpoint = !isFull && use.endpoint.map { endpoints.insert($0).inserted } ?? false
        return isNewWay || isNewEndpoint
    }

    func merged(with other: Reach) -> Reach {
        var merged = self
        merged.ways.formUnion(other.ways)
        merged.endpoints.formUnion(other.endpoints)
        return merged
    }
}
