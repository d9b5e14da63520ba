import ContractFormat
import JSONSchema

extension CheckResult {
    /// Turns an evaluation into a result: findings worst first, failed by the least severity the options name.
    init(
        check: Check, _ evaluation: Evaluation, contract: Contract, seconds: Double, options: Options,
        redacted: (String) -> String
    ) {
        let findings = evaluation.found.map { mismatch, recording in
            Finding(
                mismatch, at: recording, of: check, contract: contract,
                repeatCommand: options.repeatCommand(for: check), redacted: redacted)
        }
        let sorted = Severity.allCases.flatMap { severity in findings.filter { $0.severity == severity } }
        let isFailed = sorted.contains { $0.severity <= options.failOn }
        self.init(
            check: check, outcome: evaluation.obstacle != nil ? .error : isFailed ? .failed : .passed,
            probes: evaluation.probes, seconds: seconds, findings: sorted, reason: evaluation.obstacle.map(redacted),
            score: evaluation.score, outcomes: evaluation.outcomes)
    }
}

extension Finding {
    /// A mismatch as the finding of a check, without secrets.
    package init(
        _ mismatch: Mismatch, at recording: Place?, of check: Check, contract: Contract, repeatCommand: String,
        redacted: (String) -> String
    ) {
        self.init(
            rule: mismatch.rule, severity: mismatch.severity, message: redacted(mismatch.message),
            expected: mismatch.expected.map(redacted), found: mismatch.found.map(redacted),
            contract: contract.place(of: mismatch.pointer),
            recording: recording.map {
                Place(file: redacted($0.file), line: $0.line, column: $0.column, pointer: $0.pointer)
            },
            repeatCommand: repeatCommand,
            fingerprint: Fingerprint.of(rule: mismatch.rule, check: check, pointer: mismatch.pointer))
    }
}

extension Options {
    /// The command that runs just this check again.
    func repeatCommand(for check: Check) -> String {
        let modeOption = mode.map { $0 == .replay ? "" : " --mode \($0.rawValue)" } ?? ""
        return "\(command ?? "contracts verify\(modeOption)") --only \(ShellWord.quoted(check.id))"
    }
}
