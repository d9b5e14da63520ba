import ContractFormat
import Foundation
import JSONSchema

/// The acceptance of a finding for a time, by an entry of `accepted.json`.
public struct Acceptance: Sendable, Hashable, Codable {
    /// The reason for it.
    public let reason: String
    /// The person who accepts it.
    public let author: String
    /// The last day on which it is accepted, `YYYY-MM-DD` in UTC.
    public let expires: String
    /// The severity of the finding without it.
    public let severity: Severity
    /// The place of the entry.
    public let place: Place
    /// The number of findings of the run that the entry accepts.
    public let covers: Int

    /// Makes the acceptance of a finding.
    public init(reason: String, author: String, expires: String, severity: Severity, place: Place, covers: Int = 1) {
        self.covers = covers
        self.reason = reason
        self.author = author
        self.expires = expires
        self.severity = severity
        self.place = place
    }

    fileprivate init(_ entry: AcceptedFindings.Entry, of severity: Severity, covers: Int) {
        self.init(
            reason: entry.reason, author: entry.author, expires: entry.expires, severity: severity,
            place: entry.source, covers: covers)
    }

    /// `until 2026-12-31 by Ada: the provider adds it in May (one of 3 findings that the entry accepts)`.
    public var text: String {
        "until \(expires) by \(author): \(reason)"
            + (covers > 1 ? " (one of \(covers) findings that the entry accepts)" : "")
    }
}

/// The judgement of findings by the entries that accept them on a day.
package struct AcceptanceJudgement: Sendable {
    package let accepted: AcceptedFindings
    /// Today, `YYYY-MM-DD` in UTC.
    private let day: Lazy<String>
    /// The entries by what they must have in common with a finding: the fingerprint, or else the rule.
    private let entries: [String: [AcceptedFindings.Entry]]

    package init(_ accepted: AcceptedFindings, at date: Date) {
        self.accepted = accepted
        day = Lazy { AcceptedFindings.day(of: date) }
        entries = Dictionary(grouping: accepted.entries) { $0.isNarrow ? $0.fingerprint ?? $0.rule : $0.rule }
    }

    /// The findings of several checks with their severities of today, and the entries that match any of them.
    package struct Judged {
        /// The findings of each check, worst first.
        package var findings: [[Finding]] = []
        package var entries: Set<AcceptedFindings.Entry> = []
    }

    /// Sets severities: an accepted finding fails nothing, and one whose acceptance expired is an error.
    ///
    /// An entry without a fingerprint accepts one finding; if it matches several, it accepts none of them.
    ///
    /// - Parameter found: the findings by the check or health check that `accepted.json` names.
    package func judged(_ found: [(check: String, findings: [Finding])]) -> Judged {
        guard !entries.isEmpty else { return Judged(findings: found.map(\.findings)) }
        let matches = found.map { check, findings in findings.map { entry(for: $0, of: check) } }
        let counts = matches.joined().reduce(into: [AcceptedFindings.Entry: Int]()) { counts, entry in
            if let entry { counts[entry, default: 0] += 1 }
        }
        var judged = Judged(entries: Set(counts.keys))
        for (index, (_, findings)) in found.enumerated() {
            judged.findings.append(
                zip(findings, matches[index]).map { finding, entry in
                    entry.map { weighed(finding, by: $0, of: counts[$0] ?? 1) } ?? finding
                }.worstFirst)
        }
        return judged
    }

    /// The entry that matches a finding: a valid one before an expired one, a narrow one before a wide one.
    private func entry(for finding: Finding, of check: String) -> AcceptedFindings.Entry? {
        let near = (entries[finding.fingerprint] ?? []) + (entries[finding.rule] ?? [])
        let meant = near.filter { $0.rule == finding.rule && $0.takes(check, finding.contract.pointer) }
        return meant.first { !$0.isOver(on: day.value) } ?? meant.first
    }

    private func weighed(_ finding: Finding, by entry: AcceptedFindings.Entry, of count: Int) -> Finding {
        var finding = finding
        let acceptance = Acceptance(entry, of: finding.severity, covers: count)
        if entry.fingerprint == nil, count > 1 {
            finding.notes.append(
                .hint(
                    """
                    ; the entry at \(entry.source) means \(count) findings and accepts none: give it the fingerprint \
                    \(finding.fingerprint), or "*" for all
                    """))
        } else if entry.isOver(on: day.value) {
            finding.severity = .error
            finding.notes.append(.expired(acceptance))
        } else {
            finding.severity = .info
            finding.notes.append(.accepted(acceptance))
        }
        return finding
    }

    /// A finding for an entry that accepted nothing.
    package func unmatched(_ entry: AcceptedFindings.Entry) -> Finding {
        let over = entry.isOver(on: day.value) ? "; the acceptance expired on \(entry.expires)" : ""
        let place = entry.place.prefix { $0 != "#" }
        return Finding(
            reported: AcceptedRule.unmatched.id, severity: AcceptedRule.unmatched.severity,
            message: "no finding of '\(entry.rule)' at '\(entry.place)' is there to accept\(over)",
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
    /// The results with their severities of a day: an accepted finding fails nothing, an expired acceptance does.
    ///
    /// - Parameters:
    ///   - rules: the rules that the command can find broken; whether entries of others are needed is not known here.
    ///   - isWhole: whether every check ran: only then entries that accept nothing are reported, at a check of their service.
    package func judged(
        by acceptance: AcceptanceJudgement, failOn: Severity, rules: [Rule], isWhole: Bool
    ) -> [CheckResult] {
        guard !acceptance.accepted.entries.isEmpty, !isEmpty else { return self }
        let judged = acceptance.judged(map { ($0.check.id, $0.findings) })
        var results = zip(self, judged.findings).map { $0.with($1, failOn: failOn) }
        guard isWhole else { return results }
        let names = Set(rules.map(\.id))
        let firsts = Dictionary(enumerated().map { ($1.check.service, $0) }) { first, _ in first }
        let unused = acceptance.accepted.entries.filter {
            !judged.entries.contains($0) && names.contains($0.rule) && !$0.isOfHealth
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
    /// Whether it accepts findings of health checks alone.
    package var isOfHealth: Bool { checkSegments.count > 1 && checkSegments[1] == "health" }
}
