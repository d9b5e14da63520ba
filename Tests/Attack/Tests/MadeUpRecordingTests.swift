import Foundation
import NotesFixture
import Testing

@testable import ContractCommand

/// Made-up recordings of the built command line, with and without workers.
struct MadeUpRecordingTests {
    @Test(arguments: [[], ["--isolation", "none"]])
    func replayWithAndWithoutWorkers(_ isolation: [String]) async throws {
        let folder = try NotesFolder()
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("Recordings/notes"))
        let nothing = ["NOTES_TOKEN": "", "CI": ""]
        let record = try await Attack.run(
            ["record", "--made-up"] + isolation, in: folder.url, nothing, within: 60)
        #expect(record.end == .exit(0), "\(record)")
        #expect(try folder.text(of: "Recordings/notes/add and remove.har").contains(#""provider": "made-up""#))
        let verify = try await Attack.run(["verify"] + isolation, in: folder.url, nothing, within: 60)
        #expect(verify.end == .exit(0), "\(verify)")
        let age = try await Attack.run(
            ["verify", "--max-age", "90d=error"] + isolation, in: folder.url, nothing, within: 60)
        #expect(age.end == .exit(1) && age.text.contains("[recording.made-up]"), "\(age)")
    }
}
