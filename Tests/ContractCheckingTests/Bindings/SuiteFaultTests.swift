import ContractChecking
import Foundation
import NotesFixture
import Testing

/// Faults in the files and bindings of a suite. Each is a finding of `SERVICE/contract`, and checks that need the
/// faulty part are skipped.
struct SuiteFaultTests {
    /// - Parameter skipped: the checks expected to be skipped; all but the first if `nil`.
    private func messages(
        skipping skipped: [String]? = nil, _ change: (NotesFolder) throws -> Void
    ) async throws -> [String] {
        let folder = try NotesFolder()
        try change(folder)
        let report = await folder.verified()
        #expect(report.checks.first?.check.id == "notes/contract")
        #expect(report.checks.first?.outcome == .failed)
        #expect(report.checks.count > 1)
        let expected = skipped ?? report.checks.dropFirst().map { String($0.check.id.dropFirst("notes/".count)) }
        #expect(report.checks.filter { $0.outcome == .skipped }.map(\.check.id) == expected.map { "notes/\($0)" })
        #expect(report.checks.dropFirst().allSatisfy { [.passed, .skipped].contains($0.outcome) })
        #expect(!report.passed)
        return report.findings.map(\.message)
    }

    @Test func reportsAContractThatIsNotJSON() async throws {
        let found = try await messages { try $0.write("{ \"service\": }", to: "Contracts/notes/contract.json") }
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("not JSON") == true)
    }

    @Test func reportsACaseWithoutARecording() async throws {
        let found = try await messages(skipping: ["response/add/a note"]) {
            try FileManager.default.removeItem(at: $0.url.appendingPathComponent("Recordings/notes/add.a note.har"))
        }
        #expect(found.count == 1)
        #expect(found.first?.contains("there is no recording 'notes/add.a note.har'") == true)
    }

    @Test func reportsAnUnusedRecording() async throws {
        let found = try await messages(skipping: []) { try $0.write("{}", to: "Recordings/notes/old.har") }
        #expect(found.first?.hasPrefix("no case or scenario replays") == true)
    }

    @Test func reportsAMalformedRecording() async throws {
        let found = try await messages(skipping: ["response/add/a note"]) {
            try $0.write("{\"log\":", to: "Recordings/notes/add.a note.har")
        }
        #expect(found == ["expected a value, found the end of the text"], "\(found)")
    }

    @Test func reportsAMissingRecordingsFolder() async throws {
        let replaying = [
            "response/find/two notes", "response/find/no such tag", "response/add/a note", "client/find/two notes",
            "client/find/no such tag", "faults/find/unreachable", "faults/find/status:500", "faults/find/malformedBody",
            "scenario/add and remove",
        ]
        let found = try await messages(skipping: replaying) {
            try FileManager.default.removeItem(at: $0.url.appendingPathComponent("Recordings"))
        }
        #expect(found.first?.hasPrefix("the recordings folder does not exist") == true)
    }

    @Test func reportsAMissingContractsFolder() async throws {
        let folder = try NotesFolder()
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("Contracts"))
        let report = await folder.verified()
        #expect(report.findings.first?.message.hasPrefix("cannot read the contracts folder") == true)
        #expect(!report.passed)
    }

    @Test func reportsUnknownBindingsAndEntriesWithoutABinding() async throws {
        let folder = try NotesFolder()
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) {
            Service("notes") {
                Model("Notes", Note.init(json:))
                Endpoint("fnd") { try NotesClient().findRequest(tag: $0["tag"]) }
            }
        }
        let messages = await suite.verify(Options(mode: .replay)).findings.map(\.message)
        let unbound = try #require(messages.first { $0.hasPrefix("no code is bound to models/Note, endpoints/") })
        #expect(unbound.contains("\n    Model(\"Note\", decoding: Note.self)\n"))
        #expect(
            messages.contains {
                $0.contains("the model 'Notes', which the contract does not declare; did you mean 'Note'?")
            })
        #expect(
            messages.contains {
                $0.contains("the endpoint 'fnd', which the contract does not declare; did you mean 'find'?")
            })
        #expect(unbound.split(separator: "\n").filter { $0.hasPrefix("    Endpoint(") }.count == 3)
    }

    @Test func reportsABindingWithoutTheRequiredCall() async throws {
        let folder = try NotesFolder()
        let report = await folder.suite(call: false).verify(Options(mode: .replay))
        #expect(report.findings.contains { $0.message.contains("add 'call:' to the binding of 'find'") })
    }

    @Test func failsAnEmptySuiteAndAServiceWithoutAContract() async throws {
        let folder = try NotesFolder()
        let contracts = folder.url.appendingPathComponent("Contracts")
        let recordings = folder.url.appendingPathComponent("Recordings")
        let empty = await ContractSuite(contracts: contracts, recordings: recordings) {}.verify(Options(mode: .replay))
        #expect(empty.findings.contains { $0.message.contains("no code is bound to this contract") })
        #expect(!empty.passed)

        let other = await ContractSuite(contracts: contracts, recordings: recordings) { Service("note") {} }
            .verify(Options(mode: .replay))
        #expect(other.findings.contains { $0.message.contains("'note', which has no contract; did you mean 'notes'?") })

        let nothing = await ContractSuite(contracts: recordings, recordings: recordings) {}.verify(
            Options(mode: .replay))
        #expect(nothing.checks.map(\.outcome) == [.failed])
        #expect(Report(checks: [], seconds: 0).passed == false)
    }

    @Test func rejectsAnUnknownModeAndRecordingInCI() throws {
        #expect(throws: ModeError(message: "CONTRACT_MODE is 'reply'; valid: replay, record, live")) {
            try Mode.resolve(option: nil, environment: ["CONTRACT_MODE": "reply"], allowsCI: false)
        }
        #expect(throws: ModeError.self) {
            try Mode.resolve(option: .record, environment: ["CI": "true"], allowsCI: false)
        }
        #expect(try Mode.resolve(option: .record, environment: ["CI": "true"], allowsCI: true) == .record)
        #expect(try Mode.resolve(option: nil, environment: ["CONTRACT_MODE": "live"], allowsCI: false) == .live)
        #expect(try Mode.resolve(option: nil, environment: [:], allowsCI: false) == .replay)
    }
}
