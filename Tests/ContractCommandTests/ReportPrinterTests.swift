import ContractChecking
import ContractFormat
import Foundation
import JSONSchema
import Testing

@testable import ContractCommand

/// The GitHub job summary.
struct ReportPrinterTests {
    @Test func writesTheJobSummaryOnlyWithAGitHubReport() async throws {
        let fixture = try CommandFixture()
        let file = fixture.url.appendingPathComponent("summary.md").path
        let environment = ["GITHUB_STEP_SUMMARY": file]
        #expect(await fixture.run("verify", environment: environment).code == .success)
        #expect(!FileManager.default.fileExists(atPath: file))
        let output = await fixture.run("verify", "--report", "github=-", environment: environment)
        #expect(output.code == .success)
        #expect(output.err == "")
        #expect(try fixture.text(of: "summary.md").hasPrefix("## All 4 checks passed\n"))
    }

    @Test func warnsIfTheSummaryCannotBeWritten() async throws {
        let fixture = try CommandFixture()
        let environment = ["GITHUB_STEP_SUMMARY": fixture.url.appendingPathComponent("missing/summary.md").path]
        let output = await fixture.run("verify", "--report", "github=-", environment: environment)
        #expect(output.code == .success)
        #expect(output.err.hasPrefix("contracts: warning: the job summary is missing: cannot write the report to "))
    }
}

struct ProgressTests {
    /// - Parameter first: the number of checks of the first service.
    private func progress(width: Int? = nil, first: Int = 4, services: Int = 2) throws -> (
        ServiceProgress, Locked<[String]>
    ) {
        let drawings = Locked<[String]>([])
        let terminal = Terminal(
            out: { _ in }, err: { text in drawings.withLock { $0.append(text) } }, isErrTerminal: true, width: width)
        let checks = (1...services).flatMap { service in
            (1...(service == 1 ? first : 4)).map { Check(service: "service-\(service)", kind: .model, "\($0)") }
        }
        return (try #require(ServiceProgress(terminal, checks: checks)), drawings)
    }

    private func result(_ service: Int, _ check: Int, _ outcome: CheckResult.Outcome = .passed) -> CheckResult {
        CheckResult(check: Check(service: "service-\(service)", kind: .model, "\(check)"), outcome: outcome)
    }

    @Test func showsALineForEachService() throws {
        let (progress, drawings) = try progress(first: 1)
        progress.note(result(1, 1, .failed))
        let bar = String(repeating: "━", count: 24)
        let none = String(repeating: "─", count: 24)
        #expect(
            drawings.withLock { $0 } == [
                "\r\u{1B}[J✗ service-1 \(bar) 1/1, 1 not passed\n· service-2 \(none) 0/4  \u{1B}[1A\r"
            ])
        progress.clear()
        #expect(drawings.withLock { $0.last } == "\r\u{1B}[J")
    }

    @Test func showsOnlyRunningServicesAmongMany() throws {
        let (progress, drawings) = try progress(services: 30)
        progress.note(result(7, 1))
        let lines = drawings.withLock { $0.joined() }.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.contains("· service-7") == true)
        #expect(lines.last?.hasPrefix("0 of 30 services done") == true)
    }

    @Test func fitsTheWidthOfTheTerminal() throws {
        let (progress, drawings) = try progress(width: 30)
        progress.note(result(1, 1))
        let lines = drawings.withLock { $0.joined() }.replacing(/\u{1B}\[[0-9]*[A-Z]|\r/, with: "").split(
            separator: "\n")
        #expect(lines.map(\.count) == [29, 29])
    }

    @Test func isDisabledWithoutACapableTerminal() {
        #expect(ServiceProgress(Terminal(out: { _ in }, err: { _ in }), checks: []) == nil)
        let dumb = Terminal(out: { _ in }, err: { _ in }, environment: ["TERM": "dumb"], isErrTerminal: true)
        #expect(ServiceProgress(dumb, checks: []) == nil)
    }
}
