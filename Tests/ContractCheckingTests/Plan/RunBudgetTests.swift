import ContractFormat
import Foundation
import JSONSchema
import NotesFixture
import Testing

@testable import ContractChecking

/// Limits on the time, steps and findings of a whole run, and the findings that report a reached limit.
struct RunBudgetTests {
    private func options(_ change: (inout Options.Budget) -> Void) -> Options {
        var options = Options(mode: .replay)
        change(&options.budget)
        return options
    }

    @Test func evaluatesNothingAfterTheTimeLimit() async throws {
        let folder = try NotesFolder()
        defer { withExtendedLifetime(folder) {} }
        let suite = folder.suite()
        let report = await suite.verify(options { $0.seconds = 0 })
        let others = report.checks.filter { $0.check.kind != .contract }
        #expect(!others.isEmpty)
        #expect(others.allSatisfy { $0.outcome == .error && $0.findings.map(\.rule) == ["run.seconds"] }, "\(others)")
        #expect(!report.passed)
        // The same suite passes with the default limits.
        let full = await suite.verify(options { _ in })
        #expect(full.passed, "\(full.findings)")
    }

    @Test func keepsTheWorstFindingsOfACheckAndCountsTheRest() throws {
        let findings = (0..<7).map { index in
            Finding(
                ResponseRule.schema, MessageText("finding \(index)"), at: "/endpoints",
                severity: index == 6 ? .error : .warning)
        }
        #expect(findings.worstFirst.bounded(to: 7).count == 7)
        let bounded = findings.worstFirst.bounded(to: 3)
        // The worst findings come first, so that an error is never dropped.
        #expect(bounded.map(\.severity) == [.error, .warning, .warning, .warning])
        #expect(bounded.last?.rule == RunRule.findings.id)
        #expect(bounded.last?.message == "4 more findings of this check are omitted: the first 3 are shown")
    }

    @Test func boundsTheFindingsOfARunByTheirLength() throws {
        func result(_ name: String, _ count: Int) -> CheckResult {
            CheckResult(
                check: Check(service: "notes", kind: .model, name), outcome: .failed,
                findings: (0..<count).map { index in
                    Finding(
                        reported: "x", severity: .error, message: String(repeating: "m", count: 100),
                        contract: Place(file: ""), repeatCommand: "", fingerprint: "\(index)")
                })
        }
        let bounded = [result("A", 3), result("B", 4), result("C", 1)].bounded(to: 450)
        #expect(bounded.map(\.findings.count) == [3, 2, 1])
        #expect(bounded.map(\.outcome) == [.failed, .failed, .failed])
        #expect(
            bounded[1].findings.last?.message
                == "3 more findings of this check are omitted: the findings of the run exceed 450 bytes")
        #expect(bounded[2].findings.map(\.rule) == ["run.bytes"])
    }

    @Test func reportsTheStepLimitOnce() async throws {
        let folder = try NotesFolder()
        defer { withExtendedLifetime(folder) {} }
        let report = await folder.suite().verify(options { $0.steps = 0 })
        #expect(report.findings.filter { $0.rule == "run.steps" }.count == 1)
        #expect(await folder.suite().verify(options { _ in }).findings.isEmpty)
    }
}
