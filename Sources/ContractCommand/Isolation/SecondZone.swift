import ContractChecking
import ContractFormat
import Foundation

/// Has the models and requests that passed west of Greenwich checked again east of it, where what goes into them may be a
/// date or a time of day: what takes a day or an hour off in the local zone is mostly wrong on one side alone. Of calls the
/// same code is checked by its parts.
struct SecondZone {
    /// Nearly six hours before Greenwich, with minutes of its own.
    static let name = "Asia/Kathmandu"

    let supervisor: Supervisor

    /// The results with those in the second zone for what passed in the first, and does not here.
    ///
    /// - Parameter program: what a worker runs; its zone is set here.
    func results(
        after outcome: Supervisor.Outcome, _ program: @escaping @Sendable () throws -> Worker.Program
    ) async throws -> [CheckResult] {
        let first = outcome.checkResults
        // A later worker knows better than one before it.
        let last = Dictionary(first.map { ($0.check.id, $0) }) { $1 }
        let again = outcome.timed.filter { last[$0]?.outcome == .passed }
        guard !again.isEmpty else { return first }
        var second = supervisor
        second.done = outcome.results.filter { line in
            CheckResult(worker: line).map { !again.contains($0.check.id) } ?? false
        }
        second.told = { _ in }
        let other = try await second.runAside {
            var program = try program()
            program.timeZone = Self.name
            return program
        }
        let others = Dictionary(
            other.checkResults.filter { again.contains($0.check.id) && $0.outcome == .failed }
                .map { ($0.check.id, $0.located(in: Self.name)) }
        ) { $1 }
        return first.map { others[$0.check.id] ?? $0 }
    }

}

extension CheckResult {
    /// The result with findings that name the zone in which they are found.
    fileprivate func located(in zone: String) -> CheckResult {
        let located = findings.map { finding in
            Finding(
                reported: finding.rule, severity: finding.severity,
                message: "\(finding.message) (in the time zone \(zone))", expected: finding.expected,
                found: finding.found,
                contract: finding.contract, recording: finding.recording,
                repeatCommand: "TZ=\(zone) \(finding.repeatCommand)", fingerprint: finding.fingerprint,
                acceptance: finding.acceptance)
        }
        return CheckResult(
            check: check, outcome: outcome, probes: probes, seconds: seconds, findings: located, reason: reason,
            score: score, survival: survival, strength: strength, outcomes: outcomes)
    }
}
