import ContractChecking
import EmbeddedTexts
import Foundation
import JSONSchema

/// Writes a report as one JSON object in the format of ``ReportSchema``.
enum JSONReport {
    /// The format version, raised by every incompatible change.
    static let version = 1

    static func text(of report: Report) -> String { json(of: report).text(.pretty) + "\n" }

    static func json(of report: Report) -> JSON {
        .present(ending(of: report) + [("checks", ReportForms.check.array.json(report.checks))])
    }

    /// Returns one line per check, then a line with the rest of the report.
    static func lines(of report: Report) -> String {
        let check = ReportForms.check
        return (report.checks.map(check.json) + [.present(ending(of: report))]).map { $0.text() + "\n" }.joined()
    }

    private static func ending(of report: Report) -> [(String, JSON?)] {
        let counts = counts(of: report).map { ($0.key, Optional(JSON($0.count))) }
        let seconds = ("seconds", Optional(JSON(nonNegative: report.seconds)))
        let recordings = report.recordings.isEmpty ? nil : ReportForms.recording.array.json(report.recordings)
        return [
            ("schema", JSON(version)), ("shard", report.shard.map(ReportForms.shard.json)),
            ("summary", .present(counts + [seconds])), ("recordings", recordings),
        ]
    }

    fileprivate static func counts(of report: Report) -> [(key: String, count: Int)] {
        [
            ("checks", report.checks.count), ("passed", report.count(.passed)), ("failed", report.count(.failed)),
            ("errors", report.count(.error)), ("skipped", report.count(.skipped)), ("probes", report.probes),
        ]
    }
}

extension Report {
    /// Parses a report in the format `json`. Reading restores a written report exactly.
    package init(parsing data: Data) throws { try self.init(json: JSON(parsing: data)) }

    package init(json: JSON) throws(ReportReadingError) {
        let root = ReportCursor(json)
        try self.init(ending: root, with: ["checks"]) { () throws(ReportReadingError) in
            try ReportForms.check.array.read(try root.member("checks"))
        }
    }

    /// Creates a report and compares its summary with its checks, which reveals truncated or edited reports.
    init(
        ending root: ReportCursor, with more: [String] = [], checks: () throws(ReportReadingError) -> [CheckResult]
    ) throws(ReportReadingError) {
        // Other versions may have any format, so the version is checked first.
        let version = try root.member("schema")
        guard try ReportForms.count.read(version) == JSONReport.version else {
            throw version.failure(expected: "\(JSONReport.version)")
        }
        try root.allow(["schema", "summary", "recordings", "shard"] + more)
        let summary = try root.member("summary")
        let shard = try root["shard"].map(ReportForms.shard.read)
        let recordings = try root["recordings"].map(ReportForms.recording.array.read) ?? []
        let seconds = try summary.member("seconds").double()
        self.init(checks: try checks(), seconds: seconds, recordings: recordings, shard: shard)
        let counts = JSONReport.counts(of: self)
        try summary.allow(counts.map(\.key) + ["seconds"])
        for (key, count) in counts { try summary.require(key, count, in: "checks") }
    }
}

extension CheckResult {
    package init(json: JSON) throws(ReportReadingError) { self = try ReportForms.check.read(ReportCursor(json)) }
}

/// The published JSON Schema (2020-12) of the formats `json` and `jsonl`, printed by `contracts merge --schema`.
package enum ReportSchema { package static let text = String(cString: embedded_report_schema_json()) }
