import ContractChecking
import ContractFormat
import JSONSchema

/// Compares two revisions of contracts and rates every change as breaking, risky or harmless for each party.
///
/// A change breaks a party if something valid under the old contract fails under the new one. The result is stable.
package struct ContractComparison: Sendable {
    private let old: ContractRevision
    private let new: ContractRevision

    package init(from old: ContractRevision, to new: ContractRevision) { (self.old, self.new) = (old, new) }

    package var checks: [Check] {
        Set((old.services + new.services).map(\.name)).sorted().map { Check(service: $0, kind: .contract) }
    }

    package func report(_ options: ComparisonOptions = ComparisonOptions()) -> Report {
        let clock = ContinuousClock()
        let start = clock.now
        let results = checks.filter(options.takes).map { check -> CheckResult in
            let began = clock.now
            let sides = (
                old: old.services.first { $0.name == check.service },
                new: new.services.first { $0.name == check.service }
            )
            var result = CheckResult(check: check, outcome: .passed, probes: 1)
            if let unread = [sides.old, sides.new].compactMap(\.self).first(where: { $0.contract == nil }) {
                let fault = unread.faults.first?.description ?? "the contract cannot be read"
                (result.outcome, result.probes) = (.error, 0)
                result.reason = "a revision cannot be read: \(fault)"
            } else {
                let found = Self.compare(sides.old, sides.new, check.service)
                result.findings = found.map { Self.finding(for: $0, check, sides, options) }.sorted(by: Self.isBefore)
                result.outcome = options.outcome(of: result.findings)
            }
            result.seconds = (clock.now - began) / .seconds(1)
            return result
        }
        return Report(checks: results, seconds: (clock.now - start) / .seconds(1))
    }

    private static func compare(_ old: ServiceRevision?, _ new: ServiceRevision?, _ service: String) -> [RatedChange] {
        if let old, let new {
            var comparison = ServiceComparison(old: old, new: new)
            return comparison.results()
        }
        let impact: Impact = old == nil ? .provider(.risky) : .client(.breaking)
        let key = ContractKeys.Service.service
        let pair = ValuePair(old: old?.root[key], new: new?.root[key])
        let change = Change(
            old == nil ? .serviceAdded : .serviceRemoved, "service '\(service)' \(pair.verb)", .impact(impact), pair)
        return [RatedChange(change: change, impact: impact, reach: Reach())]
    }

    private static func finding(
        for result: RatedChange, _ check: Check, _ sides: (old: ServiceRevision?, new: ServiceRevision?),
        _ options: ComparisonOptions
    ) -> Finding {
        let change = result.change
        let place =
            change.pair.new.flatMap { sides.new?.place(of: $0.location) }
            ?? change.pair.old.flatMap { sides.old?.place(of: $0.location) } ?? Place(file: check.service)
        let pointer = change.pair.location
        return Finding(
            reported: change.rule.id, severity: result.impact.worst(for: options.parties).severity,
            message: "\(change.message)\(reach(of: result)): \(result.impact.text(for: options.parties))",
            expected: change.expected, found: change.found, contract: place,
            repeatCommand: options.repeatCommand(for: check),
            fingerprint: Fingerprint.of(
                rule: change.rule.id, check: check.id,
                pointer: JSONPointer(tokens: [pointer?.document ?? ""] + (pointer?.pointer.tokens ?? []))))
    }

    private static func reach(of result: RatedChange) -> String {
        guard let location = result.change.pair.location,
            location.document != Location.contract || location.pointer.tokens.first != "endpoints"
        else { return "" }
        let endpoints = result.reach.endpoints.sorted()
        guard !endpoints.isEmpty else { return "" }
        let shown = 6
        let count = result.reach.isFull ? "many" : "\(endpoints.count - shown)"
        let rest = endpoints.count > shown ? " and \(count) more" : ""
        return ", used by \(endpoints.prefix(shown).joined(separator: ", "))\(rest)"
    }

    private static func isBefore(_ one: Finding, _ other: Finding) -> Bool {
        let (left, right) = (one.contract, other.contract)
        return (one.severity, left.file, left.line, left.column, one.rule, one.message)
            < (other.severity, right.file, right.line, right.column, other.rule, other.message)
    }
}

/// The options of a comparison of two revisions, or of contracts with a document.
package struct ComparisonOptions: Sendable {
    package var parties = Party.allCases
    package var failOn = Severity.error
    /// Globs for the names of checks. An empty list compares everything.
    package var only: [String] = []
    package var command: String

    package init(command: String = "contracts compare") { self.command = command }

    func takes(_ check: Check) -> Bool { only.isEmpty || only.contains { Glob($0).matches(check.id) } }

    func outcome(of findings: [Finding]) -> CheckResult.Outcome {
        findings.contains { $0.severity <= failOn } ? .failed : .passed
    }

    func repeatCommand(for check: Check) -> String { "\(command) --only \(ShellWord.glob(check.id))" }
}
