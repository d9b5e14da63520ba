import ContractChecking
import ContractComparison
import ContractHealth

/// Every rule that a finding of any command can name.
enum RuleList {
    static let all =
        RuleCatalog.all + HealthRules.explanations + ContractComparison.explanations + AgainstRule.explanations

    static func rule(_ name: String) -> RuleExplanation? { all.first { $0.rule == name } }

    /// A line for each rule, in the catalog's order.
    static var text: String {
        let width = (all.map(\.rule.count).max() ?? 0) + 2
        return all.map { $0.rule.padding(to: width) + $0.summary + "\n" }.joined()
    }
}
