import ContractChecking

package enum ImpactLevel: Sendable, Hashable, CaseIterable, Comparable {
    /// Everything valid under the old contract remains valid under the new one.
    case harmless
    /// The result depends on facts that neither contract states, or less is checked than before.
    case risky
    /// Something valid under the old contract fails under the new one.
    case breaking

    package var severity: Severity {
        switch self {
        case .harmless: .info
        case .risky: .warning
        case .breaking: .error
        }
    }
}

package enum Party: String, Sendable, Hashable, CaseIterable {
    /// The Swift code: models, request builders, client calls and their callers.
    case client
    case provider
}

struct Impact: Sendable, Hashable {
    let client: ImpactLevel
    let provider: ImpactLevel

    static let harmless = both(.harmless)

    static func client(_ level: ImpactLevel) -> Impact { Impact(client: level, provider: .harmless) }

    static func provider(_ level: ImpactLevel) -> Impact { Impact(client: .harmless, provider: level) }

    static func both(_ level: ImpactLevel) -> Impact { Impact(client: level, provider: level) }

    subscript(party: Party) -> ImpactLevel { party == .client ? client : provider }

    func merged(with other: Impact) -> Impact {
        Impact(client: max(client, other.client), provider: max(provider, other.provider))
    }

    /// The impact with "breaking" lowered to "risky", for changes that break only some users.
    var mild: Impact { Impact(client: min(client, .risky), provider: min(provider, .risky)) }

    func worst(for parties: [Party]) -> ImpactLevel { parties.map { self[$0] }.max() ?? .harmless }

    func text(for parties: [Party]) -> String {
        if parties.count > 1, client == provider { return "\(client) for both" }
        return parties.map { "\(self[$0]) for the \($0)" }.joined(separator: ", ")
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
        // A producer must meet a narrower schema. A consumer must accept the values of a wider one.
        case (.response, .widened), (.request, .narrowed): .client(.breaking)
        case (.response, .narrowed), (.request, .widened): .provider(.breaking)
        case (.response, .changed), (.request, .changed): .both(.breaking)
        // The client owns both ends of an argument: the caller and the request builder.
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

    init(ofConstraint pair: ValuePair) { self.init(isNarrower: pair.old == nil, isWider: pair.new == nil) }

    func merged(with other: Variance) -> Variance {
        self == .same ? other : other == .same || other == self ? self : .changed
    }
}

enum Position: Sendable, Hashable {
    case response
    case request
    /// From the client's caller to the request builder.
    case argument
    /// From a client call to the check of a case.
    case outcome
}

/// The effect of a subschema's variance on the enclosing schema.
enum Direction: Sendable, Hashable {
    case along
    /// A wider subschema narrows the schema, as in `not`.
    case against
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

struct Use: Sendable, Hashable {
    /// The endpoint, or `nil` for a model.
    let endpoint: String?
    let position: Position

    static func endpoint(_ name: String, _ position: Position) -> Use { Use(endpoint: name, position: position) }
}

struct Reach: Sendable {
    /// A position of values and the effect of wider values there.
    struct Way: Sendable, Hashable {
        let position: Position
        let direction: Direction
    }

    /// The maximum number of names, which bounds the cost of widely used definitions.
    private static let limit = 24

    private(set) var ways: Set<Way> = []
    private(set) var endpoints: Set<String> = []
    private(set) var includesModel = false

    var isFull: Bool { endpoints.count >= Self.limit }

    mutating func insert(_ use: Use, _ direction: Direction) -> Bool {
        let isNewWay = ways.insert(Way(position: use.position, direction: direction)).inserted
        let isNewEndpoint = !isFull && use.endpoint.map { endpoints.insert($0).inserted } ?? false
        let isFirstModel = use.endpoint == nil && !includesModel
        if isFirstModel { includesModel = true }
        return isNewWay || isNewEndpoint || isFirstModel
    }

    func merged(with other: Reach) -> Reach {
        var merged = self
        merged.ways.formUnion(other.ways)
        merged.endpoints.formUnion(other.endpoints)
        merged.includesModel = includesModel || other.includesModel
        return merged
    }
}
