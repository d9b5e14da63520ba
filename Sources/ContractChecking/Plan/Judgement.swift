import ContractFormat
import JSONSchema

/// Turns evaluations into results: severity, order, limits, acceptance and repeat commands.
final class Judgement: Sendable {
    private let checks: [Check]
    private let options: Options
    private let acceptance: AcceptanceJudgement
    /// Whether every check of the suite ran. Only then are unused acceptance entries reported.
    private let isWhole: Bool
    private let files: [String: Place]

    init(of checks: [Check], _ suite: LoadedSuite, _ options: Options) {
        self.checks = checks
        self.options = options
        acceptance = AcceptanceJudgement(suite.accepted, at: options.now())
        files = suite.services.reduce(into: [:]) { $0[$1.name] = $1.contract?.place(of: .root) }
        isWhole = checks.count == suite.services.reduce(0) { $0 + $1.checks.count }
    }

    func result(of check: Check, _ evaluation: Evaluation) -> CheckResult {
        let result = unacceptedResult(of: check, evaluation)
        let judged = acceptance.applying(to: [(check.id, result.findings)]).findings[0]
        return result.with(judged.worstFirst, failOn: options.failOn)
    }

    /// Returns the results of all requested checks, in order. A check without an evaluation ran out of time.
    func results(from evaluations: [Check: Evaluation]) -> [CheckResult] {
        let results = checks.map { unacceptedResult(of: $0, evaluations[$0] ?? timedOut($0)) }
        return results.bounded(to: options.budget.bytes)
            .applying(acceptance, failOn: options.failOn, rules: RuleCatalog.all, isWhole: isWhole)
            .deduplicatingWrongRequests
    }

    private func timedOut(_ check: Check) -> Evaluation {
        let reason = "the run reached its time limit before this check started"
        var finding = Finding(RunRule.seconds, MessageText(reason), at: .root)
        finding.contract = files[check.service] ?? finding.contract
        finding.fingerprint = Fingerprint.of(rule: finding.rule, check: check.id, pointer: .root)
        return Evaluation(findings: [finding], obstacle: Evaluation.Obstacle(outcome: .error, reason: reason))
    }

    /// Returns the result before acceptances apply.
    private func unacceptedResult(of check: Check, _ evaluation: Evaluation) -> CheckResult {
        var result = CheckResult(
            check: check, outcome: evaluation.obstacle?.outcome ?? .passed, probes: evaluation.probes,
            seconds: evaluation.seconds, reason: evaluation.obstacle?.reason, score: evaluation.score,
            survival: evaluation.survival, strength: evaluation.strength, outcomes: evaluation.outcomes,
            recordedAt: evaluation.recordedAt)
        result.adaptations = evaluation.adaptations
        lazy var command = options.repeatCommand(for: check)
        let findings = evaluation.findings.map { $0.repeated(by: command) }
        return result.with(findings.worstFirst.bounded(to: options.budget.findings), failOn: options.failOn)
    }
}

extension [Finding] {
    func bounded(to limit: Int) -> [Finding] {
        truncated(to: limit, rule: RunRule.findings) { "the first \($0) are shown" }
    }

    /// Keeps some findings, and replaces the others by one that counts them.
    fileprivate func truncated(to kept: Int, rule: RunRule, reason: (Int) -> String) -> [Finding] {
        guard kept < count else { return self }
        let more = count - kept
        let words =
            "\(counted(more, "more finding")) of this check \(more == 1 ? "is" : "are") omitted: \(reason(kept))"
        return self[..<kept] + [self[kept].replaced(by: rule, words)]
    }
}

extension [CheckResult] {
    private static let rulesOfRequests = [ReplayRule.noMatch.id, ClientRule.request.id, ClientRule.flow.id]

    /// Reports the same wrong request of several cases once. Other cases of the endpoint fail and refer to that check.
    fileprivate var deduplicatingWrongRequests: [CheckResult] {
        var reporters: [[String]: String] = [:]
        return map { result in
            guard result.check.kind == .client, result.outcome == .failed else { return result }
            let wrong = result.findings.map { finding -> [String]? in
                guard Self.rulesOfRequests.contains(finding.rule), finding.acceptance == nil else { return nil }
                // The parts that differ, or else the location in the contract.
                let parts = finding.subject.isEmpty ? ["\(finding.pointer)"] : finding.subject
                return [result.check.service, result.check.names.first ?? "", finding.rule] + parts
            }
            let others = wrong.map { request in request.flatMap { reporters[$0] } }
            guard let other = others.first ?? nil, !others.contains(nil) else {
                for case let request? in wrong where reporters[request] == nil { reporters[request] = result.check.id }
                return result
            }
            return modified(result) {
                let reason = "it sends the same wrong request that \(other) reports"
                ($0.findings, $0.outcome, $0.reason) = ([], .error, reason)
            }
        }
    }

    /// Truncates findings to a total size, and adds findings that count the omitted ones.
    func bounded(to bytes: Int) -> [CheckResult] {
        var left = bytes
        return map { result in
            let kept = result.findings.prefix { finding in
                left -= finding.length
                return left >= 0
            }
            var bounded = result
            bounded.findings = result.findings.truncated(to: kept.count, rule: RunRule.bytes) { _ in
                "the findings of the run exceed \(bytes) bytes"
            }
            return bounded
        }
    }
}

extension Finding {
    fileprivate func replaced(by rule: RunRule, _ message: String) -> Finding {
        Finding(
            reported: rule.id, severity: severity, message: message, contract: contract, repeatCommand: repeatCommand,
            fingerprint: Fingerprint.text("\(rule.id)\n\(repeatCommand)"))
    }

    fileprivate var length: Int {
        message.utf8.count + (expected?.utf8.count ?? 0) + (found?.utf8.count ?? 0) + contract.file.utf8.count
            + repeatCommand.utf8.count
    }
}
