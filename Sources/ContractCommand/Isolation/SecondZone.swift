import ContractChecking
import ContractFormat
import Foundation

/// Has the models and requests that passed west of Greenwich checked again east of it, where what goes into them may be a
/// date or a time of day: what takes a day or an hour off in the local zone is mostly wrong on one side alone. Of calls the
/// same code is checked by its parts.
final class SecondZone: Sendable {
    /// Nearly six hours before Greenwich, with minutes of its own.
    static let name = "Asia/Kathmandu"

    private let start: @Sendable () throws -> WaitingWorker
    private let waiting = Locked<WaitingWorker?>(nil)

    /// - Parameter start: starts a worker in this zone.
    init(_ start: @escaping @Sendable () throws -> WaitingWorker) { self.start = start }

    /// Starts the worker that the second zone needs, while those of the first are at work.
    func prepare() {
        waiting.withLock { waiting in
            // What does not start now is tried again, and told, when it is needed.
            if waiting == nil { waiting = try? start() }
        }
    }

    /// The results with those in the second zone for what passed in the first, and does not here.
    func results(
        _ first: [CheckResult], timed: Set<String>, _ supervisor: Supervisor,
        _ program: @escaping @Sendable () throws -> Worker.Program
    ) async throws -> [CheckResult] {
        // A later worker knows better than one before it.
        let last = Dictionary(first.map { ($0.check.id, $0.outcome) }) { $1 }
        let again = timed.filter { last[$0] == .passed }
        guard !again.isEmpty else { return first }
        var second = supervisor
        second.again = again
        second.first = { [waiting] in waiting.withLock { $0 } }
        second.told = { _, _ in }
        let other = try await second.runAside(program)
        let others = Dictionary(
            other.checkResults.filter { $0.outcome == .failed }.map { ($0.check.id, $0.located(in: Self.name)) }
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
