/// What is wrong before anything runs.
package enum ContractRule: String, RuleFamily {
    case fault = "contract.fault"

    package var explanation: Rule.Explanation {
        switch self {
        case .fault:
            Rule.Explanation(
                summary: "Contract, recordings and bindings are sound in themselves and fit together.",
                example: """
                    "models": { "Book": { "schema": true, "proprties": { "title": "/title" } } }

                    error: unknown key 'proprties'; did you mean 'properties'? [contract.fault]
                    """,
                remedy: """
                    Correct the place that the message names. Nothing else of the service runs before that; 'contracts lint' \
                    tells every fault at once.
                    """)
        }
    }
}
