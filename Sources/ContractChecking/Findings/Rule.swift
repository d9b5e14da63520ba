import EmbeddedTexts

/// The rule violated by a finding. Only cases of a `RuleFamily` create rules.
public struct Rule: Sendable, Hashable, Identifiable, CustomStringConvertible {
    /// The explanation printed by `contracts help RULE`.
    public struct Explanation: Sendable, Hashable {
        /// The requirement, in one sentence.
        public let summary: String
        /// A short example that violates the rule, and its report.
        public let example: String
        /// The remedy, in the imperative.
        public let remedy: String
    }

    /// The stable identifier, such as `model.false-accept`.
    public let id: String
    /// The default severity.
    public let severity: Severity
    /// The rule's section of the article `FindingRules`, which is parsed on first use.
    public var explanation: Explanation {
        RuleArticle.explanations[id] ?? Explanation(summary: "", example: "", remedy: "")
    }

    package init(_ member: some RuleFamily) {
        id = member.id
        severity = member.severity
    }

    /// The identifier.
    public var description: String { id }
}

package protocol RuleFamily: Sendable, Hashable, CaseIterable {
    var id: String { get }
    var severity: Severity { get }
}

extension RuleFamily {
    package var severity: Severity { .error }

    package static var rules: [Rule] { allCases.map { Rule($0) } }
}

extension RuleFamily where Self: RawRepresentable, RawValue == String {
    package var id: String { rawValue }
}

package enum RuleCatalog {
    package static let all: [Rule] = families.flatMap { $0.rules }

    private static let families: [any RuleFamily.Type] = [
        ContractRule.self, RequestRule.self, ResponseRule.self, ModelRule.self, ClientRule.self, RejectsRule.self,
        FaultsRule.self, ScenarioRule.self, SurvivalRule.self, RecordedRule.self, ReplayRule.self, RecordRule.self,
        FatalRule.self, AcceptedRule.self, RunRule.self,
    ]
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
