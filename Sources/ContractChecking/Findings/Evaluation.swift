import HTTPRecording
import JSONSchema

/// The unjudged result of one check.
package struct Evaluation: Sendable, Codable {
    package var findings: [Finding] = []
    package var probes = 0
    package var seconds = 0.0
    package var obstacle: Obstacle?
    package var score: ModelScore?
    package var survival: Survival?
    package var strength: Strength?
    package var outcomes: [ProbeOutcome] = []
    package var adaptations: [Adaptation] = []
    package var recordedAt: Timestamp?

    package enum Obstacle: Sendable, Codable, Hashable {
        case notEvaluated(String)
        case notRun(String)
    }

    package static func scored(_ strength: Strength, probes: Int) -> Evaluation {
        Evaluation(probes: probes, strength: strength)
    }

    package static func notEvaluated(_ reason: String) -> Evaluation { Evaluation(obstacle: .notEvaluated(reason)) }

    var hasErrors: Bool { obstacle != nil || findings.contains { $0.severity == .error } }

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

    /// Returns the evaluation for reports, with findings located and secrets redacted.
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
