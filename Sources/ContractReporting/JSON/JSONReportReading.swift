import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

extension Report {
    /// Reads a report back from the text that the format `json` wrote: what was written comes back exactly.
    ///
    /// - Throws: `JSONSyntaxError` where the text is not JSON, ``ReportReadingError`` where it is no such report.
    public init(parsing data: Data) throws {
        try self.init(json: JSON(parsing: data))
    }

    /// Reads a report from the value that the format `json` wrote.
    ///
    /// - Throws: ``ReportReadingError`` where the value is no such report, or not a whole one.
    public init(json: JSON) throws(ReportReadingError) {
        let root = ReportCursor(json)
        let ending = try ReportEnding(root, with: ["checks"])
        var checks: [CheckResult] = []
        for node in try root.member("checks").elements() { checks.append(try CheckResult(node)) }
        self = try ending.report(of: checks)
    }
}

/// The part of a report about the whole run.
struct ReportEnding {
    private let summary: ReportCursor
    private let recordings: [RecordingChange]
    private let shard: Shard?

    init(_ root: ReportCursor, with more: [String] = []) throws(ReportReadingError) {
        // The version is looked at first: another one may have any other shape.
        let version = try root.member("schema")
        guard try version.count() == JSONReport.version else {
            throw version.failure(expected: "\(JSONReport.version)")
        }
        try root.allow(["schema", "summary", "recordings", "shard"] + more)
        summary = try root.member("summary")
        try summary.allow(["checks", "passed", "failed", "errors", "skipped", "probes", "seconds"])
        shard = try root["shard"].map(Shard.init)
        var recordings: [RecordingChange] = []
        for node in try root["recordings"]?.elements() ?? [] { recordings.append(try RecordingChange(node)) }
        self.recordings = recordings
    }

    /// The whole report.
    ///
    /// A summary that does not fit its checks tells of a report that was cut or edited.
    func report(of checks: [CheckResult]) throws(ReportReadingError) -> Report {
        let report = Report(
            checks: checks, seconds: try summary.member("seconds").double(), recordings: recordings, shard: shard)
        for (key, count) in [
            ("checks", checks.count), ("passed", report.count(.passed)), ("failed", report.count(.failed)),
            ("errors", report.count(.error)), ("skipped", report.count(.skipped)), ("probes", report.probes),
        ] {
            let node = try summary.member(key)
            guard try node.count() == count else { throw node.failure(expected: "\(count), the number in \"checks\"") }
        }
        return report
    }
}

extension CheckResult {
    init(_ node: ReportCursor) throws(ReportReadingError) {
        try node.allow([
            "id", "service", "kind", "outcome", "reason", "probes", "seconds", "score", "survival", "strength",
            "recordedAt", "findings", "outcomes",
        ])
        var findings: [Finding] = []
        for finding in try node.member("findings").elements() { findings.append(try Finding(finding)) }
        var outcomes: [ProbeOutcome] = []
        for group in try node["outcomes"]?.elements() ?? [] { outcomes += try ProbeOutcome.read(group) }
        self.init(
            check: try Check(node), outcome: try node.member("outcome").word(Outcome.self),
            probes: try node.member("probes").count(), seconds: try node.member("seconds").double(), findings: findings,
            reason: try node["reason"]?.string(), score: try node["score"].map(ModelScore.init),
            survival: try node["survival"].map(Survival.init), strength: try node["strength"].map(Strength.init),
            outcomes: outcomes, recordedAt: try node["recordedAt"].map(Timestamp.init(reading:)))
    }

    /// Reads one check as the JSON report writes it.
    package init(json: JSON) throws(ReportReadingError) { try self.init(ReportCursor(json)) }
}

extension Timestamp {
    fileprivate init(reading node: ReportCursor) throws(ReportReadingError) {
        guard let timestamp = Timestamp(try node.string()) else {
            throw node.failure(expected: "a date and time such as 2026-01-31T09:05:00Z")
        }
        self = timestamp
    }
}

extension ModelScore {
    fileprivate init(_ node: ReportCursor) throws(ReportReadingError) {
        try node.allow(["enforced", "total", "missing", "left"])
        var missing: [String] = []
        for element in try node.member("missing").elements() { missing.append(try element.string()) }
        var left: [String] = []
        for element in try node["left"]?.elements() ?? [] { left.append(try element.string()) }
        self.init(
            enforced: try node.member("enforced").count(), total: try node.member("total").count(), missing: missing,
            left: left)
    }
}

extension Survival {
    fileprivate init(_ node: ReportCursor) throws(ReportReadingError) {
        try node.allow(["survived", "total", "changes"])
        var changes: [Change] = []
        for element in try node.member("changes").elements() {
            try element.allow(["kind", "pointer", "name", "outcome", "detail", "contract"])
            changes.append(
                Change(
                    kind: try element.member("kind").string(), pointer: try element.member("pointer").string(),
                    name: try element.member("name").string(),
                    outcome: try element.member("outcome").word(Outcome.self),
                    detail: try element["detail"]?.string(), contract: try Place(element.member("contract"))))
        }
        self.init(changes: changes)
        for (key, count) in [("survived", survived), ("total", changes.count)] {
            let told = try node.member(key)
            guard try told.count() == count else { throw told.failure(expected: "\(count), the number in \"changes\"") }
        }
    }
}

