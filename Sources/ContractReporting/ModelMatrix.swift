import ContractChecking
import JSONSchema

struct ModelMatrix {
    struct Cell {
        let outcomes: [ProbeOutcome]
        let broken: Int
        let severity: Severity?

        fileprivate init(_ outcomes: [ProbeOutcome], _ severities: [String: Severity]) {
            self.outcomes = outcomes
            let rules = outcomes.compactMap(\.rule)
            broken = rules.count
            severity = rules.map { severities[$0] ?? .error }.min()
        }
    }

    struct Row {
        /// A pointer with `*` for every index, or an empty string for the whole value.
        let place: String
        let cells: [String: Cell]

        var broken: Int { cells.values.reduce(0) { $0 + $1.broken } }
    }

    let kinds: [String]
    let rows: [Row]

    init?(of result: CheckResult) {
        guard !result.outcomes.isEmpty else { return nil }
        let severities = Dictionary(result.findings.map { ($0.rule, $0.severity) }, uniquingKeysWith: min)
        let rows = result.outcomes.grouped(by: Self.place).map { place, outcomes in
            Row(place: place, cells: Dictionary(grouping: outcomes, by: \.kind).mapValues { Cell($0, severities) })
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
