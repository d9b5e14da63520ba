import AttackFixture
import ContractTesting
import Foundation
import JSONSchema
import NotesFixture
import Testing
import XCTest

@testable import ContractCommand

/// Every feature that changes a verdict, in every mode, through the built command line or a built test target. A row
/// expects the same outcome in all modes.
@Suite(.timeLimit(.minutes(10)))
struct ModeTests {
    /// The modes that run checks.
    enum Mode: String, CaseIterable, CustomTestStringConvertible {
        case workers, alone, live, record, health, swiftTesting, xctest

        var testDescription: String { rawValue }
        var isReplay: Bool { [.workers, .alone, .swiftTesting, .xctest].contains(self) }
        var isTest: Bool { self == .swiftTesting || self == .xctest }
    }

    /// A feature and its expected outcome.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let passes: Bool
        /// The faults of the model.
        var faults = "author"
        /// The arguments of a command line; `variables` are their counterparts in a test.
        var words: [String] = []
        var variables: [String: String] = [:]
        /// A replacement in the contract.
        var edit: (old: String, new: String)?
        /// The model faults that a first run accepts.
        var accepted: String?
        var expires = "2099-01-01"
        /// Whether the recordings are old.
        var isOld = false
        /// The part of the report that identifies a fault outside the model.
        var sign: String?
        /// The modes that support the feature.
        var modes: Set<Mode> = Set(Mode.allCases)

