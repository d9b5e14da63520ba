import AttackFixture
import Foundation
import HTTPRecording
import TestSupport
import Testing

@testable import ContractCommand

/// Flaws of a paged list and its offers, through the built executable: alternatives without an example, texts that
/// almost match a pattern, elements of several pages, local times, and a trap in code that moved to another thread.
@Suite(.timeLimit(.minutes(5)))
struct KioskTests {
    @Test(arguments: Kiosk.allCases, [[], ["--isolation", "none"]])
    func reportsEachFlawOnce(flaw: Kiosk, mode: [String]) async throws {
        if flaw.needsWorker, !mode.isEmpty { return }
        let folder = try TemporaryFolder()
        try folder.write(Kiosk.contract, to: "Contracts/kiosk/contract.json")
        for (name, entries) in Kiosk.exchanges {
            let recording = Recording(
                entries: entries,
                provenance: Recording.Provenance(origin: "https://kiosk.example.com", provider: .local))
            try folder.write(
                String(decoding: recording.serialized(), as: UTF8.self), to: "Recordings/kiosk/\(name).har")
        }
        let run = try await Attack.run(["verify"] + mode, in: folder.url, ["KIOSK": flaw.rawValue], within: 90)
        #expect(run.end == .exit(flaw == .sound ? 0 : 1), "\(run)")
        let found = run.text.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(found.count == (flaw == .sound ? 0 : 1), "\(run)")
        if let (message, rule) = flaw.finding {
            #expect(found.first?.contains(message) == true && found.first?.hasSuffix(" [\(rule)]") == true, "\(run)")
        }
    }
}
