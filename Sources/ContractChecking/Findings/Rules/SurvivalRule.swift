/// What a model or a client call makes of a provider's change, compared with `survives` in the contract.
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

    package var explanation: Rule.Explanation {
        switch self {
        case .refused:
            Rule.Explanation(
                summary:
                    "A change that the contract promises to survive is refused neither by the model nor by the call.",
                example: """
                    guard let kind = Kind(rawValue: text) else { return nil }   // "survives": ["unknown-enum-value"]

                    error: the model promises to survive 'unknown-enum-value': /kind has a value that the enumeration \
                    does not name [survival.refused]
                    """,
                remedy: """
                    Make a value of it: a case for what is unknown, an optional in place of a guard, a list that leaves out \
                    the one bad record. Or take the word out of 'survives'.
                    """)
        case .lostValue:
            Rule.Explanation(
                summary: "A change that the contract promises to survive hides no value that came.",
                example: """
                    duration = json["duration"] as? Int           // "survives": ["fraction"], and 61.5 comes

                    error: the model promises to survive 'fraction': /duration has a fraction; loses a value: 'duration' \
                    [survival.lost-value]
                    """,
                remedy:
                    "Read the value in its new form as well, such as a Double in place of an Int. Or take the word out "
                    + "of 'survives'.")
        case .untested:
            Rule.Explanation(
                summary: "There is a place to make each change at that the contract promises to survive.",
                example: """
                    "survives": ["unknown-enum-value"]            // and no member has an enumeration

                    warning: nothing shows that the model survives 'unknown-enum-value': no good instance has a place for \
                    it [survival.untested]
                    """,
                remedy: "Add an example that holds such a value, or take the word out of 'survives'.")
        }
    }
}
