/// What each rule of the engine's findings means, in the order of the kinds of check.
package enum RuleCatalog {
    /// Every rule that a check can find broken, each once.
    package static let all =
        contract + requests + responses + models + calls + recordings + fatalEnds

    static let contract = [
        RuleExplanation(
            rule: "contract.fault",
            summary: "Contract, recordings and bindings are sound in themselves and fit together.",
            example: """
                "models": { "Book": { "schema": true, "proprties": { "title": "/title" } } }

                error: unknown key 'proprties'; did you mean 'properties'? [contract.fault]
                """,
            remedy: """
                Correct the place that the message names. Nothing else of the service runs before that; 'contracts lint' \
                tells every fault at once.
                """)
    ]

    /// Code under test that ended its process, or that had to be ended, by the kind of check that ran it.
    static let fatalEnds: [RuleExplanation] = Check.Kind.allCases.flatMap { kind -> [RuleExplanation] in
        let runner: String
        switch kind {
        case .contract: return []
        case .request, .rejects: runner = "request builder"
        case .response: runner = "request builder"
        case .model: runner = "initializer"
        case .client, .faults: runner = "client call"
        case .scenario: runner = "client call of a step"
        }
        let trap = RuleExplanation(
            rule: "\(kind.rawValue).trap",
            summary: "The \(runner) returns or throws: it ends no process and stays within its memory.",
            example: """
                let first = parts[0]        // of an empty array

                error: the code traps: Fatal error: Index out of range [\(kind.rawValue).trap]
                """,
            remedy: """
                Replace the force unwrap, the index, the conversion or the recursion that traps. 'contracts explain --run \
                CHECK' repeats the input that did it.
                """)
        let timeout = RuleExplanation(
            rule: "\(kind.rawValue).timeout",
            summary: "The \(runner) comes to an end.",
            example: """
                while index != text.endIndex {}

                error: the code does not end: no end within 30 s [\(kind.rawValue).timeout]
                """,
            remedy: "End the loop, or the wait, that the probe in the message leads into.")
        // 'request.timeout' is also the rule for the timeout of the request itself, and explained there.
        return kind == .request ? [trap] : [trap, timeout]
    }
}
