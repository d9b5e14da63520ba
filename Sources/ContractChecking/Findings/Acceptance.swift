import ContractFormat
import Foundation
import JSONSchema

/// The word by which a finding is accepted for a time, as `accepted.json` has it.
public struct Acceptance: Sendable, Hashable {
    /// Why it is accepted.
    public let reason: String
    /// By whose word.
    public let author: String
    /// The last day on which it is accepted, `YYYY-MM-DD` in UTC.
    public let expires: String
    /// The weight that the finding would have.
    public let severity: Severity
    /// The place of the entry.
    public let place: Place

    /// Makes a word for a finding of some weight.
    public init(reason: String, author: String, expires: String, severity: Severity, place: Place) {
        self.reason = reason
        self.author = author
        self.expires = expires
        self.severity = severity
        self.place = place
    }

    /// `until 2026-12-31 by Ada: the provider adds it in May`.
    public var text: String { "until \(expires) by \(author): \(reason)" }
}

/// The judgement of findings by what is accepted on a day.
package struct AcceptedJudgement: Sendable {
    package let accepted: AcceptedFindings
    /// Today, `YYYY-MM-DD` in UTC.
    package let day: String

    package init(_ accepted: AcceptedFindings, at date: Date) {
        self.accepted = accepted
        day = AcceptedFindings.day(of: date)
    }

    /// The finding as it weighs today, and the entry that means it.
    ///
    /// One that is accepted fails nothing; one that was accepted until an earlier day is an error.
    package func judged(_ finding: Finding, of check: String) -> (finding: Finding, entry: AcceptedFindings.Entry?) {
        let entries = accepted.entries.filter { entry in
            entry.rule == finding.rule && entry.takes(check, finding.contract.pointer)
        }
        guard let entry = entries.first(where: { !$0.isOver(on: day) }) ?? entries.first else { return (finding, nil) }
        return (entry.isOver(on: day) ? finding.noLongerAccepted(by: entry) : finding.accepted(by: entry), entry)
    }

    /// The findings of a check as they weigh today, worst first.
    package func judged(_ findings: [Finding], of check: String) -> (
        findings: [Finding], entries: Set<AcceptedFindings.Entry>
    ) {
        let judged = findings.map { self.judged($0, of: check) }
        let sorted = Severity.allCases.flatMap { severity in
            judged.map(\.finding).filter { $0.severity == severity }
        }
        return (sorted, Set(judged.compactMap(\.entry)))
    }

    /// A finding for an entry that accepted nothing.
    package func unmatched(_ entry: AcceptedFindings.Entry, _ check: String, repeatCommand: String) -> Finding {
        let over = entry.isOver(on: day) ? "; it was accepted until \(entry.expires)" : ""
        return Finding(
            rule: AcceptedRule.unmatched.rule,
            message: "no finding of '\(entry.rule)' at '\(entry.place)' is there to accept\(over)",
            contract: entry.source, repeatCommand: repeatCommand,
            fingerprint: Fingerprint.text("\(AcceptedRule.unmatched.id)\n\(entry.rule)\n\(entry.place)"))
    }
}

extension Finding {
    fileprivate func accepted(by entry: AcceptedFindings.Entry) -> Finding {
        Finding(
            self, severity: .info, message: message,
            Acceptance(
                reason: entry.reason, author: entry.author, expires: entry.expires, severity: severity,
                place: entry.source))
    }

    fileprivate func noLongerAccepted(by entry: AcceptedFindings.Entry) -> Finding {
        Finding(
            self, severity: .error,
            message: "\(message) (accepted until \(entry.expires) by \(entry.author): \(entry.reason))", nil)
    }

    private init(_ finding: Finding, severity: Severity, message: String, _ acceptance: Acceptance?) {
        self.init(
            reported: finding.rule, severity: severity, message: message, expected: finding.expected,
            found: finding.found, contract: finding.contract, recording: finding.recording,
            repeatCommand: finding.repeatCommand, fingerprint: finding.fingerprint, acceptance: acceptance)
    }
}

extension Report {
    /// The report as it is on a day: what is accepted fails nothing, what no longer is fails.
    ///
    /// - Parameters:
    ///   - rules: the rules that the command can find broken; whether entries of others are needed is not known here.
    ///   - isWhole: whether every check ran: only then an entry that accepts nothing is told, at a check of its service.
    package func judged(
        by judgement: AcceptedJudgement, failOn: Severity, rules: [Rule], isWhole: Bool
    ) -> Report {
        guard !judgement.accepted.entries.isEmpty else { return self }
        var matched: Set<AcceptedFindings.Entry> = []
        var results = checks.map { result in
            let (findings, entries) = judgement.judged(result.findings, of: result.check.id)
            matched.formUnion(entries)
            return entries.isEmpty ? result : result.with(findings, failOn: failOn)
        }
        let names = Set(rules.map(\.id))
        for entry in judgement.accepted.entries
        where isWhole && !matched.contains(entry) && names.contains(entry.rule) && !entry.isOfHealth {
            let service = entry.checkSegments.first.map(String.init)
            guard !results.isEmpty else { break }
            let index = results.firstIndex { $0.check.service == service } ?? 0
            let check = results[index].check.id
            let command = results[index].findings.first?.repeatCommand ?? "contracts lint"
            results[index] = results[index].with(
                results[index].findings + [judgement.unmatched(entry, check, repeatCommand: command)], failOn: failOn)
        }
        return Report(checks: results, seconds: seconds, recordings: recordings, shard: shard)
    }
}

extension AcceptedFindings.Entry {
    /// Whether it means findings of health checks alone.
    package var isOfHealth: Bool { checkSegments.count > 1 && checkSegments[1] == "health" }
}

extension CheckResult {
    /// The result with other findings, which decide whether it passed.
    fileprivate func with(_ findings: [Finding], failOn: Severity) -> CheckResult {
        var outcome = outcome
        if outcome == .passed || outcome == .failed {
            outcome = findings.contains { $0.severity <= failOn } ? .failed : .passed
        }
        return CheckResult(
            check: check, outcome: outcome, probes: probes, seconds: seconds, findings: findings, reason: reason,
            score: score, outcomes: outcomes)
    }
}
