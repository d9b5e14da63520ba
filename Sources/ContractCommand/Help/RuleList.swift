import ContractChecking
import ContractComparison
import ContractHealth

enum RuleList {
    static let all = RuleCatalog.all + HealthRule.rules + ComparisonRule.rules + AgainstRule.rules

    static func rule(_ name: String) -> Rule? { all.first { $0.id == name } }

    static var text: String {
        let width = (all.map(\.id.count).max() ?? 0) + 2
        return all.map { $0.id.padding(to: width) + $0.explanation.summary + "\n" }.joined()
    }
}
