import ContractChecking
import ContractFormat
import Foundation
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
        let root = ReportNode(json, .root)
        let ending = try ReportEnding(root, with: ["checks"])
        var checks: [CheckResult] = []
        for node in try root.member("checks").elements() { checks.append(try CheckResult(node)) }
        self = try ending.report(of: checks)
    }
}

/// What a report tells of the whole run, beside its checks.
struct ReportEnding {
    private let summary: ReportNode
    private let recordings: [RecordingChange]
    private let shard: Shard?

    init(_ root: ReportNode, with more: Set<String> = []) throws(ReportReadingError) {
        // The version is looked at first: another one may have any other shape.
        let version = try root.member("schema")
        guard try version.int() == JSONReport.version else { throw version.error("\(JSONReport.version)") }
        try root.allow(more.union(["schema", "summary", "recordings", "shard"]))
        summary = try root.member("summary")
        try summary.allow(["checks", "passed", "failed", "errors", "skipped", "probes", "seconds"])
        shard = try root.optional("shard").map(Shard.init)
        var recordings: [RecordingChange] = []
        for node in try root.optional("recordings")?.elements() ?? [] { recordings.append(try RecordingChange(node)) }
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
            guard try node.int() == count else { throw node.error("\(count), the number in \"checks\"") }
        }
        return report
    }
}

extension CheckResult {
    init(_ node: ReportNode) throws(ReportReadingError) {
        try node.allow([
            "id", "service", "kind", "outcome", "reason", "probes", "seconds", "score", "findings", "outcomes",
        ])
        var findings: [Finding] = []
        for finding in try node.member("findings").elements() { findings.append(try Finding(finding)) }
        var outcomes: [ProbeOutcome] = []
        for group in try node.optional("outcomes")?.elements() ?? [] { outcomes += try ProbeOutcome.read(group) }
        self.init(
            check: try Check(node), outcome: try node.member("outcome").word(Outcome.self),
            probes: try node.member("probes").int(), seconds: try node.member("seconds").double(), findings: findings,
            reason: try node.optional("reason")?.string(), score: try node.optional("score").map(ModelScore.init),
            outcomes: outcomes)
    }

    /// Reads one check as the JSON report writes it.
    package init(json: JSON) throws(ReportReadingError) { try self.init(ReportNode(json, .root)) }

    /// The check as the JSON report writes it.
    package var json: JSON { JSONReport.check(self) }
}

extension ModelScore {
    fileprivate init(_ node: ReportNode) throws(ReportReadingError) {
        try node.allow(["enforced", "total", "missing"])
        var missing: [String] = []
        for element in try node.member("missing").elements() { missing.append(try element.string()) }
        self.init(
            enforced: try node.member("enforced").int(), total: try node.member("total").int(), missing: missing)
    }
}

extension ProbeOutcome {
    /// The probes of one member, which differ in nothing but their names.
    fileprivate static func read(_ node: ReportNode) throws(ReportReadingError) -> [ProbeOutcome] {
        try node.allow(["pointer", "kind", "expected", "found", "rule", "probes"])
        let pointer = try node.member("pointer").string()
        let kind = try node.member("kind").string()
        let expected = try node.member("expected").string()
        let found = try node.member("found").string()
        let rule = try node.optional("rule")?.string()
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
    fileprivate init(_ node: ReportNode) throws(ReportReadingError) {
        try node.allow(["index", "count"])
        let index = try node.member("index")
        let count = try node.member("count").int()
        guard let shard = Shard(index: try index.int(), count: count) else { throw index.error("1 to \(count)") }
        self = shard
    }
}

extension RecordingChange {
    fileprivate init(_ node: ReportNode) throws(ReportReadingError) {
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
    fileprivate init(_ node: ReportNode) throws(ReportReadingError) {
        let service = try node.member("service").string()
        let kind = try node.member("kind").word(Kind.self)
        let id = try node.member("id").string()
        let whole = Check(service: service, kind: kind)
        let named = Check(service: service, kind: kind, "")
        if id.utf8.elementsEqual(whole.id.utf8) {
            self = whole
        } else if id.utf8.starts(with: named.id.utf8) {
            let name = id.unicodeScalars.dropFirst(named.id.unicodeScalars.count)
            self.init(service: service, kind: kind, String(name))
        } else {
            throw try node.member("id").error("an identifier that begins with \"\(whole.id)\"")
        }
    }
}

extension Finding {
    fileprivate init(_ node: ReportNode) throws(ReportReadingError) {
        try node.allow([
            "rule", "severity", "message", "expected", "found", "contract", "recording", "repeat", "fingerprint",
        ])
        var recording: Place?
        if let place = node.optional("recording") { recording = try Place(place) }
        self.init(
            reported: try node.member("rule").string(), severity: try node.member("severity").word(Severity.self),
            message: try node.member("message").string(), expected: try node.optional("expected")?.string(),
            found: try node.optional("found")?.string(), contract: try Place(node.member("contract")),
            recording: recording, repeatCommand: try node.member("repeat").string(),
            fingerprint: try node.member("fingerprint").string())
    }
}

extension Place {
    fileprivate init(_ node: ReportNode) throws(ReportReadingError) {
        try node.allow(["file", "line", "column", "pointer"])
        self.init(
            file: try node.member("file").string(), line: try node.member("line").int(),
            column: try node.member("column").int(), pointer: try node.member("pointer").jsonPointer())
    }
}
