import ContractChecking
import JSONSchema

/// One change between two revisions of a contract, before it is known whom it reaches.
struct Change: Sendable {
    enum Effect: Sendable {
        case impact(Impact)
        /// A change of a schema; a mild one breaks only some.
        case schema(Variance, isMild: Bool)
    }

    let rule: ComparisonRule
    /// The change, without its meaning for each party.
    let message: String
    let effect: Effect
    let old: Spot?
    let new: Spot?
    let expected: String
    let found: String
    /// The theme that joins it with similar changes.
    let theme: ChangeTheme?

    init(
        _ rule: ComparisonRule, _ message: String, _ effect: Effect, old: Spot?, new: Spot?, expected: String? = nil,
        found: String? = nil, theme: ChangeTheme? = nil
    ) {
        self.theme = theme
        self.rule = rule
        self.message = message
        self.effect = effect
        self.old = old
        self.new = new
        self.expected = expected ?? Excerpt.of(old?.value)
        self.found = found ?? Excerpt.of(new?.value)
    }

    init(
        _ rule: ComparisonRule, _ message: String, client: Weight, provider: Weight, _ pair: Pair,
        theme: ChangeTheme? = nil
    ) {
        self.init(
            rule, message, .impact(Impact(client: client, provider: provider)), old: pair.old, new: pair.new,
            theme: theme)
    }

    /// A change that is told as one with others of its theme.
    ///
    /// - Parameters:
    ///   - pattern: the message, with the slot where the item stands.
    ///   - plural: the message of several, with the slot where the items stand.
    init(
        _ rule: ComparisonRule, of item: String, _ pattern: String, plural: String, client: Weight, provider: Weight,
        _ pair: Pair
    ) {
        self.init(
            rule, pattern.replacing(ChangeTheme.slot, with: item, maxReplacements: 1), client: client,
            provider: provider, pair,
            theme: ChangeTheme(pattern: pattern, item: item, plural: plural))
    }
}
