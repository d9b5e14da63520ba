/// The limits of a whole run: no contract and no answer of a service can hold it up or fill a disk.
package enum RunRule: String, RuleFamily {
    case seconds = "run.seconds"
    case steps = "run.steps"
    case findings = "run.findings"
    case bytes = "run.bytes"
}

/// A contract with its recordings and bindings, before any code under test runs.
package enum ContractRule: String, RuleFamily {
    case fault = "contract.fault"
}

/// An entry of `accepted.json`, compared with the findings of a run.
package enum AcceptedRule: String, RuleFamily {
    case unmatched = "accepted.unmatched"

    package var severity: Severity { .warning }
}
