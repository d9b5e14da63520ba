import AttackFixture
import Foundation
import NotesFixture
import Testing

@testable import ContractCommand

/// Commands on folders with one thing wrong, through the built executable. Nothing is lost and nothing else is reported.
@Suite(.timeLimit(.minutes(5)))
struct BuiltCommandTests {
    struct Refusal: Sendable, CustomTestStringConvertible {
        let words: [String]
        let message: String

        init(_ words: String, _ message: String) {
            (self.words, self.message) = (words.split(separator: " ").map(String.init), message)
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    @Test(arguments: [
        Refusal(
            "verify --mode live --origin https://nots.example.com=http://127.0.0.1:9", "no contract has the origin"),
        Refusal("verify --watch --accept later", "would accept faults made later"),
        Refusal("verify --jobs --color never", "'--jobs' needs a value"),
        Refusal("health --state h.json --history ./h.json", "would be written twice"),
        Refusal("score --area survival --fail-under strictness=90", "needs '--area strictness'"),
    ])
    func refusesOptionsThatContradictTheProject(refusal: Refusal) async throws {
        let folder = try NotesFolder()
        let run = try await Attack.run(refusal.words, in: folder.url, [:], within: 60)
        #expect(run.end == .exit(2), "\(run)")
        #expect(run.errors.contains(refusal.message), "\(run)")
    }

    /// Without responses to compare, no version is called compatible.
    @Test(arguments: ["none", "empty"])
    func comparesNoVersionWithoutRecordings(recordings: String) async throws {
        let folder = try NotesFolder()
        try folder.write("", to: "empty/notes.txt")
        let run = try await Attack.run(
            ["fleet", "\(folder.url.path)/Contracts", "--recordings", "\(folder.url.path)/\(recordings)"],
            in: folder.url,
            [:], within: 60)
        #expect(run.end == .exit(3), "\(run)")
    }

    @Test func printsTheFindingsIfAReportCannotBeWritten() async throws {
        let folder = try NotesFolder()
        try folder.write("not a folder", to: "file")
        let run = try await Attack.run(
            ["verify", "--report", "json=\(folder.url.path)/file/report.json"], in: folder.url, ["NOTE": "stars"],
            within: 60)
        #expect(run.text.contains("[model.wrong-value]"), "\(run)")
        #expect(run.errors.contains("report.json"), "\(run)")
        #expect(run.end == .exit(2), "\(run)")
    }

    /// The recordings of a bundle stay read-only where an option replaces its contracts.
    @Test(arguments: [[], ["--isolation", "none"]])
    func recordsNothingIntoABundle(mode: [String]) async throws {
        let folder = try NotesFolder()
        let contracts = folder.url.appendingPathComponent("Contracts").path
        let run = try await Attack.run(
            ["record", "--allow-ci", "--yes", "--contracts", contracts] + mode, in: folder.url, ["BUNDLED": "1"],
            within: 60)
        #expect(run.end == .exit(2), "\(run)")
        #expect(run.errors.contains("read-only"), "\(run)")
    }

    @Test(arguments: [["list", "--only", "notes/*"], ["verify", "--only", "notes/*"]])
    func looksOnlyAtTheSelectedServices(words: [String]) async throws {
        let folder = try NotesFolder()
        try folder.write("{", to: "Contracts/other/contract.json")
        let run = try await Attack.run(words, in: folder.url, [:], within: 60)
        #expect(run.end == .exit(0), "\(run)")
        #expect(!run.errors.contains("other"), "\(run)")
    }

    @Test(arguments: [["verify"], ["health", "--only", "notes"], ["score"], ["diff"]])
    func refusesAnAcceptanceOfAnUnknownRule(words: [String]) async throws {
        let folder = try NotesFolder()
        try folder.write(
            #"{"accepted":[{"rule":"model.wrong-valu","place":"notes/**","reason":"a","author":"b","expires":"2099-01-01"}]}"#,
            to: "Contracts/accepted.json")
        let run = try await Attack.run(words, in: folder.url, [:], within: 60)
        #expect(run.end == .exit(2), "\(run)")
        #expect(run.errors.contains("model.wrong-valu"), "\(run)")
    }

    @Test func acceptsFindingsOfACaseWithANumberSignInItsName() async throws {
        let folder = try NotesFolder()
        try folder.replace("two notes", with: "note #2", in: "Contracts/notes/contract.json")
        let recording = try folder.text(of: "Recordings/notes/find.two notes.har")
        try folder.write(
            recording.replacing(#"\"stars\":2"#, with: #"\"stars\":9"#), to: "Recordings/notes/find.note #2.har")
        try FileManager.default.removeItem(atPath: folder.url.path + "/Recordings/notes/find.two notes.har")
        let first = try await Attack.run(
            ["verify", "--accept", "later", "--author", "Ada"], in: folder.url, [:], within: 60)
        #expect(first.end == .exit(1) && first.text.contains("note #2"), "\(first)")
        let second = try await Attack.run(["verify"], in: folder.url, [:], within: 60)
        #expect(second.end == .exit(0) && second.text.contains("by Ada: later"), "\(second)")
    }

    /// A forged report must not make another command print a file.
    @Test func mergedReportsShowNoFileOutsideTheWorkingFolder() async throws {
        let folder = try NotesFolder()
        try folder.write("S3cr3t-of-another", to: "private.txt")
        let report = folder.url.path + "/work/report.json"
        try folder.write("", to: "work/empty")
        let made = try await Attack.run(
            ["verify", "--report", "json=\(report)"], in: folder.url, ["NOTE": "stars"], within: 60)
        #expect(made.end == .exit(1), "\(made)")
        let text = try folder.text(of: "work/report.json")
        let shown = try #require(text.firstMatch(of: /"file": "([^"]*contract.json)"/)).output.1
        for file in ["\(folder.url.path)/private.txt", "../private.txt"] {
            try folder.write(
                text.replacingOccurrences(of: "\"file\": \"\(shown)\"", with: "\"file\": \"\(file)\""),
                to: "work/forged.json")
            let run = try await Attack.run(
                ["merge", "forged.json", "--report", "html=-"], in: folder.url.appendingPathComponent("work"), [:],
                within: 60, typedThere: true)
            #expect(run.text.contains("<html"), "\(run)")
            #expect(!"\(run.text)\(run.errors)".contains("S3cr3t-of-another"), "\(file)")
        }
    }
}
