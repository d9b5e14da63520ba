import AttackFixture
import ContractTesting
import Foundation
import JSONSchema
import NotesFixture
import Testing

@testable import ContractCommand

/// An attack by code under test on its process leads to at most one finding, in every mode and in bounded time.
@Suite(.timeLimit(.minutes(10)))
struct HostileModelTests {
    /// The modes that run code under test.
    enum Way: String, CaseIterable, CustomTestStringConvertible {
        case replay, live, record, diff, health, alone, test

        var testDescription: String { rawValue }
    }

    /// Each model in replay and in one other mode, in turn. With `ATTACKS=all`, each model in every mode.
    static let runs = HostileModel.all.enumerated().flatMap { index, model in
        let others = Way.allCases.filter { $0 != .replay }
        let isWhole = ProcessInfo.processInfo.environment["ATTACKS"] == "all"
        return (isWhole ? Way.allCases : [.replay, others[index % others.count]]).map { (model.name, $0) }
    }

    @Test(arguments: runs)
    func reportsEachAttack(name: String, way: Way) async throws {
        let model = try #require(HostileModel.named(name))
        switch way {
        case .replay: try await expect(model, ["verify", "--report", "json=-"], isLive: false)
        case .live: try await expect(model, ["verify", "--mode", "live", "--report", "json=-"])
        case .record: try await expect(model, ["record", "--allow-ci", "--report", "json=-"])
        case .diff: try await expectDiff(model)
        case .health: try await expectHealth(model)
        case .alone: try await expectAlone(model)
        case .test: try await expectTest(model)
        }
    }

    /// Without its client check, only the response check can name a call that ends the process.
    @Test(arguments: ["response", "client"])
    func namesTheCheckWhoseCallTraps(kind: String) async throws {
        let folder = try NotesFolder()
        let server = try NotesServer.start()
        let run = try await Attack.run(
            ["verify", "--mode", "live", "--only", "notes/\(kind)/find/no such tag", "--report", "json=-"]
                + NotesServer.words(server),
            in: folder.url, ["PLANT": "call"], within: Self.bound)
        let report = try #require(try? JSON(parsing: run.out), "\(run)")
        let findings = (report["checks"]?.arrayValue ?? []).flatMap { $0["findings"]?.arrayValue ?? [] }
        let rules = findings.compactMap { $0["rule"]?.stringValue }
        #expect(rules.contains("\(kind).trap"), "\(run)")
        #expect(run.end == .exit(1), "\(run)")
    }

