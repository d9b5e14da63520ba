import AttackFixture
import Foundation
import NotesFixture
import Testing

@testable import ContractCommand

/// Hostile code that runs while the suite is built ends only a worker. The command reports it and exits with 2.
@Suite(.timeLimit(.minutes(5)))
struct HostileBuilderTests {
    /// All attacks that end at once, and two that run into the timeout.
    private static let models = HostileModel.all.filter {
        $0.told != .timeout || $0.name == "a loop" || $0.name == "a semaphore"
    }

    @Test(arguments: models.map(\.name)) func reportsHostileBuilders(name: String) async throws {
        let model = try #require(HostileModel.named(name))
        let folder = try NotesFolder()
        let run = try await Attack.run(["verify"], in: folder.url, ["ATTACK_BUILD": name], within: 90)
        guard model.told != .sound else {
            #expect(run.end == .exit(0) && run.text.contains("15 checks"), "\(name): \(run)")
            return
        }
        #expect(run.end == .exit(2) && run.text.isEmpty, "\(name): \(run)")
        #expect(run.errors.contains("contracts: the suite could not be built: "), "\(name): \(run)")
        switch model.told {
        case .trap(let text): #expect(run.errors.contains(text), "\(name): \(run)")
        case .timeout: #expect(run.errors.contains("still running after 15 s"), "\(name): \(run)")
        case .memory, .sound: break
        }
    }

    @Test(
        arguments: [
            ["verify"], ["verify", "--watch"], ["record", "--allow-ci"], ["diff"], ["health"], ["lint"], ["list"],
            ["explain", "notes/model/Note"], ["score"], ["serve", "--port", "0"], ["compare", "--base", "main"],
            ["fleet"], ["against", "api.json"], ["import", "api.json"], ["recordings", "import", "calls.har"],
            ["init", "shop"],
            ["scaffold", "notes", "--client"], ["recordings", "prune"], ["pact", "export", "--consumer", "app"],
        ], ["_exit(0)", "exit(0)", "fatalError"])
    func everyCommandReportsAHostileBuilder(words: [String], name: String) async throws {
        let folder = try NotesFolder()
        let run = try await Attack.run(words, in: folder.url, ["ATTACK_BUILD": name], within: 60)
        #expect(run.end == .exit(2) && run.text.isEmpty, "\(words): \(run)")
        #expect(run.errors.contains("contracts: the suite could not be built: "), "\(words): \(run)")
    }

    @Test(arguments: [["help", "verify"], ["completion", "bash"], ["convert", "FOLDER/any.json"], ["--version"]])
    func runsCommandsThatNeedNoSuite(words: [String]) async throws {
        let folder = try NotesFolder()
        try folder.write("{}", to: "any.json")
        let words = words.map { $0.replacingOccurrences(of: "FOLDER", with: folder.url.path) }
        let run = try await Attack.run(words, in: folder.url, ["ATTACK_BUILD": "exit(7)"], within: 60)
        #expect(run.end == .exit(0) && !run.text.isEmpty, "\(words): \(run)")
    }

    @Test func failsWithoutIsolation() async throws {
        let folder = try NotesFolder()
        let run = try await Attack.run(
            ["verify", "--isolation", "none"], in: folder.url, ["ATTACK_BUILD": "exit(0)"], within: 60)
        #expect(run.end == .exit(3), "\(run)")
        #expect(run.errors.contains("the code under test ended the process"), "\(run)")
    }
}
