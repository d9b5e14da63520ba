/// What `accepted.json` itself is held to.
package enum AcceptedRule: String, RuleFamily {
    case unmatched = "accepted.unmatched"

    package var severity: Severity { .warning }

    package var explanation: Rule.Explanation {
        switch self {
        case .unmatched:
            Rule.Explanation(
                summary: "Every entry of accepted.json accepts a finding that there is.",
                example: """
                    { "rule": "model.unread-member", "place": "books/model/Book", "reason": "…", "author": "Ada", "expires": "2026-12-31" }

                    warning: no finding of 'model.unread-member' at 'books/model/Book' is there to accept [accepted.unmatched]
                    """,
                remedy: """
                    Remove the entry: what it accepted is mended. Where it is not, correct its 'place': it is the check that \
                    the command under 'repeat' names, or the check, '#' and the pointer into the contract.
                    """)
        }
    }
}
