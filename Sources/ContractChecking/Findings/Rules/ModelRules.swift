/// A model created from JSON, compared with `models` in the contract.
package enum ModelRule: String, RuleFamily {
    case falseAccept = "model.false-accept"
    case falseReject = "model.false-reject"
    case wrongValue = "model.wrong-value"
    case bridging = "model.bridging"
    case unstable = "model.unstable"
    case unread = "model.unread"
    case unmapped = "model.unmapped"
    case untested = "model.untested"
    case unbound = "model.unbound"

    package var severity: Severity {
        switch self {
        case .bridging: .warning
        case .falseAccept, .falseReject, .wrongValue, .unstable, .unread, .unmapped, .untested, .unbound: .error
        }
    }
}

/// A model or client call after a provider change, compared with `survives` in the contract.
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
