import AttackFixture
import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// Flaws of calls that return the payloads of variants, that read pages of two endpoints, or that report one of several
/// problems, through the built executable.
@Suite(.timeLimit(.minutes(5)))
struct ClinicTests {
    @Test(arguments: Clinic.allCases, [[], ["--isolation", "none"]])
    func reportsEachFlawOnce(flaw: Clinic, mode: [String]) async throws {
        // Only a worker survives a trap.
        if flaw == .trapsWithoutADetail, !mode.isEmpty { return }
        let folder = try TemporaryFolder()
        try folder.write(Clinic.contract, Clinic.exchanges, of: "clinic")
        let run = try await Attack.run(["verify"] + mode, in: folder.url, ["CLINIC": flaw.rawValue], within: 90)
        #expect(run.end == .exit(flaw == .sound ? 0 : 1), "\(run)")
        let found = run.text.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(found.count == (flaw == .sound ? 0 : 1), "\(run)")
        if let (message, rule) = flaw.finding {
            #expect(found.first?.contains(message) == true && found.first?.hasSuffix(" [\(rule)]") == true, "\(run)")
        }
    }
}
