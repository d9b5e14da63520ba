/// How the set of values that a schema accepts changed.
enum Variance: Sendable, Hashable {
    /// More is accepted than before.
    case widened
    /// Less is accepted than before.
    case narrowed
    /// Some is accepted that was not, and some not that was.
    case changed
    /// The same is accepted.
    case same

    /// What the change means where values of the schema go from one party to the other.
    func impact(at position: Position) -> Impact {
        switch (position, self) {
        case (_, .same): .harmless
        // Who produces a value must meet a narrower schema, who consumes it must take what a wider one lets through.
        case (.response, .widened), (.request, .narrowed): Impact(client: .breaking, provider: .harmless)
        case (.response, .narrowed), (.request, .widened): Impact(client: .harmless, provider: .breaking)
        case (.response, .changed), (.request, .changed): Impact(client: .breaking, provider: .breaking)
        // Both ends of an argument are the client's: what calls the builder, and the builder.
        case (.argument, .widened): Impact(client: .risky, provider: .risky)
        case (.argument, .narrowed): Impact(client: .breaking, provider: .harmless)
        case (.argument, .changed): Impact(client: .breaking, provider: .risky)
        // A wider expectation checks less.
        case (.outcome, .widened): Impact(client: .risky, provider: .harmless)
        case (.outcome, .narrowed), (.outcome, .changed): Impact(client: .breaking, provider: .harmless)
        }
    }

    /// The variance of both changes together.
    func merged(with other: Variance) -> Variance {
        switch (self, other) {
        case (.same, let one), (let one, .same): one
        case (.widened, .widened): .widened
        case (.narrowed, .narrowed): .narrowed
        case (.changed, _), (_, .changed), (.widened, .narrowed), (.narrowed, .widened): .changed
        }
    }
}

/// Where values of a schema go.
enum Position: Int, Sendable, Hashable, CaseIterable {
    /// From the provider to the client.
    case response
    /// From the client to the provider.
    case request
    /// From what calls the client into its request builder.
    case argument
    /// From a client call to the check of a case.
    case outcome
}

/// What a subschema's variance does to the schema around it.
enum Direction: Sendable, Hashable {
    /// A wider subschema makes a wider schema.
    case along
    /// A wider subschema makes a narrower schema, as within `not`.
    case against
    /// It cannot be told, as within `if`.
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
