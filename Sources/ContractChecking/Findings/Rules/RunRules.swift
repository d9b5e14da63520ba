/// The limits of a run, so that no contract or response can stall it or fill the disk.
package enum RunRule: String, RuleFamily {
    case seconds = "run.seconds"
    case steps = "run.steps"
    case findings = "run.findings"
    case bytes = "run.bytes"
}

/// Faults found before any code under test runs.
package enum ContractRule: String, RuleFamily {
    case fault = "contract.fault"
}

package enum AcceptedRule: String, RuleFamily {
    case unmatched = "accepted.unmatched"

    package var severity: Severity { .warning }
}

package struct FatalRule: RuleFamily {
    private enum End: String, Hashable { case trap, timeout }

    private let kind: Check.Kind
    private let end: End

    private init(_ kind: Check.Kind, _ end: End) {
        self.kind = kind
        self.end = end
    }

    /// Returns the rule violated by a fatal step. Exceeding the memory limit counts as a trap.
    package static func rule(_ kind: Check.Kind, _ end: FatalStep.End) -> Rule {
        switch (kind, end) {
        case (_, .trap), (_, .memory): FatalRule(kind, .trap).rule
        // `request.timeout` also names the rule for a request's timeout interval, which explains both.
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

    package static let ids = Set(allCases.map(\.id))

    package var id: String { "\(kind.rawValue).\(end.rawValue)" }
}
