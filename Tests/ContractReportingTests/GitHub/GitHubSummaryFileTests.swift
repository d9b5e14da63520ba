import ContractChecking
import Foundation
import TestSupport
import Testing

@testable import ContractReporting

struct GitHubSummaryFileTests {
    private let report = Report(checks: [sampleResult()], seconds: 1)

    /// Returns the file's contents after the report is appended to `before`.
    private func append(to before: String?, _ report: Report) throws -> String {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("summary.md")
        if let before { try Data(before.utf8).write(to: file) }
        do { try GitHubSummaryFile.append(report, to: file.path) } catch {
            #expect(try String(contentsOf: file, encoding: .utf8) == before)
            throw error
        }
        return try String(contentsOf: file, encoding: .utf8)
    }

    @Test func createsOrAppendsToTheFile() throws {
        #expect(try append(to: nil, report) == report.gitHubSummary())
        #expect(try append(to: "# Earlier", report) == "# Earlier\n\n" + report.gitHubSummary())
    }

    @Test func staysUnderAMebibyteWithExistingContents() throws {
        let findings = (0..<5000).map {
            sampleFinding(message: "\($0)" + String(repeating: "|", count: 2000), fingerprint: "\($0)")
        }
        let large = Report(checks: [sampleResult("b", .failed, findings: findings)], seconds: 0)
        for size in [0, 500_000, (1 << 20) - 4096] {
            let text = try append(to: String(repeating: "x", count: size), large)
            #expect(text.utf8.count < 1 << 20)
            #expect(text.contains("more did not fit here: see the full report."))
            #expect(text.contains("0 checks passed&#44; 1 failed") || text.contains("0 checks passed, 1 failed"))
        }
    }

    @Test func reportsAFullSummaryAndKeepsTheFile() throws {
        let error = try #require(throws: ReportWritingError.self) {
            _ = try append(to: String(repeating: "x", count: (1 << 20) - 4000), report)
        }
        #expect(error.description.hasSuffix(": the step has written 1044576 bytes of the 1048576 that GitHub accepts"))
    }

    @Test func createsNoFolder() throws {
        let folder = try TemporaryFolder()
        #expect(throws: ReportWritingError.self) {
            try GitHubSummaryFile.append(report, to: folder.path("missing/summary.md"))
        }
        #expect(try folder.files == [])
        #expect(!FileManager.default.fileExists(atPath: folder.path("missing")))
    }
}
