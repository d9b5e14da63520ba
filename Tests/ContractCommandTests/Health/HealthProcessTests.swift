import ContractChecking
import ExampleProvider
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractHealth
@testable import contracts

/// The built command in its own process, with a real server.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct HealthProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ words: String..., environment: [String: String] = [:]) async throws -> (
        code: Int32, out: String, err: String
    ) {
        let process = try HealthProcess(words, environment: environment)
        let code = await process.end()
        return (code, process.outText, process.errText)
    }

    private func origins(_ port: Int) -> [String] {
        clientSuite(in: HealthProcess.package).loaded.value.services.compactMap(\.contract).flatMap { contract in
            ([contract.origin] + contract.endpoints.compactMap(\.origin)).flatMap {
                ["--origin", "\($0)=http://127.0.0.1:\(port)"]
            }
        }
    }

    @Test func reportsHealthyEndpointsAndWritesTheHistory() async throws {
        let run = try await run(
            "--local", "--state", folder.path("state.json"), "--history", folder.path("history.jsonl"))
        #expect(run.code == 0, "\(run.err)")
        #expect(run.out.contains("✓ tarot-cards/card"))
        #expect(run.out.contains("10 endpoints: 10 healthy"))
        #expect(run.err == "")
        #expect(try folder.text(of: "history.jsonl").split(separator: "\n").count == 10)
    }

    /// Kills the command at many points of a round, also while its worker runs. Each state is valid for the next round.
    @Test func losesNoStateWhenKilled() async throws {
        let provider = ExampleProvider()
        let port = try provider.start()
        defer { provider.stop() }
        let state = folder.path("state.json")
        let words =
            ["--state", state, "--history", folder.path("history.jsonl"), "--only", "tarot-cards/card"] + origins(port)
        var samples = 0
        for delay in 0..<16 {
            let process = try HealthProcess(words)
            // The delays cover a whole round, which takes about 200 ms.
            try await Task.sleep(for: .milliseconds(delay * 18))
            kill(process.process.processIdentifier, SIGKILL)
            let code = await process.end()
            #expect(code == -SIGKILL || code == 0, "\(process.errText)")
            if FileManager.default.fileExists(atPath: state) {
                let json = try JSON(parsing: Array(try folder.text(of: "state.json").utf8))
                let record = try #require(try HealthState(json: json, path: state).endpoints["tarot-cards/card"])
                #expect(record.settled == .healthy)
                #expect(record.samples.count == samples || record.samples.count == samples + 1)
                samples = record.samples.count
            }
        }
        let last = try HealthProcess(words)
        #expect(await last.end() == 0)
        let json = try JSON(parsing: Array(try folder.text(of: "state.json").utf8))
        #expect(try HealthState(json: json, path: state).endpoints["tarot-cards/card"]?.samples.count == samples + 1)
        #expect(try folder.files.contains { $0.hasSuffix(".tmp") } == false)
    }

    @Test func exitsCleanlyWhenTerminated() async throws {
        let process = try HealthProcess(
            ["--local", "--every", "1h", "--only", "tarot-cards/card", "--state", folder.path("state.json")])
        await process.output(of: "1 endpoint")
        process.process.terminate()
        #expect(await process.end() == 0, "\(process.errText)")
        #expect(try folder.files == ["state.json"])
    }

    @Test func refusesASecondRunWithTheSameState() async throws {
        let state = folder.path("state.json")
        let first = try HealthProcess(["--local", "--every", "1h", "--only", "tarot-cards/card", "--state", state])
        await first.output(of: "1 endpoint")
        let second = try await run("--local", "--only", "tarot-cards/card", "--state", state)
        #expect(second.code == 3)
        #expect(second.err.contains("has been running health checks with the state \(state) since"))
        first.process.interrupt()
        #expect(await first.end() == 0)
    }

    @Test func passesAChangeToTheNotificationCommand() async throws {
        let provider = ExampleProvider(fault: .wire(.status(500)))
        let port = try provider.start()
        defer { provider.stop() }
        let told = folder.path("told.jsonl")
        let words =
            [
                "--only", "tarot-cards/card", "--state", folder.path("state.json"), "--fail-after", "1", "--retries",
                "0", "--notify", "cat >> '\(told)'; echo \"$MEETUP_KEY\" >> '\(told)'; echo seen",
            ] + origins(port)
        let process = try HealthProcess(words, environment: ["MEETUP_KEY": "hunter2-secret"])
        #expect(await process.end() == 1)
        let lines = try folder.text(of: "told.jsonl").split(separator: "\n", omittingEmptySubsequences: false)
        // The notification, an empty line instead of the secret, and the end of the file.
        try #require(lines.count == 3)
        let json = try JSON(parsing: Array(lines[0].utf8))
        #expect(json["kind"] == "alert")
        #expect(json["verdict"] == "failing")
        #expect(json["messages"] == ["the status is 500, not 200 (found 500, expected 200)"])
        #expect(lines[1] == "")
        #expect(!process.outText.contains("seen"))
        #expect(process.errText.contains("seen"))
    }

    @Test func retriesAFailedNotificationInTheNextRound() async throws {
        let provider = ExampleProvider(fault: .wire(.status(500)))
        let port = try provider.start()
        defer { provider.stop() }
        let base =
            [
                "--only", "tarot-cards/card", "--state", folder.path("state.json"), "--fail-after", "1", "--retries",
                "0",
            ] + origins(port)
        let failed = try HealthProcess(base + ["--notify", "exit 7"])
        #expect(await failed.end() == 1)
        #expect(failed.outText.contains("the notification command exited with code 7"))
        let retried = try HealthProcess(base + ["--notify", "cat > '\(folder.path("told.json"))'"])
        #expect(await retried.end() == 1)
        #expect(try folder.text(of: "told.json").contains(#""kind":"alert""#))
    }

    /// A background process keeps the command's descriptors open. The notification still ends with the command.
    @Test func doesNotWaitForBackgroundProcesses() async throws {
        let provider = ExampleProvider(fault: .wire(.status(500)))
        let port = try provider.start()
        defer { provider.stop() }
        let left = folder.path("left")
        let process = try HealthProcess(
            [
                "--only", "tarot-cards/card", "--state", folder.path("state.json"), "--fail-after", "1", "--retries",
                // Its output is redirected, so that this test does not wait for it. Its input is not.
                "0", "--notify", "cat > /dev/null; sleep 300 > /dev/null 2>&1 & echo $! > '\(left)'",
            ] + origins(port))
        #expect(await process.end() == 1)
        #expect(!process.outText.contains("did not finish within"))
        let number = try #require(Int32(try folder.text(of: "left").trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(number, SIGKILL) == 0)
    }

    /// A single round, as in a cron job, ends by the signal. A monitor cancels its round instead.
    @Test func interruptsTheNotificationCommandToo() async throws {
        let provider = ExampleProvider(fault: .wire(.status(500)))
        let port = try provider.start()
        defer { provider.stop() }
        let started = folder.path("started")
        let process = try HealthProcess(
            [
                "--only", "tarot-cards/card", "--state", folder.path("state.json"), "--fail-after", "1", "--retries",
                "0", "--notify", "echo $$ > '\(started).new'; mv '\(started).new' '\(started)'; exec sleep 300",
            ] + origins(port))
        while !FileManager.default.fileExists(atPath: started), process.process.isRunning {
            try await Task.sleep(for: .milliseconds(10))
        }
        process.process.interrupt()
        #expect(await process.end() == -SIGINT)
        let number = try #require(
            Int32(try folder.text(of: "started").trimmingCharacters(in: .whitespacesAndNewlines)))
        let isRunning = kill(number, 0) == 0
        #expect(!isRunning)
        if isRunning { kill(number, SIGKILL) }
    }

    @Test func refusesAMaintenancePatternWithoutEndpoint() async throws {
        let run = try await run("--local", "--maintenance", "tarto-cards/card=daily 02:00-03:00")
        #expect(run.code == 2)
        #expect(
            run.err.contains(
                "no endpoint with a health check matches 'tarto-cards/card'; did you mean 'tarot-cards/card'?"),
            "\(run.err)")
    }

    /// An alert in the future of a clock that was set back must not prevent reminders.
    @Test func remindsDespiteAStateOfTheFuture() async throws {
        let provider = ExampleProvider(fault: .wire(.status(500)))
        let port = try provider.start()
        defer { provider.stop() }
        let future = "2099-01-01T00:00:00.000Z"
        try folder.write(
            """
            {"version":2,"endpoints":{"tarot-cards/card":{"settled":"failing","since":"\(future)","recent":["failing"],
            "told":"failing","toldAt":"\(future)","samples":[],"hours":[[1130000,0,5]]}},"outbox":[]}
            """, to: "state.json")
        let told = folder.path("told.jsonl")
        let words =
            [
                "--only", "tarot-cards/card", "--state", folder.path("state.json"), "--fail-after", "1", "--retries",
                "0", "--remind", "1ms", "--notify", "cat >> '\(told)'",
            ] + origins(port)
        // The first round moves the times to the present, so the second sends the reminder.
        for _ in 0..<2 { #expect(await (try HealthProcess(words)).end() == 1) }
        #expect(try folder.text(of: "told.jsonl").contains(#""kind":"reminder""#))
        let hours = try JSON(parsing: Array(try folder.text(of: "state.json").utf8))["endpoints"]?["tarot-cards/card"]?[
            "hours"]
        #expect(hours?.arrayValue?.contains { $0[0]?.intValue == 1_130_000 } == false)
    }

    @Test func writesReportsThroughADanglingLink() async throws {
        for name in ["report.json", "state.json"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path("link-\(name)"), withDestinationPath: "real-\(name)")
        }
        let run = try await run(
            "--local", "--only", "tarot-cards/card", "--report", "json=\(folder.path("link-report.json"))", "--state",
            folder.path("link-state.json"))
        #expect(run.code == 0, "\(run.err)")
        for name in ["report.json", "state.json"] {
            #expect(try folder.text(of: "real-\(name)").hasPrefix("{"))
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link-\(name)"))
                    == "real-\(name)")
        }
    }

    @Test(arguments: ["--state", "--history"]) func writesNothingThroughALinkOutOfItsFolder(option: String) async throws
    {
        try folder.write("", to: "own/other")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("own/link"), withDestinationPath: "../foreign")
        let run = try await run("--local", "--only", "tarot-cards/card", option, folder.path("own/link"))
        #expect(run.code != 0)
        #expect((run.out + run.err).contains("a symbolic link that leads out of its folder"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("foreign")))
    }

    @Test func neverShowsTheAddressOfTheDeadMansSwitch() async throws {
        let run = try await run(
            "--local", "--only", "tarot-cards/card", "--ping", "http://127.0.0.1:9/a-secret-of-mine")
        #expect(run.code == 0)
        #expect(run.out.contains("the dead man's switch was not reached: connection refused"))
        #expect(!(run.out + run.err).contains("a-secret-of-mine"))
        let wrong = try await self.run("--local", "--ping", "a-secret-of-mine")
        #expect(wrong.code == 2)
        #expect(!wrong.err.contains("a-secret-of-mine"))
    }
}
