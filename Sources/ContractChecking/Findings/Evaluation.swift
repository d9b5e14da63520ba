import HTTPRecording
import JSONSchema

/// The raw result of one check, independent of the run that asked for it.
package struct Evaluation: Sendable, Codable {
    package var findings: [Finding] = []
    /// The number of inputs or exchanges that were tried.
    package var probes = 0
    package var seconds = 0.0
    /// The reason for a missing result.
    package var obstacle: Obstacle?
    /// The enforced part of a model's contract, and the outcome of each probe.
    package var score: ModelScore?
    package var survival: Survival?
    package var strength: Strength?
    package var outcomes: [ProbeOutcome] = []
    /// The changes by which the contract would say what the code does.
    package var adaptations: [Adaptation] = []
    /// The time when the recording that it looked at was made.
    package var recordedAt: Timestamp?

    package enum Obstacle: Sendable, Codable, Hashable {
        /// The check could not be evaluated.
        case notEvaluated(String)
        case notRun(String)
    }

    /// The result of a check of a contract's strength.
    package static func scored(_ strength: Strength, probes: Int) -> Evaluation {
        Evaluation(probes: probes, strength: strength)
    }

    package static func obstructed(_ reason: String) -> Evaluation { Evaluation(obstacle: .notEvaluated(reason)) }

    var hasErrors: Bool { obstacle != nil || findings.contains { $0.severity == .error } }

    /// Adds findings, with the places of their data in an entry of a recording.
    mutating func add(_ found: [Finding], in recording: LoadedRecording? = nil, entry: Int = 0) {
        findings += found.map { finding in
            var finding = finding
            finding.recording = recording?.place(entry: entry, finding.data ?? .root) ?? finding.recording
            return finding
        }
    }

    mutating func add(_ finding: Finding, at recording: Place? = nil) {
        var finding = finding
        finding.recording = recording ?? finding.recording
        findings.append(finding)
    }

    /// Returns the evaluation for reports: findings located, and no secret in any text.
    func described(of check: Check, in context: ServiceRun) -> Evaluation {
        let redacted = context.secrets.redacted
        var described = self
        described.findings = findings.map { $0.described(of: check, in: context.contract, secrets: context.secrets) }
        guard !context.secrets.isEmpty else { return described }
        switch obstacle {
        case .notEvaluated(let reason): described.obstacle = .notEvaluated(redacted(reason))
        case .notRun(let reason): described.obstacle = .notRun(redacted(reason))
        case nil: break
        }
        described.survival = survival?.redacted(redacted)
        described.outcomes = outcomes.map { $0.redacted(redacted) }
        return described
    }
}
