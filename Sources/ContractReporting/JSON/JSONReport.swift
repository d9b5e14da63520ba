import ContractChecking
import ContractFormat
import EmbeddedTexts
import JSONSchema

/// A report as one JSON object, in the shape that ``ReportSchema`` describes.
enum JSONReport {
    /// The version of the shape; a change that a reader must know of raises it.
    static let version = 1

    static func text(of report: Report) -> String {
        json(of: report).text(.pretty) + "\n"
    }

    static func json(of report: Report) -> JSON {
        JSON.present(ending(of: report) + [("checks", .array(report.checks.map(check)))])
    }

    /// The report without its checks, which is the last line of the format `jsonl`.
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
            "seconds": JSON(nonNegative: report.seconds),
        ]
    }

    static func check(_ result: CheckResult) -> JSON {
        JSON.present([
            ("id", .string(result.check.id)), ("service", .string(result.check.service)),
            ("kind", .string(result.check.kind.rawValue)), ("outcome", .string(result.outcome.rawValue)),
            ("reason", result.reason.map(JSON.string)), ("probes", JSON(result.probes)),
            ("seconds", JSON(nonNegative: result.seconds)), ("score", result.score.map(score)),
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
            JSON.present([
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
        JSON.present([
            ("enforced", JSON(score.enforced)), ("total", JSON(score.total)),
            ("missing", .array(score.missing.map(JSON.string))),
            ("left", score.left.isEmpty ? nil : .array(score.left.map(JSON.string))),
        ])
    }

    private static func survival(_ survival: Survival) -> JSON {
        let changes = survival.changes.map { change in
            JSON.present([
                ("kind", .string(change.kind)), ("pointer", .string(change.pointer)), ("name", .string(change.name)),
                ("outcome", .string(change.outcome.rawValue)), ("detail", change.detail.map(JSON.string)),
                ("contract", change.contract.json),
            ])
        }
        return [
            "survived": JSON(survival.survived), "total": JSON(survival.changes.count), "changes": .array(changes),
        ]
    }

    private static func strength(_ strength: Strength) -> JSON {
        let mutants = strength.mutants.map { mutant in
            JSON.present([
                ("kind", .string(mutant.kind)), ("name", .string(mutant.name)),
                ("outcome", .string(mutant.outcome.rawValue)), ("noticedBy", mutant.noticedBy.map(JSON.string)),
                ("reason", mutant.reason.map(JSON.string)),
                ("contract", mutant.contract.json),
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
            "contract": part.contract.json,
        ]
    }

    static func finding(_ finding: Finding) -> JSON {
        JSON.present([
            ("rule", .string(finding.rule)), ("severity", .string(finding.severity.rawValue)),
            ("message", .string(finding.message)), ("expected", finding.expected.map(JSON.string)),
            ("found", finding.found.map(JSON.string)), ("contract", finding.contract.json),
            ("recording", finding.recording.map(\.json)), ("repeat", .string(finding.repeatCommand)),
            ("fingerprint", .string(finding.fingerprint)), ("accepted", finding.acceptance.map(acceptance)),
        ])
    }

    private static func acceptance(_ acceptance: Acceptance) -> JSON {
        JSON.present([
            ("reason", .string(acceptance.reason)), ("author", .string(acceptance.author)),
            ("expires", .string(acceptance.expires)), ("severity", .string(acceptance.severity.rawValue)),
            ("place", acceptance.place.json), ("covers", acceptance.covers > 1 ? JSON(acceptance.covers) : nil),
        ])
    }

    /// An array, or no member at all where it would be empty.
    private static func list(_ elements: [JSON]) -> JSON? { elements.isEmpty ? .none : .some(.array(elements)) }
}

extension Finding {
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
        return text + JSON.present(JSONReport.ending(of: report)).text() + "\n"
    }
}

/// The published JSON Schema (2020-12) of the formats `json` and `jsonl`, which `contracts merge --schema` prints.
public enum ReportSchema {
    /// The schema as JSON text, which `Contracts/report.schema.json` repeats.
    public static let text = String(cString: embedded_report_schema_json())
}
