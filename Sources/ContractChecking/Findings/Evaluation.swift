import ContractFormat
import HTTPRecording
import JSONSchema

/// What evaluating a check gave, before it is a result in a report.
struct Evaluation: Sendable {
    var found: [(mismatch: Mismatch, recording: Place?)] = []
    var probes = 0
    /// Why the check could not be evaluated.
    var obstacle: String?
    /// How much of a model's contract is enforced, and what came of each probe.
    var score: ModelScore?
    /// What comes of a provider's changes.
    var survival: Survival?
    /// What of the contract nobody notices.
    var strength: Strength?
    var outcomes: [ProbeOutcome] = []
    /// The time when the recording that it looked at was made.
    var recordedAt: Timestamp?

    static func obstructed(_ reason: String) -> Evaluation { Evaluation(obstacle: reason) }

    var hasErrors: Bool { obstacle != nil || found.contains { $0.mismatch.severity == .error } }

    mutating func add(_ mismatches: [Mismatch], in recording: LoadedRecording? = nil, entry: Int = 0) {
        found += mismatches.map { mismatch in
            (mismatch, recording?.place(entry: entry, mismatch.data ?? JSONPointer(tokens: [])))
        }
    }

    mutating func add(_ mismatch: Mismatch, at recording: Place? = nil) { found.append((mismatch, recording)) }
}

extension CheckResult {
    /// Turns an evaluation into a result: without secrets, findings worst first, failed by the least severity that fails.
    init(check: Check, _ evaluation: Evaluation, seconds: Double, in context: ServiceRun) {
        let configuration = context.configuration
        let findings = evaluation.found.map { mismatch, recording in
            Finding(
                mismatch, at: recording, of: check, contract: context.contract,
                repeatCommand: configuration.repeatCommand(for: check), secrets: context.secrets)
        }
        let sorted = Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
        let isFailed = sorted.contains { $0.severity <= configuration.failOn }
        self.init(
            check: check, outcome: evaluation.obstacle != nil ? .error : isFailed ? .failed : .passed,
            probes: evaluation.probes, seconds: seconds, findings: sorted,
            reason: evaluation.obstacle.map(context.secrets.redacted), score: evaluation.score,
            survival: evaluation.survival?.redacted(context.secrets.redacted), strength: evaluation.strength,
            outcomes: context.secrets.isEmpty
                ? evaluation.outcomes : evaluation.outcomes.map { $0.redacted(context.secrets.redacted) },
            recordedAt: evaluation.recordedAt)
    }
}

extension Finding {
    /// A mismatch as the finding of a check: the one place where its texts are rendered, without secrets.
    package init(
        _ mismatch: Mismatch, at recording: Place?, of check: Check, contract: Contract, repeatCommand: String,
        secrets: RunSecrets
    ) {
        func rendered(_ text: FindingText) -> String { text.rendered(redacting: secrets.redacted) }
        self.init(
            rule: mismatch.rule, severity: mismatch.severity, message: rendered(mismatch.message),
            expected: mismatch.expected.map(rendered), found: mismatch.found.map(rendered),
            contract: contract.place(of: mismatch.pointer),
            recording: recording.map {
                Place(file: secrets.redacted($0.file), line: $0.line, column: $0.column, pointer: $0.pointer)
            },
            repeatCommand: repeatCommand,
            fingerprint: Fingerprint.of(rule: mismatch.rule, check: check, pointer: mismatch.pointer))
    }
}
