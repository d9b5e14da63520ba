import ContractChecking
import EmbeddedTexts
import Foundation
import JSONSchema

/// A report as one JSON object, in the shape that ``ReportSchema`` describes.
enum JSONReport {
    /// The version of the shape; a change that a reader must know of raises it.
    static let version = 1

    static func text(of report: Report) -> String { json(of: report).text(.pretty) + "\n" }

    static func json(of report: Report) -> JSON {
        .present(ending(of: report) + [("checks", ReportForm.check.array.json(report.checks))])
    }

    /// Each check on a line of its own, and as the last the report without them.
    static func lines(of report: Report) -> String {
        let check = ReportForm.check
        return (report.checks.map(check.json) + [.present(ending(of: report))]).map { $0.text() + "\n" }.joined()
    }

    private static func ending(of report: Report) -> [(String, JSON?)] {
        let counts = counts(of: report).map { ($0.key, Optional(JSON($0.count))) }
        let seconds = ("seconds", Optional(JSON(nonNegative: report.seconds)))
        let recordings = report.recordings.isEmpty ? nil : ReportForm.recording.array.json(report.recordings)
        return [
            ("schema", JSON(version)), ("shard", report.shard.map(ReportForm.shard.json)),
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
    /// Reads a report back from the text that the format `json` wrote: it comes back exactly.
    package init(parsing data: Data) throws { try self.init(json: JSON(parsing: data)) }

    package init(json: JSON) throws(ReportReadingError) {
        let root = ReportCursor(json)
        try self.init(ending: root, with: ["checks"]) { () throws(ReportReadingError) in
            try ReportForm.check.array.read(try root.member("checks"))
        }
    }

    /// A summary that does not fit its checks shows that the report was cut or edited.
    init(
        ending root: ReportCursor, with more: [String] = [], checks: () throws(ReportReadingError) -> [CheckResult]
    ) throws(ReportReadingError) {
        // The version is looked at first: another one may have any other shape.
        let version = try root.member("schema")
        guard try ReportForm<Int>.count.read(version) == JSONReport.version else {
            throw version.failure(expected: "\(JSONReport.version)")
        }
        try root.allow(["schema", "summary", "recordings", "shard"] + more)
        let summary = try root.member("summary")
        let shard = try root["shard"].map(ReportForm.shard.read)
        let recordings = try root["recordings"].map(ReportForm.recording.array.read) ?? []
        let seconds = try summary.member("seconds").double()
        self.init(checks: try checks(), seconds: seconds, recordings: recordings, shard: shard)
        let counts = JSONReport.counts(of: self)
        try summary.allow(counts.map(\.key) + ["seconds"])
        for (key, count) in counts { try summary.require(key, count, in: "checks") }
    }
}

extension CheckResult {
    package init(json: JSON) throws(ReportReadingError) { self = try ReportForm.check.read(ReportCursor(json)) }
}

/// The published JSON Schema (2020-12) of the formats `json` and `jsonl`, which `contracts merge --schema` prints.
package enum ReportSchema { package static let text = String(cString: embedded_report_schema_json()) }
