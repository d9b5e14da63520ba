import ContractChecking

package enum HealthRule: String, RuleFamily {
    case unreachable = "health.unreachable"
    case slow = "health.slow"
    case drift = "health.drift"
    case recordRefused = "health.record-refused"
    case trap = "health.trap"
    case certificate = "health.certificate"

    package var severity: Severity {
        switch self {
        case .slow, .certificate: .warning
        case .unreachable, .drift, .recordRefused, .trap: .error
        }
    }
}
