/// What a rule of findings means to a person, as `contracts help RULE` prints it.
public struct RuleExplanation: Sendable, Hashable {
    /// The stable name, such as `model.false-accept`.
    public let rule: String
    /// One sentence that says what the rule asks for.
    public let summary: String
    /// A few lines that break the rule, with what is said about them.
    public let example: String
    /// What to do about a finding, in the imperative.
    public let remedy: String

    /// Explains a rule.
    public init(rule: String, summary: String, example: String, remedy: String) {
        self.rule = rule
        self.summary = summary
        self.example = example
        self.remedy = remedy
    }
}
