import ContractChecking
import ContractFormat
import JSONSchema
import Testing

@testable import ContractReporting

struct ConsoleTests {
    private func lines(_ report: Report, width: Int? = nil, color: Bool = false) -> [String] {
        report.rendered(as: .console, in: ReportContext(width: width, color: color))
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test func groupsRepeatedFindingsWithTheirLocations() {
        let findings = (1...9).map { sampleFinding(found: "\($0)", recording: Place(file: "r.har", line: $0)) }
        let lines = lines(Report(checks: [sampleResult("b", .failed, findings: findings)], seconds: 0))
        #expect(lines.filter { $0.contains("error: the name is missing") }.count == 1)
        #expect(lines.contains("  and 8 more like it"))
        #expect(lines.contains("    r.har:2:1: found 2"))
        #expect(lines.contains("    … and 3 more"))
    }

    @Test func listsTheMostSevereFindingsFirst() {
        let findings = [
            sampleFinding(severity: .info, fingerprint: "1"), sampleFinding(severity: .warning, fingerprint: "2"),
            sampleFinding(severity: .error, fingerprint: "3"),
        ]
        let lines = lines(Report(checks: [sampleResult("b", .failed, findings: findings)], seconds: 0))
        let severities = lines.compactMap { line in
            Severity.allCases.first { line.hasPrefix("Contracts/a/contract.json:2:1: \($0.rawValue): ") }
        }
        #expect(severities == [.error, .warning, .info])
    }

    @Test func lastLineCountsPassedAndFailedChecks() {
        let checks = [
            sampleResult("1"), sampleResult("2"), sampleResult("3", .failed, findings: [sampleFinding()]),
            sampleResult("4", .error, reason: "no server"), sampleResult("5", .skipped, reason: "needs macOS"),
        ]
        let lines = lines(Report(checks: checks, seconds: 1.25), width: 20)
        #expect(
            lines.suffix(2) == [
                "2 checks passed, 1 failed, 1 could not be evaluated, 1 not run (5 probes in 1.25 s)", "",
            ])
    }

    @Test func reportsTheReasonForSkippedChecksOnce() {
        let checks = (1...12).map { sampleResult("\($0)", .skipped, reason: "the contract is wrong") }
        let lines = lines(Report(checks: checks, seconds: 0))
        #expect(lines.filter { $0 == "12 checks were not run: the contract is wrong" }.count == 1)
        #expect(lines.contains("  and 2 more"))
    }

    @Test func reportsAFailureWithoutAFinding() {
        let report = Report(checks: [sampleResult("b", .failed)], seconds: 0)
        #expect(lines(report).contains("1 check failed without a finding: no reason was given"))
        #expect(lines(report).contains("  a/response/b"))
        #expect(report.rendered(as: .github).hasPrefix("::error title=1 check failed without a finding::"))
        #expect(report.rendered(as: .html).contains("1 check failed without a finding"))
    }

    @Test func colorsOnlyOnRequest() {
        let report = Report(checks: [sampleResult("b", .failed, findings: [sampleFinding()])], seconds: 0)
        #expect(!report.rendered(as: .console).contains("\u{1B}"))
        let colored = report.rendered(as: .console, in: ReportContext(color: true))
        #expect(colored.contains("\u{1B}[1;31merror:\u{1B}[0m"))
        #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == report.rendered(as: .console))
    }

    @Test(arguments: [20, 40, 80, 200])
    func wrapsProseToTheWidth(_ width: Int) {
        let message = "the name of the element is missing 日本語のテキスト " + String(repeating: "x", count: 300)
        let finding = sampleFinding(message: message, expected: message, found: message + "\n" + message)
        let report = Report(checks: [sampleResult("b", .failed, findings: [finding])], seconds: 0)
        let whole = ["Contracts/a/contract.json:2:1:", "contracts verify --only", "1 check", "0 checks"]
        for line in lines(report, width: width) where !whole.contains(where: line.contains) {
            #expect(line.displayWidth <= width, "\(line)")
        }
    }

    @Test func doesNotWrapPathsAndCommands() {
        let lines = lines(
            Report(checks: [sampleResult("b", .failed, findings: [sampleFinding()])], seconds: 0), width: 20)
        #expect(lines.contains { $0.hasPrefix("Contracts/a/contract.json:2:1:") })
        #expect(lines.contains { $0.hasSuffix("contracts verify --only a/response/b") })
    }

    @Test(arguments: Hostile.texts, [nil, 40])
    func neutralizesTerminalAndPipelineCommands(_ text: String, _ width: Int?) {
        let console = Hostile.report(text).rendered(as: .console, in: ReportContext(width: width) { _ in text })
        #expect(!console.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value) })
        #expect(!console.unicodeScalars.contains("\u{202E}") && !console.unicodeScalars.contains("\u{2028}"))
        for line in console.split(separator: "\n") {
            #expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(line)")
            #expect(!line.contains("##[") && !line.contains("##vso["), "\(line)")
        }
    }

    @Test func boundsAMegabyteOfText() {
        let text = String(repeating: "0123456789\n", count: 100_000)
        let finding = sampleFinding(message: text, expected: text, found: text)
        let report = Report(checks: [sampleResult("b", .failed, findings: [finding])], seconds: 0)
        #expect(report.rendered(as: .console).utf8.count < 8000)
    }

    @Test func reportsAnEmptyReportAsAnError() {
        #expect(lines(Report(checks: [], seconds: 0)).first?.hasPrefix("error: no checks ran") == true)
    }
}
