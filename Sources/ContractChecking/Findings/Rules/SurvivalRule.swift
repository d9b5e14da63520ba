/// The result of a model or a client call after a provider's change, compared with `survives` in the contract.
package enum SurvivalRule: String, RuleFamily {
    case refused = "survival.refused"
    case lostValue = "survival.lost-value"
    case untested = "survival.untested"

    package var severity: Severity {
        switch self {
        case .refused, .lostValue: .error
        case .untested: .warning
        }
    }
}
