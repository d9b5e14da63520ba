import Foundation
import JSONSchema
import NotesFixture
import TestSupport
import Testing

@testable import HTTPRecording

/// A HAR and its body file must be both old or both new, whenever the writing process is killed.
@Suite(.serialized)
struct BodyFileKillTests {
    private let folder: TemporaryFolder
    private let store: RecordingStore

    init() throws {
        folder = try TemporaryFolder()
        store = RecordingStore(folder: folder.url.appendingPathComponent("Recordings"))
    }

    /// Returns a recording whose header and body both name the edition. A long body goes to its own file.
    private static func recording(_ edition: String, isLong: Bool) -> Recording {
        let members = (0..<(isLong ? 20 : 2)).map { #""member\#($0)":"\#(edition)""# }
        return Recording(entries: [
            HTTPExchange(
                request: RecordedRequest(method: "GET", url: "https://a.example.com/"),
                response: RecordedResponse(
                    status: 200, headers: ["Content-Type": "application/json", "X-Edition": edition],
                    body: Array("{\(members.joined(separator: ","))}".utf8)),
                started: Timestamp(Date(timeIntervalSince1970: 0)))
        ])
    }

    private static func write(_ edition: String, isLong: Bool, to store: RecordingStore) throws {
        let transaction = try store.begin()
        _ = try transaction.stage(Redaction().redacted(recording(edition, isLong: isLong)), at: "s/pair.har")
        try transaction.commit()
    }

    /// Returns the edition that a reader sees, or `torn` if header and body differ.
    private func edition() throws -> String {
        let response = try #require(try store.load("s/pair.har").entries.first?.response)
        let members = try #require(try JSON(parsing: response.body).objectValue)
        let editions = Set(members.map { $0.value.stringValue ?? "" } + [response.headers["X-Edition"] ?? ""])
        return editions.count == 1 ? editions.first ?? "" : "torn"
    }

    /// Each operation is interrupted by a real SIGKILL.
    @Test(arguments: [(true, true), (false, true), (true, false)])
    func survivesAKillAtEveryOperation(wasLong: Bool, isLong: Bool) async throws {
        let probe = DyingFiles()
        let probed = folder.url.appendingPathComponent("probe")
        try Self.write("old", isLong: wasLong, to: RecordingStore(folder: probed))
        try Self.write("new", isLong: isLong, to: RecordingStore(folder: probed, files: probe))
        #expect(probe.count >= 10)
        var seen: Set<String> = []
        for fatal in 0..<probe.count {
            try Self.write("old", isLong: wasLong, to: store)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = store.folder.path as String, fatal = fatal as Int, isLong = isLong as Bool] in
                try BodyFileKillTests.write(
                    "new", isLong: isLong,
                    to: RecordingStore(folder: URL(fileURLWithPath: path), files: DyingFiles(dyingAt: fatal)))
            }
            let before = try edition()
            seen.insert(before)
            // The next writer completes the interrupted transaction.
            _ = try store.begin()
            #expect(try edition() == before, "at operation \(fatal)")
            try FileManager.default.removeItem(at: store.folder)
        }
        #expect(seen == ["old", "new"])
    }
}
