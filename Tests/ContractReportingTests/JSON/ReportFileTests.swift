import ContractChecking
import Foundation
import JSONSchema
import Testing

@testable import ContractReporting

struct ReportFileTests {
    private let report = Report(
        checks: [sampleResult("b", .failed, findings: [sampleFinding()]), sampleResult("c")], seconds: 1)

    private func read(_ text: String) throws -> [Report] { try ReportFile.read(Array(text.utf8), named: "r") }

    private func error(_ text: String) throws -> String {
        try #require(throws: SourceFault.self) { try read(text) }.report
    }

    @Test func readsJSONAndJSONLines() throws {
        for format in [ReportFormat.json, .jsonl] {
            #expect(try read(report.rendered(as: format)) == [report])
            #expect(try read("\n" + report.rendered(as: format).replacing("\n", with: "\r\n")) == [report])
        }
        // The format of `jq -c`.
        #expect(try read(JSONReport.json(of: report).text(.compact)) == [report])
        let empty = Report(checks: [], seconds: 0, shard: Shard(index: 2, count: 2))
        #expect(try read(empty.rendered(as: .jsonl)) == [empty])
    }

    @Test func readsConcatenatedReports() throws {
        let lines = report.rendered(as: .jsonl)
        #expect(try read(lines + lines) == [report, report])
    }

    @Test func reportsAMissingLine() throws {
        let lines = report.rendered(as: .jsonl).split(separator: "\n")
        let cut = lines.dropLast().joined(separator: "\n")
        #expect(try error(cut).hasPrefix("r:2:1: error: the last line is a check; expected the summary of the run"))
        let short = lines.dropFirst().joined(separator: "\n")
        #expect(
            try error(short)
                == "r:2:33: error: not a JSON report of contracts: expected 1, the number in \"checks\" at "
                + "/summary/checks, found 2")
    }

    @Test(arguments: [
        ("", "r:1:1: error: the file is empty; expected the output of 'contracts verify --report json=FILE'"),
        (" \n\n", "r:1:1: error: the file is empty"), ("<testsuites/>", "r:1:1: error: not JSON: "),
        ("[]", "r:1:1: error: not a JSON report of contracts: expected an object, found an array"),
        ("{}", "r:1:1: error: not a JSON report of contracts: expected a member \"schema\""),
        ("{\n  \"schema\": 2\n}", "r:2:13: error: not a JSON report of contracts: expected 1 at /schema, found 2"),
        ("{\"id\":\"x\"}\n{", "r:1:1: error: not a JSON report of contracts: expected a member \"service\""),
        ("{}\n{}x", "r:1:1: error: not a JSON report of contracts: expected a member \"schema\""),
    ])
    func reportsWhereAFileIsInvalid(_ text: String, _ expected: String) throws {
        let error = try error(text)
        #expect(error.hasPrefix(expected), "\(error)")
    }

    /// A run that was killed or a download that was cut off must not pass for a complete report.
    @Test(arguments: [ReportFormat.json, .jsonl]) func rejectsATruncatedReport(_ format: ReportFormat) {
        let bytes = Array(report.rendered(as: format).utf8)
        for count in 0..<(bytes.count - 1) {
            #expect(throws: SourceFault.self) { try ReportFile.read(Array(bytes[..<count]), named: "r") }
        }
    }

    @Test(arguments: [ReportFormat.json, .jsonl]) func survivesAnyChangedByte(_ format: ReportFormat) throws {
        let bytes = Array(report.rendered(as: format).utf8)
        for index in bytes.indices {
            var changed = bytes
            changed[index] = UInt8(ascii: "9")
            do throws(SourceFault) { _ = try ReportFile.read(changed, named: "r") } catch {
                #expect(error.place.line >= 1 && error.place.column >= 1)
            }
        }
    }

    @Test func locatesAFaultInItsLine() throws {
        let lines = report.rendered(as: .jsonl).replacing("\"outcome\":\"passed\"", with: "\"outcome\":\"fine\"")
        #expect(
            try error(lines)
                == "r:2:64: error: not a JSON report of contracts: expected one of \"passed\", \"failed\", \"error\", "
                + "\"skipped\" at /outcome, found \"fine\"")
    }
}
