import Foundation
import HTTPRecording
import HealthTestSupport
import JSONSchema
import NotesFixture
import TestSupport
import Testing

@testable import ContractHealth

struct StateFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Returns a state after rounds with every verdict, maintenance and reminders.
    private static func state(rounds: Int = 12) throws -> HealthState {
        var state = HealthState()
        for (index, letter) in "hhfffxdhuhhhhhhh".prefix(rounds).enumerated() {
            _ = state.note(
                .of(try #require(HealthVerdict(letter: letter))), at: VirtualTime.round(index),
                isInMaintenance: index == 8, thresholds: Thresholds(), reminder: 300, notifies: true)
        }
        return state
    }

    @Test func roundTripsTheState() throws {
        let state = try Self.state()
        #expect(!state.outbox.isEmpty)
        do {
            let file = try StateFile(path: folder.path("a/b/state.json"))
            #expect(try file.load().state == HealthState())
            try file.save(state)
            #expect(try file.load().state == state)
        }
        let again = try StateFile(path: folder.path("a/b/state.json")).load()
        #expect(again.state == state)
        #expect(again.notice == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("a/b")) == ["state.json"])
    }

    @Test func savesThroughASymbolicLink() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("state.json"), withDestinationPath: folder.path("real.json"))
        try folder.write("", to: "real.json")
        let state = try Self.state()
        do { try StateFile(path: folder.path("state.json")).save(state) }
        #expect(try StateFile(path: folder.path("real.json")).load().state == state)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("state.json"))
                == folder.path("real.json"))
    }

    @Test func locksOutASecondRun() throws {
        let first = try StateFile(path: folder.path("state.json"))
        let error = #expect(throws: StoreError.self) { try StateFile(path: folder.path("state.json")) }
        #expect(error?.kind == .locked)
        #expect(error?.message.hasPrefix("Process \(getpid()) on ") == true)
        #expect(error?.message.contains("has been running health checks with the state") == true)
        withExtendedLifetime(first) {}
    }

    @Test func startsAnewWithTheFileOfVersion1() throws {
        try folder.write(#"{"version":1,"endpoints":{}}"#, to: "state.json")
        let loaded = try StateFile(path: folder.path("state.json")).load()
        #expect(loaded.state == HealthState())
        #expect(loaded.notice?.contains("is damaged (version 1 is not supported)") == true)
        #expect(try folder.text(of: "state.json.damaged").hasPrefix(#"{"version":1"#))
    }

    @Test func rejectsANewerVersionAndKeepsTheFile() throws {
        let text = #"{"version":3,"endpoints":{"whatever":7}}"#
        try folder.write(text, to: "state.json")
        let file = try StateFile(path: folder.path("state.json"))
        let error = #expect(throws: StateFault.self) { try file.load() }
        #expect(error == .newer(path: folder.path("state.json"), version: 3))
        #expect(error?.description.contains("has version 3, but this program supports versions up to 2") == true)
        #expect(try folder.text(of: "state.json") == text)
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"version":2}"#, #"{"version":0,"endpoints":{}}"#, #"{"version":"2"}"#,
        #"{"version":2,"endpoints":{"a/b":{"settled":"fine"}},"outbox":[]}"#,
        #"{"version":2,"endpoints":{},"outbox":[{"kind":"alert"}]}"#, "\u{0}\u{0}\u{0}\u{0}",
    ])
    func movesADamagedFileAside(text: String) throws {
        for name in ["state.json.damaged", "state.json.damaged-2"] {
            try folder.write(text, to: "state.json")
            let loaded = try StateFile(path: folder.path("state.json")).load()
            #expect(loaded.state == HealthState())
            #expect(loaded.notice?.contains("is damaged (") == true)
            #expect(loaded.notice?.contains("it is kept as \(folder.path(name))") == true)
            #expect(try folder.text(of: name) == text)
            #expect(try folder.files.contains("state.json") == false)
        }
    }

    @Test func reportsTheLocationOfDamage() throws {
        try folder.write(
            #"{"version":2,"endpoints":{"a/b":{"settled":"healthy","since":"yesterday"}},"outbox":[]}"#,
            to: "state.json")
        let notice = try StateFile(path: folder.path("state.json")).load().notice
        #expect(notice?.contains("the state/endpoints/a/b/since: expected an RFC 3339 date-time, found string") == true)
    }

    /// Kills a real process at each operation of a save. The file then holds the complete old or new state.
    @Test func survivesAKillAtEveryOperation() async throws {
        // The operations: create the folder, remove leftovers (twice), create, rename, sync.
        for fatal in 0..<6 {
            let path = folder.path("state.json")
            do { try StateFile(path: path).save(try Self.state(rounds: 4)) }
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, fatal = fatal as Int] in
                let file = try StateFile(path: path, files: DyingFiles(dyingAt: fatal))
                try file.save(try Self.state(rounds: 9))
            }
            let file = try StateFile(path: path)
            // The rename is the fifth operation.
            #expect(try file.load().state == Self.state(rounds: fatal > 4 ? 9 : 4))
            #expect(try folder.files.filter { $0 != "state.json.lock" } == ["state.json"])
        }
    }

    @Test func savesInSixOperations() throws {
        let files = DyingFiles()
        try StateFile(path: folder.path("state.json"), files: files).save(try Self.state())
        #expect(files.count == 6)
    }
}
