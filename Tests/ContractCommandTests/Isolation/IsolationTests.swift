import Foundation
import JSONSchema
import NotesFixture
import Testing

/// Code under test that kills its process causes one finding with the probe and the message. Every other check still
/// runs.
@Suite(.serialized)
struct IsolationTests {
    private func verify(
        _ plant: String, _ environment: [String: String] = [:], title: String = "Milk"
    ) async throws -> (code: Int32, report: JSON, errors: String) {
        let (process, text, errors) = try await run(plant, environment, title: title)
        return (process.terminationStatus, try JSON(parsing: text), errors)
    }

    /// Runs the command line until it and all its descendants have exited.
    private func run(
        _ plant: String, _ environment: [String: String] = [:], _ words: [String] = [],
        temporary: URL = FileManager.default.temporaryDirectory, title: String = "Milk"
    ) async throws -> (process: Process, text: Data, errors: String) {
        let contract = NotesContract.text.replacingOccurrences(of: "\"Milk\"", with: "\"\(title)\"")
        return try await run(
            plant, environment, ["verify", "--jobs", "4", "--report", "json=-"] + words,
            in: NotesFolder(contract: contract), temporary: temporary)
    }

    private func run(
        _ plant: String, _ environment: [String: String] = [:], _ words: [String], in folder: NotesFolder,
        temporary: URL = FileManager.default.temporaryDirectory
    ) async throws -> (process: Process, text: Data, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.products).appendingPathComponent("trapping")
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["NOTES_FOLDER": folder.url.path, "PLANT": plant, "TMPDIR": temporary.path]
        ) { $1 }.merging(environment) { $1 }
        let out = Pipe()
        let err = Pipe()
        process.standardOutput = out
        process.standardError = err
        // The report fits into a pipe's buffer, so that it can be read after the process has exited.
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do { try process.run() } catch { ended.resume(throwing: error) }
        }
        let text = try out.fileHandleForReading.readToEnd() ?? Data()
        let errors = try err.fileHandleForReading.readToEnd() ?? Data()
        return (process, text, String(decoding: errors, as: UTF8.self))
    }

    /// The directory of the package's products, next to the test bundle.
    static let products: String = {
        let arguments = CommandLine.arguments
        let bundle = arguments.first { $0.hasSuffix(".xctest") } ?? arguments[0]
        return URL(fileURLWithPath: bundle).deletingLastPathComponent().path
    }()

    private func findings(_ report: JSON) -> [JSON] {
        (report["checks"]?.arrayValue ?? []).flatMap { $0["findings"]?.arrayValue ?? [] }
    }

    @Test func findsNothingInACorrectModel() async throws {
        let run = try await verify("none")
        #expect(run.code == 0)
        #expect(run.report[pointer: "/summary/passed"] == 15)
        #expect(run.errors == "")
    }

    @Test func findsDatesReadInTheLocalTimeZone() async throws {
        let run = try await verify("zone")
        #expect(run.code == 1)
        #expect(Set(findings(run.report).map { $0["rule"] }) == ["model.false-reject"])
        for zone in ["Pacific/Auckland", "UTC"] {
            #expect(try await verify("zone", ["TZ": zone]).code == (zone == "UTC" ? 0 : 1))
        }
    }

    /// The workers' time zone is ahead of UTC today and was behind it in 2009.
    @Test(arguments: ["evening", "morning"])
    func findsADayThatCrossesMidnightInEitherDirection(plant: String) async throws {
        let run = try await verify(plant, title: "2026-01-02")
        #expect(run.code == 1)
        #expect(run.report[pointer: "/summary/passed"] == 14)
        #expect(Set(findings(run.report).map { $0["rule"] }) == ["model.false-reject"])
        #expect(try await verify(plant, ["TZ": "UTC"], title: "2026-01-02").code == 0)
        #expect(try await verify(plant, ["TZ": "America/Los_Angeles"]).code == 0)
    }

    @Test(arguments: [
        ["TZ": "Asia/Kathmandu", "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"],
        ["TZ": "Pacific/Apia", "LC_ALL": "ar_EG.UTF-8", "LANG": "ar_EG.UTF-8", "LANGUAGE": "ar"],
        ["TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"],
    ])
    func findsTheSameInEveryZoneAndLanguage(environment: [String: String]) async throws {
        func outcome(_ plant: String, _ environment: [String: String]) async throws -> (Int32, JSON?, [[JSON?]]) {
            let run = try await verify(plant, environment)
            let findings = findings(run.report).map { finding in
                ["rule", "message", "expected", "found", "fingerprint"].map { finding[$0] }
            }
            return (run.code, run.report[pointer: "/summary/passed"], findings)
        }
        for plant in ["none", "cast"] {
            #expect(try await outcome(plant, environment) == outcome(plant, ["TZ": "UTC", "LC_ALL": "C", "LANG": "C"]))
        }
    }

    @Test func reportsATrapOnceWithTheShortestProbe() async throws {
        let run = try await verify("cast")
        #expect(run.code == 1)
        #expect(run.report[pointer: "/summary/passed"] == 14)
        let found = findings(run.report)
        #expect(found.map { $0["rule"] } == ["model.trap"])
        #expect(found.first?[pointer: "/contract/pointer"] == "/models/Note/schema/properties/title")
        #expect(found.first?["message"]?.stringValue?.contains("more like it") == true)
        #expect(run.errors == "")
    }

    @Test(arguments: [
        ("cast", "model.trap"), ("zone", "model.false-reject"), ("exit", "model.trap"),
    ])
    func fitHidesNoFault(plant: String, rule: String) async throws {
        let folder = try NotesFolder()
        let fit = try await run(plant, [:], ["fit", "notes", "--write", "--faults"], in: folder)
        #expect(fit.process.terminationStatus == 0, "\(fit.errors)")
        let run = try await run(plant, [:], ["verify", "--report", "json=-"], in: folder)
        #expect(run.process.terminationStatus == 1)
        let rules = Set(findings(try JSON(parsing: run.text)).map { $0["rule"]?.stringValue })
        #expect(rules == [rule], "\(String(decoding: fit.text, as: UTF8.self))")
    }

    @Test(arguments: [
        ("hang", "model.timeout"), ("memory", "model.trap"), ("recursion", "model.trap"),
        ("exit", "model.trap"), ("forge", "model.trap"),
    ])
    func reportsCodeThatDoesNotReturn(plant: String, rule: String) async throws {
        let run = try await verify(plant)
        #expect(run.code == 1)
        #expect(run.report[pointer: "/summary/passed"] == 14)
        let rules = findings(run.report).map { $0["rule"]?.stringValue }
        // A busy machine may reach the time limit before the memory limit.
        #expect(rules == [rule] || (plant == "memory" && rules == ["model.timeout"]))
        #expect(findings(run.report).first?["message"]?.stringValue?.contains("/title is empty") == true)
    }

    @Test(arguments: ["exit", "quick exit"])
    func failsWhenTheCodeExitsWithoutIsolation(plant: String) async throws {
        let run = try await run(plant, [:], ["--isolation", "none"])
        #expect(run.process.terminationReason == .exit && run.process.terminationStatus == 3)
        #expect(run.text == Data())
        // Other checks may run at the same time.
        #expect(run.errors.hasPrefix("contracts: the code under test ended the process while notes/"), "\(run.errors)")
        #expect(run.errors.contains("notes/model/Note"), "\(run.errors)")
        #expect(run.errors.hasSuffix(" ran; this run has no result and did not pass\n"), "\(run.errors)")
    }

    @Test(arguments: ["late thread", "late task"])
    func attributesALateTrapToTheCallThatCausedIt(plant: String) async throws {
        let run = try await verify(plant)
        #expect(run.code == 1)
        #expect(run.report[pointer: "/summary/passed"] == 14)
        let found = findings(run.report)
        #expect(found.map { $0["rule"] } == ["client.trap"])
        #expect(found.first?[pointer: "/contract/pointer"] == "/endpoints/find/cases/1")
        #expect(
            found.first?["message"]?.stringValue
                == "the code traps: planted, after it returned, in a task or thread that it had started")
        #expect(run.errors == "")
    }

    @Test(arguments: ["last words", "last timer"])
    func reportsATrapAfterTheLastCheck(plant: String) async throws {
        let run = try await verify(plant)
        #expect(run.code == 1)
        // On a busy machine the last check may still be running at that time, and then its next worker may trap again.
        #expect(Set(findings(run.report).map { $0["rule"] }) == ["model.trap"])
        let message = findings(run.report).first?["message"]?.stringValue ?? ""
        #expect(message.hasPrefix("the code traps: planted"), "\(message)")
    }

    @Test func doesNotEvaluateChecksWhoseTrapDoesNotRecur() async throws {
        let run = try await verify("once")
        #expect(run.code == 3)
        #expect(findings(run.report) == [])
        let doubtful = (run.report["checks"]?.arrayValue ?? []).filter { $0["outcome"] != "passed" }
        #expect((1...4).contains(doubtful.count), "\(doubtful)")
        #expect(run.report[pointer: "/summary/passed"] == JSON(15 - doubtful.count))
        for check in doubtful {
            #expect(
                check["reason"]
                    == "its process died during the check, but not when the check ran alone: planted; run it again")
        }
    }

    /// The worker kills its supervisor and would otherwise run forever.
    @Test func leavesNoProcessBehindWhenKilled() async throws {
        let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("isolation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: temporary) } }
        let run = try await run("orphan", temporary: temporary)
        #expect(run.process.terminationReason == .uncaughtSignal && run.process.terminationStatus == SIGKILL)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
    }
}
