import AttackFixture
import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// Flaws of a paged list and its offers, through the built executable: alternatives without an example, texts that
/// almost match a pattern, elements of several pages, local times, and a trap in code that moved to another thread.
@Suite(.timeLimit(.minutes(5)))
struct KioskTests {
    private static let runs: [(Kiosk, [String])] =
        Kiosk.allCases.map { ($0, []) }
        + Kiosk.allCases.filter { !$0.needsWorker }.map { ($0, ["--isolation", "none"]) }

    @Test(arguments: runs)
    func reportsEachFlawOnce(flaw: Kiosk, mode: [String]) async throws {
        let folder = try TemporaryFolder()
        try folder.write(Kiosk.contract, Kiosk.exchanges, of: "kiosk")
        let run = try await Attack.run(["verify"] + mode, in: folder.url, ["KIOSK": flaw.rawValue], within: 90)
        #expect(run.end == .exit(flaw == .sound ? 0 : 1), "\(run)")
        let found = run.text.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(found.count == (flaw == .sound ? 0 : 1), "\(run)")
        if let (message, rule) = flaw.finding {
            #expect(found.first?.contains(message) == true && found.first?.hasSuffix(" [\(rule)]") == true, "\(run)")
        }
    }
}