        init(_ name: String, passes: Bool, _ change: (inout Row) -> Void = { _ in }) {
            testDescription = name
            self.passes = passes
            change(&self)
        }
    }

    /// The modes that run probes. Only probes reveal some faults.
    private static let probing = Set(Mode.allCases).subtracting([.health])

    static let rows = [
        Row("a sound model", passes: true) { $0.faults = "" },
        Row("a faulty model", passes: false),
        Row("a property that follows the member of another", passes: false) {
            $0.sign = "it follows '/title'"
            $0.modes = probing
        },
        Row("properties of names that no member has", passes: true) {
            $0.faults = "renamed"
            $0.edit = (#", "author": "/author""#, "")
        },
        Row("a fault of a property of a name that no member has", passes: false) {
            $0.faults = "renamed,author"
            $0.edit = (#", "author": "/author""#, "")
            $0.sign = "'/author' is never read"
        },
        Row("a faulty model that hides its fault at the exit", passes: false) {
            $0.faults = "late exit,author"
            $0.sign = "'author'"
            #if !canImport(Glibc)
                $0.modes.subtract([.swiftTesting, .xctest])
            #endif
        },
        Row("an accepted fault", passes: true) { $0.accepted = "author" },
        Row("an accepted fault on the day after", passes: false) {
            $0.accepted = "author"
            $0.expires = "2020-01-01"
        },
        Row("another fault behind an accepted one of its rule", passes: false) {
            $0.accepted = "author"
            $0.faults = "author,stars"
        },
        Row("two accepted faults", passes: true) {
            $0.accepted = "author,stars"
            $0.faults = "author,stars"
        },
        Row("a warning", passes: true) {
            $0.faults = "bridged"
            $0.modes = probing
        },
        Row("a warning that fails", passes: false) {
            $0.faults = "bridged"
            ($0.words, $0.variables) = (["--fail-on", "warning"], ["FAIL_ON": "warning"])
            $0.modes = probing
        },
        Row("bridging that is denied", passes: false) {
            $0.faults = "bridged"
            $0.edit = (#""examples": [ { "id": "n1""#, #""bridging": "deny", "examples": [ { "id": "n1""#)
            $0.modes = probing
        },
        Row("bridging that is allowed", passes: true) {
            $0.faults = "bridged"
            ($0.words, $0.variables) = (["--fail-on", "warning"], ["FAIL_ON": "warning"])
            $0.edit = (#""examples": [ { "id": "n1""#, #""bridging": "allow", "examples": [ { "id": "n1""#)
            $0.modes = probing
        },
        Row("a model that must be exact", passes: false) {
            $0.faults = "untitled"
            $0.modes = probing
        },
        Row("a model that may be lenient", passes: true) {
            $0.faults = "untitled"
            $0.edit = (#""examples": [ { "id": "n1""#, #""strictness": "lenient", "examples": [ { "id": "n1""#)
            $0.modes = probing
        },
        Row("other checks only", passes: true) {
            ($0.words, $0.variables) = (["--only", "notes/request/*"], ["ONLY": "notes/request/*"])
            $0.modes = probing
        },
        Row("the faulty check only", passes: false) {
            ($0.words, $0.variables) = (["--only", "notes/model/Note"], ["ONLY": "notes/model/Note"])
            $0.modes = probing.subtracting([.live, .record])
        },
        Row("the shard of the faulty check", passes: false) {
            ($0.words, $0.variables) = (["--shard", faultyShard], ["SHARD": faultyShard])
            $0.modes = probing.subtracting([.live, .record])
        },
        Row("the other shard", passes: true) {
            ($0.words, $0.variables) = (["--shard", otherShard], ["SHARD": otherShard])
            $0.modes = probing
        },
        Row("no time", passes: false) {
            $0.faults = ""
            $0.variables = ["SECONDS": "0"]
            $0.sign = "the run reached its time limit"
            $0.modes = [.swiftTesting, .xctest]
        },
        Row("recordings that are too old", passes: false) {
            $0.faults = ""
            $0.words = ["--max-age", "1d=error"]
            $0.isOld = true
            $0.sign = "recording.stale"
            $0.modes = [.workers, .alone]
        },
    ]

    private static let faultyShard = Shard("1/2")?.takes(model) == true ? "1/2" : "2/2"
    private static let otherShard = faultyShard == "1/2" ? "2/2" : "1/2"
    private static let model = Check(service: "notes", kind: .model, "Note")

    @Test(arguments: rows, Mode.allCases)
    func hasTheSameOutcomeInEveryMode(row: Row, mode: Mode) async throws {
        guard row.modes.contains(mode) else { return }
        let folder = try NotesFolder()
        if let edit = row.edit { try folder.replace(edit.old, with: edit.new, in: "Contracts/notes/contract.json") }
        try folder.replace(
            #"{ "name": "two notes", "status": 200,"#, with: #"{ "name": "two notes", "health": true, "status": 200,"#,
            in: "Contracts/notes/contract.json")
        if row.isOld {
            let file = "Recordings/notes/find.two notes.har"
            let text = try folder.text(of: file).replacing(/"20[0-9][0-9]-/) { _ in "\"2001-" }
            try folder.write(text, to: file)
        }
        if let faults = row.accepted { try await accept(faults, until: row.expires, in: folder) }
        let run = try await run(row, mode, in: folder)
        #expect(run.end == .exit(row.passes ? 0 : 1), "\(run)")
        // Checks that the expected fault is the one that fails.
        guard !row.passes else { return }
        let output = run.text + run.errors
        let sign = row.sign ?? (row.expires < "2099" ? "expired on 2020-01-01" : Self.signs[row.faults] ?? "-")
        #expect(output.contains(sign), "\(sign): \(run)")
    }

    /// The part of the report that identifies the last of the faults.
    private static let signs = [
        "author": "'author'", "author,stars": "'stars'", "bridged": "model.bridging", "untitled": "model.false-accept",
    ]

    /// Accepts the findings of a run with the command line, and adds entries for those of a health check.
    private func accept(_ faults: String, until day: String, in folder: NotesFolder) async throws {
        let run = try await Attack.run(
            ["verify", "--accept", "known", "--author", "Ada", "--until", "2099-01-01"], in: folder.url,
            ["NOTE": faults], within: 60)
        #expect(run.end == .exit(1), "\(run)")
        let text = try folder.text(of: "Contracts/accepted.json")
        let entries = try #require(try JSON(parsing: Data(text.utf8))["accepted"]?.arrayValue)
        #expect(entries.count == faults.split(separator: ",").count)
        let server = try NotesServer.start()
        defer { withExtendedLifetime(server) {} }
        let all = try await Attack.run(
            ["health", "--report", "json=-", "--retries", "0"] + NotesServer.words(server),
            in: folder.url, ["NOTE": faults], within: 60)
        let aspects = try JSON(parsing: all.out)[pointer: "/endpoints/0/aspects"]?.objectValue ?? [:]
        let found = aspects.flatMap { $0.value["findings"]?.arrayValue ?? [] }
        #expect(found.count == entries.count)
        let health = found.map { finding -> JSON in
            [
                "rule": finding["rule"] ?? "", "place": "notes/health/find",
                "fingerprint": finding["fingerprint"] ?? "", "reason": "known", "author": "Ada",
                "expires": .string(day),
            ]
        }
        let dated = entries.map { entry -> JSON in
            var members = entry.objectValue ?? [:]
            members["expires"] = .string(day)
            return .object(members)
        }
        let root: JSON = ["accepted": .array(dated + health)]
        try folder.write(root.text(.pretty), to: "Contracts/accepted.json")
    }

    private func run(_ row: Row, _ mode: Mode, in folder: NotesFolder) async throws -> Attack.Run {
        let variables = row.variables.merging(["NOTE": row.faults]) { $1 }
        func command(_ words: [String]) async throws -> Attack.Run {
            try await Attack.run(words + row.words, in: folder.url, variables, within: 90)
        }
        func live(_ words: [String]) async throws -> Attack.Run {
            let server = try NotesServer.start()
            defer { withExtendedLifetime(server) {} }
            return try await command(words + NotesServer.words(server))
        }
        switch mode {
        case .workers: return try await command(["verify"])
        case .alone: return try await command(["verify", "--isolation", "none"])
        case .live: return try await live(["verify", "--mode", "live"])
        case .record: return try await live(["record", "--allow-ci"])
        case .health: return try await live(["health", "--retries", "0"])
        case .swiftTesting:
            return try await Attack.test("ModeTests/runsInATest", in: folder.url, variables, within: 90)
        case .xctest:
            return try await Attack.xctest("ModeXCTests/testNotes", in: folder.url, variables, within: 90)
        }
    }

    /// Runs only in a separate test process that another test starts.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["NOTE"] != nil))
    func runsInATest() async throws { try await Self.verifyNotes() }

    static func verifyNotes() async throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = URL(fileURLWithPath: try #require(environment["NOTES_FOLDER"]))
        var options = Options(mode: .replay)
        options.selection.only = environment["ONLY"].map { [$0] } ?? []
        options.selection.shard = environment["SHARD"].flatMap { Shard($0) }
        options.failOn = environment["FAIL_ON"] == "warning" ? .warning : .error
        options.budget.seconds = environment["SECONDS"].flatMap(Double.init) ?? options.budget.seconds
        await verify(
            service: "notes", of: NotesFolder.suite(in: folder, note: PlantedNote.model), options)
    }

    // MARK: - Comparisons

    @Test(arguments: [("2099-01-01", Int32(0)), ("2020-01-01", 1)])
    func waivesAChangeUntilItsExpiry(day: String, code: Int32) async throws {
        let folder = try NotesFolder()
        let contract = try folder.text(of: "Contracts/notes/contract.json")
        try folder.write(contract, to: "old/notes/contract.json")
        try folder.replace(
            #""maximum": 5 },"#, with: #""maximum": 6 },"#, in: "Contracts/notes/contract.json")
        let words = ["compare", "\(folder.url.path)/old", "\(folder.url.path)/Contracts"]
        let before = try await Attack.run(words + ["--report", "json=-"], in: folder.url, [:], within: 60)
        #expect(before.end == .exit(1), "\(before)")
        try waive(JSON(parsing: before.out), until: day, in: folder)
        let after = try await Attack.run(words, in: folder.url, [:], within: 60)
        #expect(after.end == .exit(code), "\(after)")
    }

    @Test(arguments: [("2099-01-01", Int32(0)), ("2020-01-01", 1)])
    func waivesMissingPartsOfADocumentUntilTheirExpiry(day: String, code: Int32) async throws {
        let folder = try NotesFolder()
        try folder.write(#"{"openapi": "3.0.0", "info": {}, "paths": {}}"#, to: "openapi.json")
        let words = ["against", "\(folder.url.path)/openapi.json", "--fail-on", "warning"]
        let before = try await Attack.run(words + ["--report", "json=-"], in: folder.url, [:], within: 60)
        #expect(before.end == .exit(1), "\(before)")
        try waive(JSON(parsing: before.out), until: day, in: folder)
        let after = try await Attack.run(words, in: folder.url, [:], within: 60)
        #expect(after.end == .exit(code), "\(after)")
    }

    /// Accepts every finding of a report.
    private func waive(_ report: JSON, until day: String, in folder: NotesFolder) throws {
        let entries = (report["checks"]?.arrayValue ?? []).flatMap { check -> [JSON] in
            (check["findings"]?.arrayValue ?? []).map { finding in
                [
                    "rule": finding["rule"] ?? "", "place": check["id"] ?? "",
                    "fingerprint": finding["fingerprint"] ?? "", "reason": "known", "author": "Ada",
                    "expires": .string(day),
                ]
            }
        }
        #expect(!entries.isEmpty)
        let root: JSON = ["accepted": .array(entries)]
        try folder.write(root.text(.pretty), to: "Contracts/accepted.json")
    }
}

/// The XCTest counterpart of `runsInATest`.
final class ModeXCTests: XCTestCase {
    func testNotes() async throws {
        guard ProcessInfo.processInfo.environment["NOTE"] != nil else { return }
        try await ModeTests.verifyNotes()
    }
}
