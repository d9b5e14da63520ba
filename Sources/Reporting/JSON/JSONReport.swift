import Conformance
import ContractFormat
import JSONSchema

/// A report as one JSON object, in the shape that ``ReportSchema`` describes.
enum JSONReport {
    /// The version of the shape; a change that a reader must know of raises it.
    static let version = 1

    static func text(of report: Report) -> String {
        json(of: report).text(.pretty) + "\n"
    }

    static func json(of report: Report) -> JSON {
        ["schema": JSON(version), "summary": summary(of: report), "checks": .array(report.checks.map(check))]
    }

    static func summary(of report: Report) -> JSON {
        [
            "checks": JSON(report.checks.count), "passed": JSON(report.count(.passed)),
            "failed": JSON(report.count(.failed)), "errors": JSON(report.count(.error)),
            "skipped": JSON(report.count(.skipped)), "probes": JSON(report.probes),
            "seconds": JSON(seconds: report.seconds),
        ]
    }

    static func check(_ result: CheckResult) -> JSON {
        object([
            ("id", .string(result.check.id)), ("service", .string(result.check.service)),
            ("kind", .string(result.check.kind.rawValue)), ("outcome", .string(result.outcome.rawValue)),
            ("reason", result.reason.map(JSON.string)), ("probes", JSON(result.probes)),
            ("seconds", JSON(seconds: result.seconds)), ("score", result.score.map(score)),
            ("findings", .array(result.findings.map(finding))),
        ])
    }

    private static func score(_ score: ModelScore) -> JSON {
        [
            "enforced": JSON(score.enforced), "total": JSON(score.total),
            "missing": .array(score.missing.map(JSON.string)),
        ]
    }

    private static func finding(_ finding: Finding) -> JSON {
        object([
            ("rule", .string(finding.rule)), ("severity", .string(finding.severity.rawValue)),
            ("message", .string(finding.message)), ("expected", finding.expected.map(JSON.string)),
            ("found", finding.found.map(JSON.string)), ("contract", place(finding.contract)),
            ("recording", finding.recording.map(place)), ("repeat", .string(finding.repeatCommand)),
            ("fingerprint", .string(finding.fingerprint)),
        ])
    }

    private static func place(_ place: Place) -> JSON {
        [
            "file": .string(place.file), "line": JSON(place.line), "column": JSON(place.column),
            "pointer": .string(place.pointer),
        ]
    }

    /// An object of the members that have a value.
    private static func object(_ members: [(String, JSON?)]) -> JSON {
        .object(JSONObject(members.compactMap { key, value in value.map { (key, $0) } }))
    }
}

extension JSON {
    fileprivate init(_ value: Int) { self = .number(JSONNumber(value)) }

    /// JSON has no infinity, and a clock that was set back is no reason for a negative time: both are zero.
    fileprivate init(seconds: Double) { self = .number(JSONNumber(max(seconds, 0)) ?? JSONNumber(0)) }
}

/// A report as JSON Lines: each check an object on a line of its own, and the summary as the last.
///
/// The lines have the shapes of the JSON report's `checks` and of the report itself without them.
enum JSONLinesReport {
    static func text(of report: Report) -> String {
        let summary: JSON = ["schema": 1, "summary": JSONReport.summary(of: report)]
        var text = ""
        for result in report.checks { text += JSONReport.check(result).text() + "\n" }
        return text + summary.text() + "\n"
    }
}