    @Test func hasAtLeastFiftyModels() { #expect(HostileModel.all.count >= 50) }

    /// The time limit of a run in seconds, generous enough for a busy machine.
    private static let bound = 90.0

    private func expect(_ model: HostileModel, _ words: [String], isLive: Bool = true) async throws {
        let folder = try NotesFolder()
        let server = try NotesServer.start()
        let run = try await Attack.run(
            words + (isLive ? NotesServer.words(server) : []) + ["--deadline", "6"], in: folder.url,
            ["ATTACK": model.name],
            within: Self.bound)
        let report = try #require(try? JSON(parsing: run.out), "\(model.name): \(run)")
        let findings = (report["checks"]?.arrayValue ?? []).flatMap { $0["findings"]?.arrayValue ?? [] }
        let rules = findings.compactMap { $0["rule"]?.stringValue }
        let message = findings.first?["message"]?.stringValue ?? ""
        #expect(report[pointer: "/summary/passed"] == (model.told == .sound ? 15 : 14), "\(model.name): \(run)")
        #expect(run.end == .exit(model.told == .sound ? 0 : 1), "\(run)")
        switch model.told {
        case .sound: #expect(rules == [], "\(run)")
        case .trap(let text):
            #expect(rules == ["model.trap"], "\(run)")
            #expect(message.contains(text), "\(message)")
        case .timeout: #expect(rules == ["model.timeout"], "\(run)")
        case .memory: #expect(rules == ["model.trap"] || rules == ["model.timeout"], "\(run)")
        }
    }

    private func expectDiff(_ model: HostileModel) async throws {
        let folder = try NotesFolder()
        let server = try NotesServer.start(author: "null")
        let run = try await Attack.run(
            ["diff", "--only", "*two notes*", "--deadline", "3"] + NotesServer.words(server), in: folder.url,
            ["ATTACK": model.name, "ATTACK_ALWAYS": "1"], within: Self.bound)
        #expect(run.end == .exit(model.told == .sound ? 0 : 1), "\(run)")
        #expect(run.text.contains("compared"), "\(run)")
        switch model.told {
        case .sound: break
        case .trap(let text): #expect(run.errors.contains("client.trap") && run.errors.contains(text), "\(run)")
        case .timeout: #expect(run.errors.contains("client.timeout"), "\(run)")
        case .memory: #expect(run.errors.contains("client.t"), "\(run)")
        }
    }

    private func expectHealth(_ model: HostileModel) async throws {
        let folder = try NotesFolder()
        try folder.replace(
            #"{ "name": "two notes", "status": 200,"#, with: #"{ "name": "two notes", "health": true, "status": 200,"#,
            in: "Contracts/notes/contract.json")
        let server = try NotesServer.start()
        let run = try await Attack.run(
            ["health", "--report", "json=-", "--retries", "0", "--deadline", "5", "--round-deadline", "12"]
                + NotesServer.words(server), in: folder.url, ["ATTACK": model.name, "ATTACK_ALWAYS": "1"],
            within: Self.bound)
        let endpoint = try #require(try? JSON(parsing: run.out)[pointer: "/endpoints/0"], "\(model.name): \(run)")
        #expect(run.end == .exit(model.told == .sound ? 0 : 1), "\(run)")
        switch model.told {
        case .sound: #expect(endpoint["verdict"] == "healthy", "\(run)")
        case .trap(let text):
            #expect(endpoint["verdict"] == "failing", "\(run)")
            #expect(endpoint.text().contains(text), "\(endpoint.text())")
        case .timeout, .memory: #expect(endpoint["verdict"] == "failing", "\(run)")
        }
    }

    private func expectAlone(_ model: HostileModel) async throws {
        guard model.alone != .untold, model.alone != .endless else { return }
        let folder = try NotesFolder()
        let run = try await Attack.run(
            ["verify", "--isolation", "none", "--report", "json=report.json"], in: folder.url, ["ATTACK": model.name],
            within: Self.bound)
        switch model.alone {
        case .code(let code): #expect(run.end == .exit(code), "\(run)")
        case .signal: #expect(run.isSignal, "\(run)")
        case .sound:
            #expect(run.end == .exit(0), "\(run)")
            let report = try JSON(parsing: Data(try folder.text(of: "report.json").utf8))
            #expect(report[pointer: "/summary/passed"] == 15)
        case .endless, .untold: break
        }
    }

    // MARK: - In a test process

    private func expectTest(_ model: HostileModel) async throws {
        guard model.alone != .untold else { return }
        let folder = try NotesFolder()
        let run = try await Attack.test(
            "HostileModelTests/runsInATest", in: folder.url, ["ATTACK": model.name], within: Self.bound)
        switch model.alone {
        case .code(let code): #expect(run.end == .exit(code), "\(run)")
        case .signal: #expect(run.isSignal, "\(run)")
        case .sound: #expect(run.end == .exit(0), "\(run)")
        case .endless:
            #expect(run.end == .exit(3), "\(run)")
            #expect(
                run.errors.contains("contract check notes/model/Note hangs: the whole has \"\" in every string"),
                "\(run)")
        case .untold: break
        }
    }

    /// Runs only in a separate test process that another test starts.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["ATTACK"] != nil))
    func runsInATest() async throws {
        let environment = ProcessInfo.processInfo.environment
        let folder = URL(fileURLWithPath: try #require(environment["NOTES_FOLDER"]))
        var options = Options(mode: .replay)
        options.deadline = 3
        await verify(
            service: "notes", of: NotesFolder.suite(in: folder, note: Model("Note", AttackedNote.make)), options)
    }
}
