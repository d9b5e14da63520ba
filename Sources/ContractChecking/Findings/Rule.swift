import EmbeddedTexts

/// A rule that a finding names: its identifier, how much breaking it weighs, and what to do about it.
///
/// Only a case of a `RuleFamily` makes one.
public struct Rule: Sendable, Hashable, Identifiable, CustomStringConvertible {
    /// The meaning of a rule to a person, as `contracts help RULE` prints it.
    public struct Explanation: Sendable, Hashable {
        /// One sentence that says what the rule asks for.
        public let summary: String
        /// A few lines that break the rule, with what is said about them.
        public let example: String
        /// The remedy of a finding, in the imperative.
        public let remedy: String
    }

    /// The stable name, such as `model.false-accept`.
    public let id: String
    /// The weight of a finding, unless the contract or the run says otherwise.
    public let severity: Severity
    /// The rule's section of the article `FindingRules`, which is read when the first rule is explained.
    public var explanation: Explanation {
        RuleArticle.explanations[id] ?? Explanation(summary: "", example: "", remedy: "")
    }

    package init(_ member: some RuleFamily) {
        id = member.id
        severity = member.severity
    }

    /// The identifier.
    public var description: String { id }

    /// Compares identifiers.
    public static func == (lhs: Rule, rhs: Rule) -> Bool { lhs.id == rhs.id }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The rules of one kind of finding, as an enum whose cases are all of them.
package protocol RuleFamily: Sendable, Hashable, CaseIterable {
    /// The stable name, such as `model.false-accept`.
    var id: String { get }
    /// The weight of a finding, unless the contract or the run says otherwise; an error by default.
    var severity: Severity { get }
}

extension RuleFamily {
    package var severity: Severity { .error }

    package var rule: Rule { Rule(self) }

    /// Every rule of the family, in its order.
    package static var rules: [Rule] { allCases.map { Rule($0) } }
}

extension RuleFamily where Self: RawRepresentable, RawValue == String {
    package var id: String { rawValue }
}

/// The rules of the engine's findings, in the order of the kinds of check.
package enum RuleCatalog {
    package static let all: [Rule] =
        ContractRule.rules + RequestRule.rules + ResponseRule.rules + ModelRule.rules + ClientRule.rules
        + RejectsRule.rules + FaultsRule.rules + ScenarioRule.rules + SurvivalRule.rules + RecordedRule.rules
        + ReplayRule.rules + RecordRule.rules + FatalRule.rules + AcceptedRule.rules + RunRule.rules
}

/// The article `FindingRules`, which explains the rules of every module.
package enum RuleArticle {
    package static let text = String(cString: embedded_FindingRules_md())

    static let explanations: [String: Rule.Explanation] = {
        let section = /\n### (\S+)\n\n(.+)\n\n```text\n((?s:.+?))\n```\n\n(.+)\n/
        let found = text.matches(of: section).map { match in
            (
                String(match.1),
                Rule.Explanation(summary: String(match.2), example: String(match.3), remedy: String(match.4))
            )
        }
        return Dictionary(found) { first, _ in first }
    }()
}
