/// The limits of a run, so that no contract or response can stall it or fill the disk.
package enum RunRule: String, RuleFamily {
    case seconds = "run.seconds"
    case steps = "run.steps"
    case findings = "run.findings"
    case bytes = "run.bytes"
}

/// Faults found before any code under test runs.
package enum ContractRule: String, RuleFamily {
    case fault = "contract.fault"
}

package enum AcceptedRule: String, RuleFamily {
    case unmatched = "accepted.unmatched"

    package var severity: Severity { .warning }
}