extension Strength {
    fileprivate init(_ node: ReportCursor) throws(ReportReadingError) {
        try node.allow(["noticed", "total", "mutants", "coverage"])
        var mutants: [Mutant] = []
        for element in try node.member("mutants").elements() {
            try element.allow(["kind", "name", "outcome", "noticedBy", "reason", "contract"])
            mutants.append(
                Mutant(
                    kind: try element.member("kind").string(), name: try element.member("name").string(),
                    outcome: try element.member("outcome").word(Outcome.self),
                    noticedBy: try element["noticedBy"]?.string(), reason: try element["reason"]?.string(),
                    contract: try Place(element.member("contract"))))
        }
        var coverage: [Part] = []
        for element in try node["coverage"]?.elements() ?? [] {
            try element.allow(["kind", "name", "count", "contract"])
            coverage.append(
                Part(
                    kind: try element.member("kind").word(Part.Kind.self), name: try element.member("name").string(),
                    count: try element.member("count").count(), contract: try Place(element.member("contract"))))
        }
        self.init(mutants: mutants, coverage: coverage)
        for (key, number) in [("noticed", count(.noticed)), ("total", total)] {
            let told = try node.member(key)
            guard try told.count() == number else {
                throw told.failure(expected: "\(number), the number in \"mutants\"")
            }
        }
    }
}

extension ProbeOutcome {
    /// The probes of one member, which differ in nothing but their names.
    fileprivate static func read(_ node: ReportCursor) throws(ReportReadingError) -> [ProbeOutcome] {
        try node.allow(["pointer", "kind", "expected", "found", "rule", "probes"])
        let pointer = try node.member("pointer").string()
        let kind = try node.member("kind").string()
        let expected = try node.member("expected").string()
        let found = try node.member("found").string()
        let rule = try node["rule"]?.string()
        var outcomes: [ProbeOutcome] = []
        for name in try node.member("probes").elements() {
            outcomes.append(
                .init(
                    name: try name.string(), kind: kind, pointer: pointer, expected: expected, found: found, rule: rule)
            )
        }
        return outcomes
    }
}

extension Shard {
    fileprivate init(_ node: ReportCursor) throws(ReportReadingError) {
        try node.allow(["index", "count"])
        let index = try node.member("index")
        let count = try node.member("count").count()
        guard count <= 100_000 else { throw try node.member("count").failure(expected: "at most 100000 shards") }
        guard let shard = Shard(index: try index.count(), count: count) else {
            throw index.failure(expected: "1 to \(count)")
        }
        self = shard
    }
}

extension RecordingChange {
    fileprivate init(_ node: ReportCursor) throws(ReportReadingError) {
        try node.allow(["file", "kind", "changes"])
        var changes: [Change] = []
        for change in try node.member("changes").elements() {
            try change.allow(["message", "effect", "severity"])
            changes.append(
                Change(
                    message: try change.member("message").string(),
                    effect: try change.member("effect").word(Change.Effect.self),
                    severity: try change.member("severity").word(Severity.self)))
        }
        self.init(
            file: try node.member("file").string(), kind: try node.member("kind").word(Kind.self), changes: changes)
    }
}

extension Check {
    fileprivate init(_ node: ReportCursor) throws(ReportReadingError) {
        let service = try node.member("service").string()
        let kind = try node.member("kind").word(Kind.self)
        let id = try node.member("id").string()
        guard let check = Check(id: id, service: service, kind: kind) else {
            let start = Check(service: service, kind: kind).id
            throw try node.member("id").failure(expected: "an identifier that begins with \"\(start)\"")
        }
        self = check
    }
}

extension Finding {
    fileprivate init(_ node: ReportCursor) throws(ReportReadingError) {
        try node.allow([
            "rule", "severity", "message", "expected", "found", "contract", "recording", "repeat", "fingerprint",
            "accepted",
        ])
        var recording: Place?
        if let place = node["recording"] { recording = try Place(place) }
        self.init(
            reported: try node.member("rule").string(), severity: try node.member("severity").word(Severity.self),
            message: try node.member("message").string(), expected: try node["expected"]?.string(),
            found: try node["found"]?.string(), contract: try Place(node.member("contract")),
            recording: recording, repeatCommand: try node.member("repeat").string(),
            fingerprint: try node.member("fingerprint").string(), acceptance: try node["accepted"].map(Acceptance.init))
    }
}

extension Acceptance {
    fileprivate init(_ node: ReportCursor) throws(ReportReadingError) {
        try node.allow(["reason", "author", "expires", "severity", "place", "covers"])
        self.init(
            reason: try node.member("reason").string(), author: try node.member("author").string(),
            expires: try node.member("expires").string(), severity: try node.member("severity").word(Severity.self),
            place: try Place(node.member("place")), covers: try node["covers"]?.count() ?? 1)
    }
}

extension Place {
    fileprivate init(_ node: ReportCursor) throws(ReportReadingError) {
        try node.allow(["file", "line", "column", "pointer"])
        self.init(
            file: try node.member("file").string(), line: try node.member("line").count(),
            column: try node.member("column").count(), pointer: try node.member("pointer").jsonPointer())
    }
}
