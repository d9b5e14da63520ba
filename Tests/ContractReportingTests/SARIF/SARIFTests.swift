import ContractChecking
import ContractFormat
import Foundation
import JSONSchema
import Testing

@testable import ContractReporting

struct SARIFTests {
    /// The parts of SARIF 2.1.0 that a report uses.
    private static let schema: Result<Schema, any Error> = Result {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../readers/sarif.schema.json")
        return try Schema(JSON(parsing: Data(contentsOf: file)), formats: .assert)
    }

    private func log(_ report: Report, _ context: ReportContext = ReportContext()) throws -> JSON {
        try JSON(parsing: Data(report.rendered(as: .sarif, in: context).utf8))
    }

    private let report = Report(
        checks: [
            sampleResult(
                "b", .failed,
                findings: [
                    sampleFinding(
                        expected: "a string", found: "7",
                        contract: Place(
                            file: "Contracts/a b/contract.json", line: 12, column: 5,
                            pointer: JSONPointer(tokens: ["models", "A/B"])),
                        recording: Place(file: "Recordings/a/b.har", line: 3, column: 9), fingerprint: "00ff"),
                    sampleFinding(rule: "unknown.rule", severity: .info, fingerprint: "11"),
                ])
        ], seconds: 1)

    @Test func writesAFindingAsAResultWithItsRule() throws {
        let log = try log(report, ReportContext(tool: "contracts 1.0.0"))
        #expect(log[pointer: "/version"] == "2.1.0")
        #expect(log[pointer: "/runs/0/tool/driver/name"] == "contracts")
        #expect(log[pointer: "/runs/0/tool/driver/version"] == "1.0.0")
        let result = try #require(log[pointer: "/runs/0/results/0"])
        #expect(result["ruleId"] == "response.schema")
        #expect(result["ruleIndex"] == 0)
        #expect(result["level"] == "error")
        #expect(
            result[pointer: "/message/text"]
                == "the name is missing\nexpected: a string\nfound: 7\nrepeat: contracts verify --only a/response/b")
        let rule = try #require(log[pointer: "/runs/0/tool/driver/rules/0"])
        #expect(rule["id"] == "response.schema")
        #expect(rule[pointer: "/shortDescription/text"] == "The JSON body satisfies its schema.")
        #expect(
            rule[pointer: "/help/markdown"]?.stringValue?.hasPrefix(
                """
                The JSON body satisfies its schema.

                ```text
                "price": { "type": "number" }

                error: at '/price': expected number, found "12.50" [response.schema]
                ```

                If the service is right, correct the schema
                """) == true)
        #expect(rule[pointer: "/defaultConfiguration/level"] == "error")
    }

    @Test func locatesAResultByURIAndPointer() throws {
        let result = try #require(try log(report)[pointer: "/runs/0/results/0"])
        #expect(
            result[pointer: "/locations/0/physicalLocation"] == [
                "artifactLocation": ["uri": "Contracts/a%20b/contract.json", "uriBaseId": "%SRCROOT%"],
                "region": ["startLine": 12, "startColumn": 5],
            ])
        #expect(
            result[pointer: "/locations/0/logicalLocations"] == [
                ["name": "A/B", "fullyQualifiedName": "/models/A~1B", "kind": "property"],
                ["fullyQualifiedName": "a/response/b", "kind": "module"],
            ])
        #expect(result[pointer: "/relatedLocations/0/message/text"] == "recording")
        #expect(
            result[pointer: "/relatedLocations/0/physicalLocation/artifactLocation/uri"] == "Recordings/a/b.har")
    }

    @Test func writesPartialFingerprints() throws {
        let fingerprints = try log(report)[pointer: "/runs/0/results/0/partialFingerprints"]
        #expect(fingerprints == ["contractFinding/v1": "00ff", "primaryLocationLineHash": "00ff:1"])
    }

    @Test func namesAnUnknownRuleWithoutHelp() throws {
        let log = try log(report)
        #expect(log[pointer: "/runs/0/results/1/ruleIndex"] == 1)
        #expect(log[pointer: "/runs/0/results/1/level"] == "note")
        #expect(log[pointer: "/runs/0/tool/driver/rules/1/id"] == "unknown.rule")
        #expect(log[pointer: "/runs/0/tool/driver/rules/1/help"] == nil)
    }

    @Test(arguments: [
        ("/tmp/a b.json", "file:///tmp/a%20b.json"), ("main:Contracts/a.json", "main%3AContracts/a.json"),
        ("https://api.example.com/v1?q=ä", "https://api.example.com/v1?q=%C3%A4"), ("ü", "%C3%BC"),
    ])
    func writesLocationsAsURIs(_ file: String, _ uri: String) throws {
        let report = Report(
            checks: [sampleResult(findings: [sampleFinding(contract: Place(file: file))])], seconds: 0)
        let artifact = try log(report)[pointer: "/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri"]
        #expect(artifact == .string(uri))
    }

    @Test func mergesFindingsWithOneFingerprint() throws {
        let one = sampleFinding(recording: Place(file: "a.har"), fingerprint: "x")
        let other = sampleFinding(recording: Place(file: "b.har"), fingerprint: "x")
        let log = try log(Report(checks: [sampleResult(findings: [one, other])], seconds: 0))
        #expect(log[pointer: "/runs/0/results"]?.arrayValue?.count == 1)
        #expect(log[pointer: "/runs/0/results/0/occurrenceCount"] == 2)
        #expect(log[pointer: "/runs/0/results/0/relatedLocations"]?.arrayValue?.count == 2)
    }

    @Test func escapesPlaceholdersAndLinks() throws {
        let report = Report(
            checks: [sampleResult(findings: [sampleFinding(message: "[A-Z]{3} of {name} is [a](b)")])], seconds: 0)
        let text = try log(report)[pointer: "/runs/0/results/0/message/text"]?.stringValue
        #expect(text?.hasPrefix("[A-Z]{{3}} of {name} is [a\\](b)\n") == true, "\(text ?? "none")")
    }

    @Test func writesUnevaluatedChecksAsNotifications() throws {
        let log = try log(
            Report(
                checks: [sampleResult("b", .error, reason: "no server"), sampleResult("c", .skipped, reason: "later")],
                seconds: 0))
        #expect(log[pointer: "/runs/0/invocations/0/executionSuccessful"] == false)
        let notifications = log[pointer: "/runs/0/invocations/0/toolExecutionNotifications"]
        #expect(
            notifications == [
                ["level": "error", "message": ["text": "could not evaluate 1 check: no server"]],
                ["level": "note", "message": ["text": "1 check was not run: later"]],
            ])
    }

    @Test func writesNoResultsForAPassedRun() throws {
        let log = try log(Report(checks: [sampleResult()], seconds: 0))
        #expect(log[pointer: "/runs/0/results"] == [])
        #expect(log[pointer: "/runs/0/invocations/0/executionSuccessful"] == true)
    }

    @Test(arguments: try GoldenCase.all()) func satisfiesTheSchema(_ golden: GoldenCase) throws {
        let log = try log(golden.report(), golden.context())
        #expect(try Self.schema.get().violations(of: log).map(\.description) == [])
    }

    @Test(arguments: Hostile.texts) func satisfiesTheSchemaWithUntrustedText(_ text: String) throws {
        let log = try log(Hostile.report(text))
        #expect(try Self.schema.get().violations(of: log).map(\.description) == [])
    }
}
