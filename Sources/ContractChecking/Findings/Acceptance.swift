import ContractFormat
import Foundation
import JSONSchema

/// The temporary acceptance of a finding by an entry of `accepted.json`.
public struct Acceptance: Sendable, Hashable, Codable {
    /// The reason for the acceptance.
    public let reason: String
    /// The person who accepts the finding.
    public let author: String
    /// The last day of the acceptance, `YYYY-MM-DD` in UTC.
    public let expires: String
    /// The severity of the finding without the acceptance.
    public let severity: Severity
    /// The location of the entry.
    public let place: Place
    /// The number of findings that the entry accepts in this run.
    public let covers: Int

    package init(reason: String, author: String, expires: String, severity: Severity, place: Place, covers: Int = 1) {
        self.covers = covers
        self.reason = reason
        self.author = author
        self.expires = expires
        self.severity = severity
        self.place = place
    }

    /// For example `until 2026-12-31 by Ada: the provider adds it in May (one of 3 findings that the entry accepts)`.
    public var text: String {
        "until \(expires) by \(author): \(reason)"
            + (covers > 1 ? " (one of \(covers) findings that the entry accepts)" : "")
    }
}

package struct AcceptanceJudgement: Sendable {
    package let accepted: AcceptedFindings
    private let day: Lazy<String>
    /// The entries keyed by fingerprint, or else by rule.
    private let entries: [String: [AcceptedFindings.Entry]]

    package init(_ accepted: AcceptedFindings, at date: Date) {
        self.accepted = accepted
        day = Lazy { AcceptedFindings.day(of: date) }
        entries = Dictionary(grouping: accepted.entries) { $0.namesOneFinding ? $0.fingerprint ?? $0.rule : $0.rule }
    }

    package struct Applied {
        package var findings: [[Finding]] = []
        package var entries: Set<AcceptedFindings.Entry> = []
    }

    /// Sets accepted findings to info, and findings with an expired acceptance to error.
    ///
    /// An entry without a fingerprint accepts one finding. If it matches several, it accepts none of them. The order
    /// stays.
    package func applying(to found: [(check: String, findings: [Finding])]) -> Applied {
        guard !entries.isEmpty else { return Applied(findings: found.map(\.findings)) }
        let matches = found.map { check, findings in findings.map { entry(for: $0, of: check) } }
        let counts = matches.joined().compactMap(\.self).counts
        let findings = zip(found, matches).map { found, entries in
            zip(found.findings, entries).map { finding, entry in
                entry.map { applyEntry($0, to: finding, of: counts[$0] ?? 1) } ?? finding
            }
        }
        return Applied(findings: findings, entries: Set(counts.keys))
    }

    /// Returns the entry that matches a finding, preferring valid entries to expired ones and narrow ones to wide ones.
    private func entry(for finding: Finding, of check: String) -> AcceptedFindings.Entry? {
        let near = (entries[finding.fingerprint] ?? []) + (entries[finding.rule] ?? [])
        let meant = near.filter { $0.rule == finding.rule && $0.matches(check, finding.contract.pointer) }
        return meant.first { !$0.isExpired(on: day.value) } ?? meant.first
    }

    private func applyEntry(_ entry: AcceptedFindings.Entry, to finding: Finding, of count: Int) -> Finding {
        var finding = finding
        if entry.fingerprint == nil, count > 1 {
            finding.text = """
                \(finding.text); the entry at \(entry.source) matches \(count) findings and accepts none: give it the \
                fingerprint \(finding.fingerprint), or "*" for all
                """
        } else if entry.isExpired(on: day.value) {
            finding.severity = .error
            finding.text =
                "\(finding.text) (the acceptance by \(entry.author) expired on \(entry.expires))"
        } else {
            finding.acceptance = Acceptance(
                reason: entry.reason, author: entry.author, expires: entry.expires, severity: finding.severity,
                place: entry.source, covers: count)
            finding.severity = .info
        }
        return finding
    }

    package func unmatched(_ entry: AcceptedFindings.Entry) -> Finding {
        let over = entry.isExpired(on: day.value) ? "; the acceptance expired on \(entry.expires)" : ""
        let place = entry.place.prefix { $0 != "#" }
        return Finding(
            reported: AcceptedRule.unmatched.id, severity: AcceptedRule.unmatched.severity,
            message: "no finding of '\(entry.rule)' at '\(entry.place)' matches this entry\(over)",
            expected: "a finding, or no entry", found: "an entry at \(entry.source)",
            contract: entry.source,
            repeatCommand: entry.isOfHealth
                ? "contracts health" : "contracts verify --only \(ShellWord.quoted(String(place)))",
            fingerprint: Fingerprint.of(
                rule: AcceptedRule.unmatched.id, check: entry.place, pointer: .root,
                subject: [entry.rule] + (entry.fingerprint.map { [$0] } ?? [])))
    }
}

extension [CheckResult] {
    /// - Parameters:
    ///   - rules: the rules that the command can report; entries for other rules are not checked for use.
    ///   - isWhole: whether every check ran. Only then are unused entries reported, at a check of their service.
    package func applying(
        _ acceptance: AcceptanceJudgement, failOn: Severity, rules: [Rule], isWhole: Bool
    ) -> [CheckResult] {
        guard !acceptance.accepted.entries.isEmpty, !isEmpty else { return self }
        let applied = acceptance.applying(to: map { ($0.check.id, $0.findings) })
        var results = zip(self, applied.findings).map { $0.with($1.worstFirst, failOn: failOn) }
        guard isWhole else { return results }
        let names = Set(rules.map(\.id))
        let firsts = Dictionary(enumerated().map { ($1.check.service, $0) }) { first, _ in first }
        let unused = acceptance.accepted.entries.filter {
            !applied.entries.contains($0) && names.contains($0.rule) && !$0.isOfHealth
        }
        let grouped = Dictionary(grouping: unused) { firsts[$0.checkSegments.first.map(String.init) ?? ""] ?? 0 }
        for (index, entries) in grouped {
            results[index] = results[index].with(
                results[index].findings + entries.map(acceptance.unmatched), failOn: failOn)
        }
        return results
    }
}

extension AcceptedFindings.Entry {
    /// Whether the entry accepts findings of health checks only.
    package var isOfHealth: Bool { checkSegments.count > 1 && checkSegments[1] == "health" }
}
