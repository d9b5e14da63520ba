import ContractChecking
import ContractFormat
import Foundation
import JSONSchema
import Testing

@testable import ContractReporting

struct JSONReportTests {
    @Test func writesTheDocumentedFormat() throws {
        let finding = sampleFinding(
            expected: "e", found: "f", recording: Place(file: "r", line: 3, column: 4, pointer: "/x"))
        let checks = [sampleResult("b", .failed, findings: [finding, sampleFinding()])]
        let json = try JSON(parsing: Report(checks: checks, seconds: 2.5).rendered(as: .json))
        let expected = try JSON(
            parsing: #"""
                { "schema": 1,
                  "summary": { "checks": 1, "passed": 0, "failed": 1, "errors": 0, "skipped": 0, "probes": 1,
                               "seconds": 2.5 },
                  "checks": [
                    { "id": "a/response/b", "service": "a", "kind": "response", "outcome": "failed", "probes": 1,
                      "seconds": 0.25, "findings": [
                        { "rule": "response.schema", "severity": "error", "message": "the name is missing",
                          "expected": "e", "found": "f",
                          "contract": { "file": "Contracts/a/contract.json", "line": 2, "column": 1, "pointer": "" },
                          "recording": { "file": "r", "line": 3, "column": 4, "pointer": "/x" },
                          "repeat": "contracts verify --only a/response/b", "fingerprint": "f" },
                        { "rule": "response.schema", "severity": "error", "message": "the name is missing",
                          "contract": { "file": "Contracts/a/contract.json", "line": 2, "column": 1, "pointer": "" },
                          "repeat": "contracts verify --only a/response/b", "fingerprint": "f" } ] } ] }
                """#)
        #expect(json == expected)
    }

    @Test(arguments: Hostile.texts) func roundTripsUntrustedText(_ text: String) throws {
        let report = Hostile.report(text)
        #expect(try Report(parsing: Data(report.rendered(as: .json).utf8)) == report)
    }

    @Test func roundTripsTimesExactly() throws {
        for seconds in [0.1, 1.0 / 3, .leastNonzeroMagnitude, 1e300] {
            let report = Report(checks: [sampleResult()], seconds: seconds)
            #expect(try Report(parsing: Data(report.rendered(as: .json).utf8)).seconds == seconds)
        }
    }

    /// Thousands of probes differ only in their names.
    @Test func groupsConsecutiveProbesWithEqualOutcomes() throws {
        func outcome(_ name: String, _ kind: String, _ rule: String? = nil) -> ProbeOutcome {
            .init(name: name, kind: kind, pointer: "/a", expected: "nil", found: "nil", rule: rule)
        }
        let outcomes = [
            outcome("1", "type"), outcome("2", "type"), outcome("3", "null"), outcome("4", "type"),
            outcome("5", "type", "model.trap"),
        ]
        let result = CheckResult(
            check: Check(service: "a", kind: .model, "b"), outcome: .failed, outcomes: outcomes)
        let text = Report(checks: [result], seconds: 1).rendered(as: .json)
        let groups = try JSON(parsing: text)[pointer: "/checks/0/outcomes"]?.arrayValue
        #expect(groups?.map { $0["probes"] } == [["1", "2"], ["3"], ["4"], ["5"]])
        #expect(groups?.last?["rule"] == "model.trap")
        #expect(try Report(parsing: Data(text.utf8)).checks.first?.outcomes == outcomes)
    }

    @Test func roundTripsItsShard() throws {
        let report = Report(checks: [], seconds: 1, shard: Shard(index: 2, count: 4))
        let json = try JSON(parsing: report.rendered(as: .json))
        #expect(json["shard"] == ["index": 2, "count": 4])
        #expect(try Report(json: json) == report)
    }

    @Test(arguments: [Double.nan, .infinity, -1]) func writesAnInvalidTimeAsZero(_ seconds: Double) throws {
        let text = Report(checks: [], seconds: seconds).rendered(as: .json)
        #expect(try JSON(parsing: text)[pointer: "/summary/seconds"] == 0)
    }

    @Test func writesOneLinePerCheckAndTheSummaryLast() throws {
        let report = try GoldenCase("failures").report()
        let whole = try JSON(parsing: report.rendered(as: .json))
        let lines = try report.rendered(as: .jsonl).split(separator: "\n").map { try JSON(parsing: String($0)) }
        #expect(lines.dropLast() == whole["checks"]?.arrayValue?[...])
        #expect(lines.last?["summary"] == whole["summary"])
        #expect(lines.last?["schema"] == 1)
        #expect(lines.last?["checks"] == nil)
    }
}

struct ReportSchemaTests {
    @Test(arguments: try GoldenCase.all()) func acceptsEveryReport(_ golden: GoldenCase) throws {
        let schema = try Schema(JSON(parsing: ReportSchema.text))
        #expect(schema.violations(of: JSONReport.json(of: try golden.report())).isEmpty)
    }

    @Test(arguments: Hostile.texts) func acceptsReportsWithUntrustedText(_ text: String) throws {
        let schema = try Schema(JSON(parsing: ReportSchema.text))
        #expect(schema.violations(of: JSONReport.json(of: Hostile.report(text))).isEmpty)
    }

    @Test(arguments: [
        ("\"schema\": 1", "\"schema\": 2"), ("\"rule\"", "\"rules\""), ("\"failed\",", "\"broken\","),
        ("\"line\": 9", "\"line\": \"9\""), ("\"probes\": 34", "\"probes\": -34"),
    ])
    func rejectsInvalidReportsLikeTheReader(_ old: String, _ new: String) throws {
        let schema = try Schema(JSON(parsing: ReportSchema.text))
        let text = String(decoding: try GoldenCase("failures").data(), as: UTF8.self)
        try #require(text.contains(old))
        let data = Data(text.replacing(old, with: new).utf8)
        #expect(!schema.accepts(try JSON(parsing: data)))
        #expect(throws: ReportReadingError.self) { try Report(parsing: data) }
    }

    @Test(arguments: try GoldenCase.all()) func acceptsEveryLine(_ golden: GoldenCase) throws {
        var json = try JSON(parsing: ReportSchema.text).objectValue
        json?["type"] = nil
        json?["required"] = nil
        json?["properties"] = nil
        json?["additionalProperties"] = nil
        json?["oneOf"] = [["$ref": "#/$defs/check"], ["$ref": "#/$defs/ending"]]
        let schema = try Schema(.object(try #require(json)))
        for line in try golden.report().rendered(as: .jsonl).split(separator: "\n") {
            #expect(schema.violations(of: try JSON(parsing: String(line))).isEmpty, "\(line)")
        }
    }

    @Test func matchesThePublishedFile() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Contracts/report.schema.json").standardizedFileURL
        let published = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        #expect(published == ReportSchema.text, "'make schemas' copies the schema to Contracts")
    }

    @Test func listsEveryKindOutcomeEffectAndSeverity() throws {
        let schema = try JSON(parsing: ReportSchema.text)
        func words(_ pointer: JSONPointer) -> [String]? {
            schema[pointer: pointer]?.arrayValue?.compactMap(\.stringValue)
        }
        #expect(words("/$defs/check/properties/kind/enum") == Check.Kind.allCases.map(\.rawValue))
        #expect(words("/$defs/check/properties/outcome/enum") == CheckResult.Outcome.allCases.map(\.rawValue))
        let recording = "/$defs/recordings/items/properties"
        #expect(try words(JSONPointer(recording + "/kind/enum")) == RecordingChange.Kind.allCases.map(\.rawValue))
        #expect(
            try words(JSONPointer(recording + "/changes/items/properties/effect/enum"))
                == RecordingChange.Change.Effect.allCases.map(\.rawValue))
        #expect(words("/$defs/severity/enum") == Severity.allCases.map(\.rawValue))
    }
}

struct JSONReportReadingTests {
    private static let report = Report(
        checks: [sampleResult("b", .failed, findings: [sampleFinding(recording: Place(file: "r"))])], seconds: 1)

    private func error(replacing old: String, with new: String) throws -> String {
        let text = Self.report.rendered(as: .json)
        try #require(text.contains(old))
        let data = Data(text.replacing(old, with: new).utf8)
        return String(describing: try #require(throws: ReportReadingError.self) { try Report(parsing: data) })
    }

    @Test(arguments: [
        ("\"schema\": 1", "\"schema\": 2", "expected 1 at /schema, found 2"),
        ("\"schema\": 1,", "", "expected a member \"schema\", found none"),
        ("\"outcome\": \"failed\"", "\"outcome\": \"broken\"", "at /checks/0/outcome, found \"broken\""),
        ("\"kind\": \"response\"", "\"kind\": \"model\"", "expected an identifier that begins with \"a/model\""),
        ("\"probes\": 1,", "\"probes\": -1,", "expected a whole number at /checks/0/probes, found -1"),
        ("\"line\": 2", "\"line\": \"2\"", "expected a whole number at /checks/0/findings/0/contract/line"),
        ("\"checks\": 1", "\"checks\": 2", "expected 1, the number in \"checks\" at /summary/checks, found 2"),
        ("\"rule\"", "\"rules\"", "expected no such member at /checks/0/findings/0/rules"),
        (
            "\"summary\"", "\"shard\": {\"index\": 5, \"count\": 4},\n\"summary\"",
            "expected 1 to 4 at /shard/index, found 5"
        ),
        (
            "\"summary\"", "\"recordings\": [{}], \"summary\"",
            "expected a member \"file\" at /recordings/0, found none"
        ),
        ("\"fingerprint\": \"f\"", "\"fingerprint\": null", "expected a string at /checks/0/findings/0/fingerprint"),
    ])
    func reportsWhereAFileIsInvalid(_ old: String, _ new: String, _ expected: String) throws {
        let error = try error(replacing: old, with: new)
        #expect(error.contains(expected), "\(error)")
    }

    @Test(arguments: [
        "[]", "{}", "null", "{\"log\": {\"version\": \"1.2\"}}", "\"\u{7}\"".replacing("\u{7}", with: "x"),
    ])
    func rejectsOtherJSONFiles(_ text: String) {
        #expect(throws: ReportReadingError.self) { try Report(parsing: Data(text.utf8)) }
    }

    @Test func rejectsFilesThatAreNotJSON() {
        #expect(throws: JSONSyntaxError.self) { try Report(parsing: Data("<testsuites/>".utf8)) }
    }
}
