import AttackFixture
import Foundation
import NotesFixture
import Testing

@testable import ContractCommand

/// A recording run that a signal ends leaves no files behind.
@Suite(.timeLimit(.minutes(5)))
struct SignalTests {
    private static let bound = Duration.seconds(90)

    @Test(arguments: [SIGINT, SIGTERM]) func removesStagedRecordingsOnASignal(_ number: Int32) async throws {
        let folder = try NotesFolder()
        let recordings = folder.url.appendingPathComponent("Recordings")
        let before = try Self.contents(of: recordings)
        // All requests but one get a response, so the run has staged some recordings and is still running.
        let server = try NotesServer.start(author: "null", holding: { $0.hasPrefix("DELETE") })
        let run = try Attack.Started(
            Attack.commandLine, ["record", "--allow-ci", "--deadline", "600"] + NotesServer.words(server),
            in: folder.url, [:])
        defer { run.process.end() }
        var end = ContinuousClock.now + Self.bound
        while try Self.contents(of: recordings) == before, run.process.ending == nil, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(10))
        }
        let hasStaged = try Self.contents(of: recordings) != before
        kill(run.process.number, number)
        end = .now + Self.bound
        while run.process.ending == nil, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
        let result = try run.told()
        #expect(hasStaged, "\(result)")
        #expect(result.end == .signal(number), "\(result)")
        #expect(try Self.contents(of: recordings) == before)
    }

    /// Returns the files except for the lock, which stays.
    private static func contents(of folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0 != ".lock" }.sorted()
    }
}
