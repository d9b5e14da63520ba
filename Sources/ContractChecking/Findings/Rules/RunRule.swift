/// The limits of a whole run: no contract and no answer of a service can hold it up or fill a disk.
package enum RunRule: String, RuleFamily {
    case seconds = "run.seconds"
    case steps = "run.steps"
    case findings = "run.findings"
    case bytes = "run.bytes"
}
