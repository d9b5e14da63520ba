import ContractChecking
import JSONSchema

/// The outcomes of a model's probes, by changed place and kind of change.
struct ModelMatrix {
    /// The probes of one kind at one place.
    struct Cell {
        private(set) var outcomes: [ProbeOutcome] = []
        /// The number that broke a rule.
        private(set) var broken = 0
        /// The worst of what they broke; `nil` where all is as it has to be.
        private(set) var severity: Severity?

        fileprivate mutating func add(_ outcome: ProbeOutcome, _ broke: Severity?) {
            outcomes.append(outcome)
            guard let broke else { return }
            broken += 1
            severity = min(severity ?? broke, broke)
        }
    }

    /// A place of the model's input.
    struct Row {
        /// A pointer in which `*` stands for every index; empty for the whole.
        let place: String
        private(set) var cells: [String: Cell] = [:]

        fileprivate mutating func add(_ outcome: ProbeOutcome, _ severity: Severity?) {
            cells[outcome.kind, default: Cell()].add(outcome, severity)
        }

        var broken: Int { cells.values.reduce(0) { $0 + $1.broken } }
    }

    /// The kinds of probes that occur, in the order in which they are made.
    let kinds: [String]
    /// The places that occur, the whole first.
    let rows: [Row]

    /// The matrix of a check; `nil` where nothing is known of its probes.
    init?(of result: CheckResult) {
        guard !result.outcomes.isEmpty else { return nil }
        var severities: [String: Severity] = [:]
        for finding in result.findings {
            severities[finding.rule] = min(severities[finding.rule] ?? finding.severity, finding.severity)
        }
        var rows: [Row] = []
        var index: [String: Int] = [:]
        for outcome in result.outcomes {
            let place = Self.place(of: outcome)
            let known = index[place] ?? rows.count
            if known == rows.count {
                index[place] = known
                rows.append(Row(place: place))
            }
            rows[known].add(outcome, outcome.rule.map { severities[$0] ?? .error })
        }
        let occurring = Set(result.outcomes.map(\.kind))
        let known = Probe.Kind.allCases.map(\.rawValue)
        kinds = known.filter(occurring.contains) + occurring.subtracting(known).sorted()
        self.rows = rows.filter { $0.place.isEmpty } + rows.filter { !$0.place.isEmpty }
    }

    private static func place(of outcome: ProbeOutcome) -> String {
        outcome.pointer.split(separator: "/", omittingEmptySubsequences: false)
            .map { Int($0) == nil ? String($0) : "*" }.joined(separator: "/")
    }
}
