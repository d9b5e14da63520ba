import ContractChecking

struct Change: Sendable {
    enum Effect: Sendable {
        case impact(Impact)
        /// A change of a schema. A mild change is at most risky.
        case schema(Variance, isMild: Bool)
        /// A change of a default. Models and callers may read it as the value of an absent member or argument.
        case fallback
    }

    var rule: ComparisonRule
    let message: String
    var effect: Effect
    let pair: ValuePair
    let expected: String
    let found: String
    let theme: ChangeTheme?

    init(
        _ rule: ComparisonRule, _ message: String, _ effect: Effect, _ pair: ValuePair, expected: String? = nil,
        found: String? = nil, theme: ChangeTheme? = nil
    ) {
        (self.rule, self.message, self.effect, self.pair) = (rule, message, effect, pair)
        self.expected = expected ?? Excerpt.of(pair.old?.value)
        self.found = found ?? Excerpt.of(pair.new?.value)
        self.theme = theme
    }

    init(
        _ rule: ComparisonRule, _ theme: ChangeTheme, _ effect: Effect, _ pair: ValuePair, expected: String? = nil,
        found: String? = nil
    ) { self.init(rule, theme.message, effect, pair, expected: expected, found: found, theme: theme) }
}
