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

    /// The signal arrives while git's files are written, so that the folder is created again after its removal.
    @Test(arguments: [SIGINT, SIGTERM]) func removesAnExtractedRevisionOnASignal(_ number: Int32) async throws {
        let folder = try NotesFolder()
        for index in 0..<2_000 { try folder.write("{}", to: "Recordings/notes/extra.\(index).har") }
        try folder.write("", to: "temporary/.keep")
        let commit = "git init -q && git add -A && git -c user.name=Ada -c user.email=ada@example.com commit -qm one"
        let made = try await Attack.script(#"cd "$0" && "# + commit, [folder.url.path], in: folder.url, [:])
        #expect(made.end == .exit(0), "\(made)")
        let temporary = folder.url.appendingPathComponent("temporary")
        let before = try Self.contents(of: temporary)
        let run = try Attack.Started(
            Attack.commandLine, ["compare", "--base", "HEAD"], in: folder.url, ["TMPDIR": temporary.path])
        defer { run.process.end() }
        var end = ContinuousClock.now + Self.bound
        var hasBegun = false
        while !hasBegun, run.process.ending == nil, ContinuousClock.now < end {
            hasBegun = try Self.contents(of: temporary).contains { $0.hasSuffix(".har") }
        }
        kill(run.process.number, number)
        end = .now + Self.bound
        while run.process.ending == nil, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
        let result = try run.told()
        #expect(hasBegun, "\(result)")
        #expect(result.end == .signal(number), "\(result)")
        #expect(result.text == "", "\(result)")
        #expect(try Self.contents(of: temporary) == before)
    }

    /// Returns the files except for the lock, which stays.
    private static func contents(of folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0 != ".lock" }.sorted()
    }
}
