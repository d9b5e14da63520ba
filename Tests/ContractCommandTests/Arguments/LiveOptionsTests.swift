import ContractChecking
import Foundation
import Testing

@testable import ContractCommand

/// Prompts and usage errors before any request is sent to a server.
struct LiveOptionsTests {
    /// Returns a contract whose only request is a POST to a host that does not exist (RFC 2606).
    private func fixture() throws -> CommandFixture {
        let fixture = try CommandFixture(origin: "http://ping.invalid")
        let path = "Contracts/ping/contract.json"
        try fixture.write(try fixture.text(of: path).replacingOccurrences(of: "GET", with: "POST"), to: path)
        return fixture
    }

    @Test(arguments: [["record"], ["verify", "--mode", "live"], ["diff"], ["record", "--only", "ping/client/*"]])
    func refusesUnsafeRequestsIfNobodyCanConfirmThem(_ words: [String]) async throws {
        let output = await (try fixture()).run(words)
        #expect(output.code == .usage)
        #expect(output.err.contains("allow them with '--yes'"))
        #expect(output.err.contains("ping/ping: POST http://ping.invalid"))
        #expect(output.out == "")
    }

    @Test func asksOnStandardErrorAndSendsNothingWithoutConfirmation() async throws {
        for answer in ["", "n", "no", "yess"] {
            let output = await (try fixture()).run("record", answer: answer)
            #expect(output.code == .usage)
            #expect(output.err.contains("POST http://ping.invalid\nSend them? [y/N] "))
            #expect(output.err.hasSuffix("no request was sent\n"))
        }
    }

    @Test(arguments: [(["--yes"], nil), ([], "y"), ([], "YES")] as [([String], String?)])
    func sendsUnsafeRequestsAfterConfirmation(_ words: [String], _ answer: String?) async throws {
        let output = await (try fixture()).run(
            ["verify", "--mode", "live", "--only", "ping/response/*"] + words, answer: answer)
        #expect(output.code == .notEvaluated)
        #expect(output.out.contains("ping.invalid returned no response"))
    }

    @Test func doesNotAskInReplayForLoopbackOrWithoutUnsafeRequests() async throws {
        #expect(await (try fixture()).run("verify", "--only", "ping/response/*").err == "")
        let mapped = await (try fixture()).run(
            "verify", "--mode", "live", "--only", "ping/response/*", "--origin",
            "http://ping.invalid=http://127.0.0.1:1")
        #expect(mapped.code == .notEvaluated)
        #expect(await (try fixture()).run("verify", "--mode", "live", "--only", "ping/request/*").err == "")
    }

    @Test(arguments: ["--only-missing", "--strict-secrets"])
    func refusesRecordingOptionsInOtherCommands(_ option: String) async throws {
        let output = await (try CommandFixture()).run("verify", option)
        #expect(output.code == .usage)
        #expect(output.err == "contracts: '\(option)' needs 'contracts record'\n")
    }

    @Test(arguments: [["record", "--delay"], ["serve", "--latency"], ["health", "--latency"]])
    func refusesInvalidDurations(_ words: [String]) async throws {
        // Earlier versions read numbers as milliseconds.
        for value in ["soon", "250", "-1", "2h", "0.25x", ""] {
            let output = await (try CommandFixture()).run(words + [value])
            #expect(output.code == .usage)
            #expect(output.err.contains("'\(value)' is not a valid value for '\(words[1])'; expected seconds from 0"))
            #expect(output.err.contains("to 60, such as 0.25, or a span up to 1h, such as 250ms or 2m\n"))
        }
    }

    @Test(arguments: [("0", 0), ("0.25", 0.25), ("250ms", 0.25), ("60", 60), ("2m", 120), ("1h", 3600)])
    func acceptsSecondsAndSpans(_ value: String, _ seconds: Double) throws {
        let arguments = try ParsedArguments(["--delay", value], for: RecordCommand.spec)
        #expect(try arguments.seconds("delay") == seconds)
        #expect(try LiveOptions.read(arguments, for: Options(mode: .record)).servers.limits.delay == .seconds(seconds))
        let latency = try ParsedArguments(["--latency", value == "0" ? "1ms" : value], for: HealthCommand.spec)
        #expect(try HealthSettings(latency).options.latency == (value == "0" ? 0.001 : seconds))
    }

    @Test func refusesADiffWithoutCases() async throws {
        let output = await (try CommandFixture()).run("diff", "--only", "ping/request/*")
        #expect(output.code == .usage)
        #expect(output.err.contains("nothing to compare"))
    }

    @Test func exitsWithThreeIfNothingCouldBeCompared() async throws {
        // Port 1 of loopback has no listener.
        let fixture = try CommandFixture(origin: "http://127.0.0.1:1")
        let output = await fixture.run("diff", environment: ["CI": "true"])
        #expect(output.code == .notEvaluated)
        #expect(output.err.contains("127.0.0.1 returned no response"))
        #expect(output.out == "0 compared, 0 differ in meaning, 2 checks could not be evaluated\n")
    }
}
