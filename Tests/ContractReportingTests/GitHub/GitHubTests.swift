import ContractChecking
import ContractFormat
import JSONSchema
import Testing

@testable import ContractReporting

struct GitHubCommandsTests {
    private func report(_ count: Int, _ severity: Severity) -> Report {
        let findings = (0..<count).map {
            sampleFinding(severity: severity, message: "member \($0) is missing", fingerprint: "\(severity) \($0)")
        }
        return Report(
            checks: [sampleResult("b", severity == .error ? .failed : .passed, findings: findings)], seconds: 0)
    }

    /// Returns the name, properties and data of each command, decoded like GitHub's runner does.
    private func commands(_ text: String) throws -> [(name: String, properties: [String: String], data: String)] {
        try text.split(separator: "\n").map { line in
            let match = try #require(line.wholeMatch(of: /::([a-z]+) (.*?)::(.*)/), "\(line)")
            var properties: [String: String] = [:]
            for pair in match.2.split(separator: ",") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                try #require(parts.count == 2)
                properties[String(parts[0])] = undo(parts[1], ["%3A": ":", "%2C": ","])
            }
            return (String(match.1), properties, undo(match.3, [:]))
        }
    }

    private func undo(_ text: Substring, _ more: [String: String]) -> String {
        var text = String(text)
        for (code, character) in more.merging(["%0D": "\r", "%0A": "\n"], uniquingKeysWith: { $1 }) {
            text = text.replacing(code, with: character)
        }
        return text.replacing("%25", with: "%")
    }

    @Test func reportsLocationRuleAndRepeatCommand() throws {
        let finding = sampleFinding(
            message: "50%: a, b", expected: "x", found: "y\nz",
            contract: Place(file: "Contracts/a,b:c/contract.json", line: 7, column: 9), recording: Place(file: "r"))
        let report = Report(checks: [sampleResult("b", .failed, findings: [finding])], seconds: 0)
        #expect(
            report.rendered(as: .github)
                == "::error file=Contracts/a%2Cb%3Ac/contract.json,line=7,col=9,title=response.schema::50%25: a, b%0A"
                + "expected: x%0Afound: y%0Az%0Arecording: r:1:1%0Arepeat: contracts verify --only a/response/b\n")
    }

    @Test(arguments: [(3, 3, 0), (10, 10, 0), (11, 10, 1), (250, 10, 1)])
    func showsTenErrorsAndCountsTheRest(_ count: Int, _ errors: Int, _ notices: Int) throws {
        let commands = try commands(report(count, .error).rendered(as: .github))
        #expect(commands.count { $0.name == "error" } == errors)
        #expect(commands.count { $0.name == "notice" } == notices)
        if notices > 0 { #expect(commands.last?.data.hasPrefix(counted(count - 10, "more error")) == true) }
    }

    @Test func listsErrorsBeforeWarningsAndCountsRemarks() throws {
        let checks = [Severity.info, .warning, .error].flatMap { report(12, $0).checks }
        let commands = try commands(Report(checks: checks, seconds: 0).rendered(as: .github))
        let names = Array(repeating: "error", count: 10) + Array(repeating: "warning", count: 10) + ["notice"]
        #expect(commands.map(\.name) == names)
        #expect(commands.last?.data.hasPrefix("2 more errors, 2 more warnings, 12 remarks\n") == true)
    }

    @Test func reportsChecksThatWereNotEvaluated() throws {
        let checks = [
            sampleResult("1", .error, reason: "no server"), sampleResult("2", .skipped, reason: "needs macOS"),
        ]
        let commands = try commands(Report(checks: checks, seconds: 0).rendered(as: .github))
        #expect(commands.map(\.name) == ["error", "notice"])
        #expect(commands.first?.data == "no server\na/response/1")
        #expect(commands.last?.data.contains("1 check was not run: needs macOS") == true)
    }

    @Test func printsNothingIfEverythingPasses() {
        #expect(Report(checks: [sampleResult()], seconds: 0).rendered(as: .github).isEmpty)
    }

    @Test func reportsAnEmptyReportAsAnError() {
        #expect(
            Report(checks: [], seconds: 0).rendered(as: .github).hasPrefix("::error title=contracts::No checks ran"))
    }

    @Test(arguments: Hostile.texts) func escapesCommandsInUntrustedText(_ text: String) throws {
        let commands = try commands(Hostile.report(text).rendered(as: .github))
        #expect(commands.map(\.name) == ["error", "error", "warning", "notice"])
        #expect(commands.first?.properties["file"] == text.visible())
    }
}

struct GitHubSummaryTests {
    @Test(arguments: Hostile.texts) func escapesMarkdownAndHTMLInUntrustedText(_ text: String) {
        let summary = Hostile.report(text).gitHubSummary()
        let ours: Set = ["details", "details open", "summary", "code", "pre", "/details", "/summary", "/code", "/pre"]
        for match in summary.matches(of: /<([^>]*)>/) { #expect(ours.contains(String(match.1)), "\(match.1)") }
        for line in summary.split(separator: "\n") {
            let isOurs =
                ["## ", "| ", "<details", "1 check passed"].contains { line.hasPrefix($0) }
                || line.contains("&#58; refuses ") || line.contains(" more characters&#41;")
            #expect(isOurs, "\(line)")
        }
        #expect(!summary.contains("`") && !summary.contains("](") && !summary.contains("@someone"))
    }

    @Test func staysUnderAMebibyteAndReportsTheOmission() {
        let findings = (0..<5000).map {
            sampleFinding(message: "\($0)" + String(repeating: "|", count: 2000), fingerprint: "\($0)")
        }
        let summary = Report(checks: [sampleResult("b", .failed, findings: findings)], seconds: 0).gitHubSummary()
        #expect(summary.utf8.count < 1 << 20)
        #expect(summary.utf8.count > 900_000)
        #expect(summary.contains("more did not fit here: see the full report."))
    }

    @Test func staysUnderAMebibyteWithManyServices() {
        let checks = (0..<40_000).map {
            CheckResult(check: Check(service: "service-\($0)", kind: .model), outcome: .passed)
        }
        #expect(Report(checks: checks, seconds: 0).gitHubSummary().utf8.count < 1 << 20)
    }
}
