import AttackFixture
import Foundation
import TestSupport
import Testing

@testable import ContractCommand

/// Flaws of small clients, through the built executable: each has one finding in each mode, and the sound client none.
@Suite(.timeLimit(.minutes(10)))
struct FlawedClientTests {
    /// A client with its flaw, and the words of a mode.
    struct Trial: Sendable, CustomTestStringConvertible {
        let client: any FlawedClient
        let mode: [String]

        var testDescription: String { ([client.name] + mode).joined(separator: " ") }

        func run(in folder: TemporaryFolder) async throws -> Attack.Run {
            let client = type(of: client)
            try folder.write(client.contract, client.exchanges, of: client.service)
            let words = ["verify"] + mode + (self.client.name == "clinic.waitsForEver" ? ["--deadline", "5"] : [])
            return try await Attack.run(words, in: folder.url, ["FLAW": self.client.name], within: 90)
        }
    }

    private static let trials = FlawedClients.all.flatMap { client in
        ([[]] + (client.needsWorker ? [] : [["--isolation", "none"]])).map { Trial(client: client, mode: $0) }
    }

    @Test(arguments: trials.filter { $0.client.name != "stall.hangsWithoutAText" })
    func reportsEachFlawOnce(trial: Trial) async throws {
        let run = try await trial.run(in: try TemporaryFolder())
        let found = run.text.split(separator: "\n").filter { $0.contains(": error: ") }
        guard let (message, rule) = trial.client.finding else {
            return #expect(run.end == .exit(0) && found == [], "\(run)")
        }
        #expect(run.end == .exit(1) && found.count == 1, "\(run)")
        #expect(found.first?.contains(message) == true && found.first?.hasSuffix(" [\(rule)]") == true, "\(run)")
    }

    @Test func listsTheTrialsOfACall() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Tides.contract, Tides.exchanges, of: Tides.service)
        let words = ["explain", "--run", "tides/client/warnings/two pages"]
        let run = try await Attack.run(words, in: folder.url, ["FLAW": "tides.stopsAfterTenPages"], within: 90)
        #expect(run.end == .exit(1), "\(run)")
        for trial in ["an element of an unknown kind", "a call where there are 11 pages"] {
            #expect(run.text.contains(trial), "\(run)")
        }
    }

    /// The loss of a page, or another order, must show.
    @Test func makesUpPagesOfOtherRows() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Harbour.contract, [:], of: Harbour.service)
        let run = try await Attack.run(
            ["record", "--made-up", "--allow-ci", "--only", "harbour/client/ferries/*", "--yes"], in: folder.url,
            ["FLAW": "harbour.sound"], within: 90)
        #expect(run.end == .exit(0), "\(run)")
        let pages = try [1, 2].map { number in
            try String(
                contentsOf: folder.url.appendingPathComponent("Recordings/harbour/ferries.all.\(number).json"),
                encoding: .utf8)
        }
        let rows = pages.map { $0.split(separator: "\"next\"").first.map(String.init) }
        #expect(rows[0] != rows[1], "\(pages)")
    }

    /// Each hang costs the deadline of a probe and a process.
    @Test func skipsTheOtherProbesOfACheckAfterThreeHangs() async throws {
        let folder = try TemporaryFolder()
        let run = try await Trial(client: Stall.hangsWithoutAText, mode: []).run(in: folder)
        #expect(run.end == .exit(1), "\(run)")
        let found = run.text.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(!found.isEmpty && found.allSatisfy { $0.hasSuffix(" [model.timeout]") }, "\(run)")
        let hangs = try FileManager.default.contentsOfDirectory(atPath: folder.url.appendingPathComponent("hangs").path)
        #expect(hangs.count == 3, "\(run)")
    }

    @Test(arguments: [[], ["--isolation", "none"]])
    func leavesOutTheOtherChecksOfACallAfterTwoHangs(mode: [String]) async throws {
        let folder = try TemporaryFolder()
        let faults = #""unreachable": "URLError""#
        let more = #", "timeout": "URLError", "connectionLost": "URLError""#
        try folder.write(
            Depot.contract.replacingOccurrences(of: faults, with: faults + more), Depot.exchanges, of: Depot.service)
        let flaw = ["FLAW": Depot.retriesForEver.name]
        let run = try await Attack.run(["verify", "--jobs", "1"] + mode, in: folder.url, flaw, within: 90)
        #expect(run.end == .exit(1), "\(run)")
        let hangs = run.text.split(separator: "\n").filter { $0.hasSuffix(" [faults.hang]") }
        #expect(hangs.count == 2, "\(run)")
        let rest = run.text.split(separator: "\n").filter { $0.contains("2 other checks of 'send' did not finish") }
        #expect(rest.count == 1, "\(run)")
    }

    /// Others may follow it, and each takes its deadline.
    @Test func tellsOfAHangingCallAtOnce() async throws {
        let run = try await Trial(client: Clinic.waitsForEver, mode: []).run(in: try TemporaryFolder())
        let line =
            "contracts: clinic/faults/observations/connectionLost: with a lost connection the call does not finish; "
            + "expected completion within 5 s\n"
        #expect(run.errors == line, "\(run)")
    }
}
