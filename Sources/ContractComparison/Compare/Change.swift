import ContractChecking
import JSONSchema

/// One change between two revisions of a contract, before it is known whom it reaches.
struct Change: Sendable {
    /// What decides how much the change weighs.
    enum Effect: Sendable {
        /// The change itself.
        case impact(Impact)
        /// Where the values of the schema go; a mild change breaks only some.
        case schema(Variance, isMild: Bool)
    }

    let rule: ComparisonRule
    /// What changed, without what it means to whom.
    let message: String
    let effect: Effect
    let old: Spot?
    let new: Spot?
    let expected: String
    let found: String

    init(
        _ rule: ComparisonRule, _ message: String, _ effect: Effect, old: Spot?, new: Spot?, expected: String? = nil,
        found: String? = nil
    ) {
        self.rule = rule
        self.message = message
        self.effect = effect
        self.old = old
        self.new = new
        self.expected = expected ?? Excerpt.of(old?.value)
        self.found = found ?? Excerpt.of(new?.value)
    }

    init(_ rule: ComparisonRule, _ message: String, client: Weight, provider: Weight, _ pair: Pair) {
        self.init(
            rule, message, .impact(Impact(client: client, provider: provider)), old: pair.old, new: pair.new)
    }
}
