/// An entry of `accepted.json`, compared with the findings of a run.
package enum AcceptedRule: String, RuleFamily {
    case unmatched = "accepted.unmatched"

    package var severity: Severity { .warning }
}
