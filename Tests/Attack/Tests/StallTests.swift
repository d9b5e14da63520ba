import AttackFixture
import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// Flaws of labels, through the built executable: texts that lose a character, arguments and results that are changed
/// within bounds, a request that is not sent, and a model that hangs at every place.
@Suite(.timeLimit(.minutes(5)))
struct StallTests {
    private func run(_ flaw: Stall, _ mode: [String]) async throws -> (run: Attack.Run, folder: TemporaryFolder) {
        let folder = try TemporaryFolder()
        try folder.write(Stall.contract, Stall.exchanges, of: "stall")
        return (try await Attack.run(["verify"] + mode, in: folder.url, ["STALL": flaw.rawValue], within: 90), folder)
    }

    @Test(arguments: Stall.allCases.filter { $0 != .hangsWithoutAText }, [[], ["--isolation", "none"]])
    func reportsEachFlawOnce(flaw: Stall, mode: [String]) async throws {
        let (run, _) = try await run(flaw, mode)
        #expect(run.end == .exit(flaw == .sound ? 0 : 1), "\(run)")
        let found = run.text.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(found.count == (flaw == .sound ? 0 : 1), "\(run)")
        if let (message, rule) = flaw.finding {
            #expect(found.first?.contains(message) == true && found.first?.hasSuffix(" [\(rule)]") == true, "\(run)")
        }
    }

    /// Each hang costs the deadline of a probe and a process.
    @Test func skipsTheOtherProbesOfACheckAfterThreeHangs() async throws {
        let (run, folder) = try await run(.hangsWithoutAText, [])
        #expect(run.end == .exit(1), "\(run)")
        let found = run.text.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(!found.isEmpty && found.allSatisfy { $0.hasSuffix(" [model.timeout]") }, "\(run)")
        let hangs = try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("hangs").path)
        #expect(hangs.count == 3, "\(run)")
    }
}
