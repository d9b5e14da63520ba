/// What a whole run may take: a contract, or what a service sends, must not be able to hold it up or fill a disk.
package enum RunRule: String, RuleFamily {
    case seconds = "run.seconds"
    case steps = "run.steps"
    case findings = "run.findings"
    case bytes = "run.bytes"

    package var explanation: Rule.Explanation {
        switch self {
        case .seconds:
            Rule.Explanation(
                summary: "A run ends within its time; checks that had no turn are not evaluated.",
                example: """
                    contracts verify --time-limit 60

                    error: the time of the run was over before this check's turn [run.seconds]
                    """,
                remedy: "Raise --time-limit, or run parts of the checks with --only or --shard.")
        case .steps:
            Rule.Explanation(
                summary: "The schemas of a run can be decided in a bounded number of steps.",
                example: """
                    "oneOf": [ { "$ref": "#" }, { "unevaluatedProperties": false, "$ref": "#" } ]

                    error: the schemas of this run took 500000000 steps; values that take long are no longer decided \
                    [run.steps]
                    """,
                remedy: """
                    Look for schemas that refer to each other through several combinators; where a value is just very \
                    large, check it in a run of its own with --only.
                    """)
        case .findings:
            Rule.Explanation(
                summary: "A check tells a bounded number of findings.",
                example: """
                    error: 1200 more findings of this check are left out: the first 500 are told [run.findings]
                    """,
                remedy: "Correct what is told and run the check again.")
        case .bytes:
            Rule.Explanation(
                summary: "The findings of a run together have a bounded length.",
                example: """
                    error: 12 more findings of this check are left out: those of the run have 16777216 bytes [run.bytes]
                    """,
                remedy: "Correct what is told and run the check again, with --only for itself.")
        }
    }
}
