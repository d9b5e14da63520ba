import ContractFormat
import JSONSchema

/// The final results of a run. Only `Judgement` makes them, and only they can become a report.
package struct JudgedResults: Sendable {
    package let results: [CheckResult]

    fileprivate init(_ results: [CheckResult]) { self.results = results }
}

/// Turns evaluations into results: decides severity, order, limits, acceptance and the commands that repeat checks.
struct Judgement: Sendable {
    private let checks: [Check]
    private let options: Options
    private let acceptance: AcceptanceJudgement
    /// Whether every check of the suite ran; only then are unused acceptance entries reported.
    private let isWhole: Bool
    /// The contract of each service.
    private let files: [String: Place]

    init(of checks: [Check], _ suite: LoadedSuite, _ options: Options) {
        self.checks = checks
        self.options = options
        acceptance = AcceptanceJudgement(suite.accepted, at: options.now())
        files = suite.services.reduce(into: [:]) { $0[$1.name] = $1.contract?.place(of: .root) }
        isWhole = checks.count == suite.services.reduce(0) { $0 + $1.checks.count }
    }

    /// Returns the result of one check by itself, as progress shows it.
    func result(of check: Check, _ evaluation: Evaluation) -> CheckResult {
        let result = weighed(check, evaluation)
        return result.with(acceptance.judged([(check.id, result.findings)]).findings[0], failOn: options.failOn)
    }

    /// Returns a result for each check that was asked for, in order. A check without an evaluation had no turn.
    func judged(_ evaluations: [Check: Evaluation]) -> JudgedResults {
        let results = checks.map { weighed($0, evaluations[$0] ?? late($0)) }
        let bounded = results.bounded(to: options.budget.bytes)
        return JudgedResults(
            bounded.judged(by: acceptance, failOn: options.failOn, rules: RuleCatalog.all, isWhole: isWhole)
                .reportingWrongRequestsOnce)
    }

    /// The evaluation of a check for which no time was left.
    private func late(_ check: Check) -> Evaluation {
        let reason = "the time of the run was over before this check's turn"
        var evaluation = Evaluation.obstructed(reason)
        var finding = Finding(RunRule.seconds, MessageText(reason), at: .root)
        finding.contract = files[check.service] ?? finding.contract
        finding.fingerprint = Fingerprint.of(rule: finding.rule, check: check.id, pointer: .root)
        evaluation.findings = [finding]
        return evaluation
    }

    private func weighed(_ check: Check, _ evaluation: Evaluation) -> CheckResult {
        var result = CheckResult(check: check, outcome: .passed)
        result.probes = evaluation.probes
        result.seconds = evaluation.seconds
        result.score = evaluation.score
        result.survival = evaluation.survival
        result.strength = evaluation.strength
        result.outcomes = evaluation.outcomes
        result.adaptations = evaluation.adaptations
        result.recordedAt = evaluation.recordedAt
        lazy var command = options.repeatCommand(for: check)
        let findings = evaluation.findings.map { finding in
            var finding = finding
            finding.repeatCommand = command
            return finding
        }
        result = result.with(findings.worstFirst.bounded(to: options.budget.findings), failOn: options.failOn)
        switch evaluation.obstacle {
        case .notEvaluated(let reason): (result.outcome, result.reason) = (.error, reason)
        case .notRun(let reason): (result.outcome, result.reason) = (.skipped, reason)
        case nil: break
        }
        return result
    }
}

extension [Finding] {
    /// The first findings, and a last one that counts those left out.
    func bounded(to limit: Int) -> [Finding] {
        kept(limit, RunRule.findings) { "the first \($0) are shown" }
    }

    /// Some findings, and in place of the others one that counts them.
    fileprivate func kept(_ kept: Int, _ rule: RunRule, _ reason: (Int) -> String) -> [Finding] {
        guard kept < count else { return self }
        let words = "\(count - kept) more findings of this check are left out: \(reason(kept))"
        return self[..<kept] + [self[kept].replaced(by: rule, words)]
    }
}

extension [CheckResult] {
    private static let rulesOfRequests = [ReplayRule.noMatch.id, ClientRule.request.id, ClientRule.flow.id]

    private struct WrongRequest: Hashable {
        let service: String
        let endpoint: String
        let rule: String
        /// The parts that differ; without them the place in the contract.
        let parts: [String]
    }

    /// The results with one finding for a request that several cases of an endpoint show to be wrong: that of the first.
    /// The others fail, and name it.
    fileprivate var reportingWrongRequestsOnce: [CheckResult] {
        var reporters: [WrongRequest: String] = [:]
        return map { result in
            guard result.check.kind == .client, result.outcome == .failed else { return result }
            let wrong = result.findings.map { finding -> WrongRequest? in
                guard Self.rulesOfRequests.contains(finding.rule), finding.acceptance == nil else { return nil }
                return WrongRequest(
                    service: result.check.service, endpoint: result.check.names.first ?? "", rule: finding.rule,
                    parts: finding.subject.isEmpty ? ["\(finding.pointer)"] : finding.subject)
            }
            let others = wrong.map { request in request.flatMap { reporters[$0] } }
            guard let other = others.first ?? nil, !others.contains(nil) else {
                for case let request? in wrong where reporters[request] == nil { reporters[request] = result.check.id }
                return result
            }
            var result = result
            result.findings = []
            (result.outcome, result.reason) = (.error, "it sends the wrong request that \(other) reports")
            return result
        }
    }

    /// The results with as many of their findings as fit into so many bytes, and the number of those that do not.
    func bounded(to bytes: Int) -> [CheckResult] {
        var left = bytes
        return map { result in
            let kept = result.findings.prefix { finding in
                left -= finding.length
                return left >= 0
            }
            var bounded = result
            bounded.findings = result.findings.kept(kept.count, RunRule.bytes) { _ in
                "those of the run have \(bytes) bytes"
            }
            return bounded
        }
    }
}

extension Finding {
    /// A finding in the place of those that are left out, with the weight of the first.
    fileprivate func replaced(by rule: RunRule, _ message: String) -> Finding {
        Finding(
            reported: rule.id, severity: severity, message: message, contract: contract, repeatCommand: repeatCommand,
            fingerprint: Fingerprint.text("\(rule.id)\n\(repeatCommand)"))
    }

    /// The bytes of its texts.
    fileprivate var length: Int {
        message.utf8.count + (expected?.utf8.count ?? 0) + (found?.utf8.count ?? 0) + contract.file.utf8.count
            + repeatCommand.utf8.count
    }
}
