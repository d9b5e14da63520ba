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
}
