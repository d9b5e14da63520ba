import ContractChecking
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
        object(ending(of: report) + [("checks", .array(report.checks.map(check)))])
    }

    /// What is told of the whole run: the report without its checks, which is the last line of the format `jsonl`.
    static func ending(of report: Report) -> [(String, JSON?)] {
        [
            ("schema", JSON(version)), ("shard", report.shard.map(shard)), ("summary", summary(of: report)),
            ("recordings", list(report.recordings.map(recording))),
        ]
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
            ("survival", result.survival.map(survival)), ("strength", result.strength.map(strength)),
            ("recordedAt", result.recordedAt.map { .string($0.text) }),
            ("findings", .array(result.findings.map(finding))),
            ("outcomes", list(outcomes(result.outcomes))),
        ])
    }

    /// Probes that follow each other and differ in nothing but their name are one member: there are thousands of them.
    private static func outcomes(_ outcomes: [ProbeOutcome]) -> [JSON] {
        var groups: [(first: ProbeOutcome, names: [JSON])] = []
        for outcome in outcomes {
            if let last = groups.last?.first, last.isLike(outcome) {
                groups[groups.count - 1].names.append(.string(outcome.name))
            } else {
                groups.append((outcome, [.string(outcome.name)]))
            }
        }
        return groups.map { outcome, names in
            object([
                ("pointer", .string(outcome.pointer)), ("kind", .string(outcome.kind)),
                ("expected", .string(outcome.expected)), ("found", .string(outcome.found)),
                ("rule", outcome.rule.map(JSON.string)), ("probes", .array(names)),
            ])
        }
    }

    private static func shard(_ shard: Shard) -> JSON { ["index": JSON(shard.index), "count": JSON(shard.count)] }

    private static func recording(_ recording: RecordingChange) -> JSON {
        let changes = recording.changes.map { change -> JSON in
            [
                "message": .string(change.message), "effect": .string(change.effect.rawValue),
                "severity": .string(change.severity.rawValue),
            ]
        }
        return [
            "file": .string(recording.file), "kind": .string(recording.kind.rawValue), "changes": .array(changes),
        ]
    }

    private static func score(_ score: ModelScore) -> JSON {
        object([
            ("enforced", JSON(score.enforced)), ("total", JSON(score.total)),
            ("missing", .array(score.missing.map(JSON.string))),
            ("left", score.left.isEmpty ? nil : .array(score.left.map(JSON.string))),
        ])
    }

    private static func survival(_ survival: Survival) -> JSON {
        let changes = survival.changes.map { change in
            object([
                ("kind", .string(change.kind)), ("pointer", .string(change.pointer)), ("name", .string(change.name)),
                ("outcome", .string(change.outcome.rawValue)), ("detail", change.detail.map(JSON.string)),
                ("contract", place(change.contract)),
            ])
        }
        return [
            "survived": JSON(survival.survived), "total": JSON(survival.changes.count), "changes": .array(changes),
        ]
    }

    private static func strength(_ strength: Strength) -> JSON {
        let mutants = strength.mutants.map { mutant in
            object([
                ("kind", .string(mutant.kind)), ("name", .string(mutant.name)),
                ("outcome", .string(mutant.outcome.rawValue)), ("noticedBy", mutant.noticedBy.map(JSON.string)),
                ("reason", mutant.reason.map(JSON.string)),
                ("contract", place(mutant.contract)),
            ])
        }
        return [
            "noticed": JSON(strength.count(.noticed)), "total": JSON(strength.total), "mutants": .array(mutants),
            "coverage": .array(strength.coverage.map(part)),
        ]
    }

    private static func part(_ part: Strength.Part) -> JSON {
        [
            "kind": .string(part.kind.rawValue), "name": .string(part.name), "count": JSON(part.count),
            "contract": place(part.contract),
        ]
    }

    static func finding(_ finding: Finding) -> JSON {
        object([
            ("rule", .string(finding.rule)), ("severity", .string(finding.severity.rawValue)),
            ("message", .string(finding.message)), ("expected", finding.expected.map(JSON.string)),
            ("found", finding.found.map(JSON.string)), ("contract", place(finding.contract)),
            ("recording", finding.recording.map(place)), ("repeat", .string(finding.repeatCommand)),
            ("fingerprint", .string(finding.fingerprint)), ("accepted", finding.acceptance.map(acceptance)),
        ])
    }

    private static func acceptance(_ acceptance: Acceptance) -> JSON {
        object([
            ("reason", .string(acceptance.reason)), ("author", .string(acceptance.author)),
            ("expires", .string(acceptance.expires)), ("severity", .string(acceptance.severity.rawValue)),
            ("place", place(acceptance.place)), ("covers", acceptance.covers > 1 ? JSON(acceptance.covers) : nil),
        ])
    }

    private static func place(_ place: Place) -> JSON {
        [
            "file": .string(place.file), "line": JSON(place.line), "column": JSON(place.column),
            "pointer": .string(place.pointer.description),
        ]
    }

    /// An array, or no member at all where it would be empty.
    private static func list(_ elements: [JSON]) -> JSON? { elements.isEmpty ? .none : .some(.array(elements)) }

    /// An object of the members that have a value.
    static func object(_ members: [(String, JSON?)]) -> JSON {
        .object(JSONObject(members.compactMap { key, value in value.map { (key, $0) } }))
    }
}

extension JSON {
    fileprivate init(_ value: Int) { self = .number(JSONNumber(value)) }

    /// JSON has no infinity, and a clock that was set back is no reason for a negative time: both are zero.
    fileprivate init(seconds: Double) { self = .number(JSONNumber(max(seconds, 0)) ?? JSONNumber(0)) }
}

extension Finding {
    /// The finding as the JSON report writes it.
    package var json: JSON { JSONReport.finding(self) }
}

extension ProbeOutcome {
    /// Returns whether two outcomes differ in nothing but the names of their probes.
    fileprivate func isLike(_ other: ProbeOutcome) -> Bool {
        pointer == other.pointer && kind == other.kind && expected == other.expected && found == other.found
            && rule == other.rule
    }
}

/// A report as JSON Lines: each check an object on a line of its own, and as the last what is told of the whole run.
///
/// The lines have the shapes of the JSON report's `checks` and of the report itself without them.
enum JSONLinesReport {
    static func text(of report: Report) -> String {
        var text = ""
        for result in report.checks { text += JSONReport.check(result).text() + "\n" }
        return text + JSONReport.object(JSONReport.ending(of: report)).text() + "\n"
    }
}

/// The published JSON Schema (2020-12) of the formats `json` and `jsonl`, which `contracts merge --schema` prints.
public enum ReportSchema {
    /// The schema as JSON text, which `Contracts/report.schema.json` repeats.
    public static let text = String(decoding: PackageResources.report_schema_json, as: UTF8.self)
}
