/// Code under test that ended its process, or that had to be ended, by the kind of check that ran it.
package struct FatalRule: RuleFamily {
    private enum End: String, Hashable { case trap, timeout }

    private let kind: Check.Kind
    private let end: End

    private init(_ kind: Check.Kind, _ end: End) {
        self.kind = kind
        self.end = end
    }

    /// The rule that a fatal step of a check breaks: one that uses too much memory ends as a trap does.
    package static func rule(_ kind: Check.Kind, _ end: FatalStep.End) -> Rule {
        switch (kind, end) {
        case (_, .trap), (_, .memory): FatalRule(kind, .trap).rule
        // The timeout of the request itself has the same name, and is where it is explained.
        case (.request, .timeout): RequestRule.timeout.rule
        case (_, .timeout): FatalRule(kind, .timeout).rule
        }
    }

    package static let allCases: [FatalRule] = Check.Kind.allCases.flatMap { kind -> [FatalRule] in
        switch kind {
        case .contract: []
        case .request: [FatalRule(kind, .trap)]
        case .response, .model, .client, .rejects, .faults, .scenario, .survival, .strength:
            [FatalRule(kind, .trap), FatalRule(kind, .timeout)]
        }
    }

    /// The names of all of them.
    package static let ids = Set(allCases.map(\.id))

    package var id: String { "\(kind.rawValue).\(end.rawValue)" }

    package var explanation: Rule.Explanation {
        let runner =
            switch kind {
            case .contract, .request, .response, .rejects: "request builder"
            case .model: "initializer"
            case .client, .faults: "client call"
            case .scenario: "client call of a step"
            case .survival, .strength: "initializer or client call"
            }
        switch end {
        case .trap:
            return Rule.Explanation(
                summary: "The \(runner) returns or throws: it ends no process and stays within its memory.",
                example: """
                    let first = parts[0]        // of an empty array

                    error: the code traps: Fatal error: Index out of range [\(id)]
                    """,
                remedy: """
                    Replace the force unwrap, the index, the conversion or the recursion that traps. 'contracts explain \
                    --run CHECK' repeats the input that did it. Where the message says that it traps after it returned, \
                    look at the tasks and threads that it leaves running.
                    """)
        case .timeout:
            return Rule.Explanation(
                summary: "The \(runner) comes to an end.",
                example: """
                    while index != text.endIndex {}

                    error: the code does not end: no end within 30 s [\(id)]
                    """,
                remedy: "End the loop, or the wait, that the probe in the message leads into.")
        }
    }
}
