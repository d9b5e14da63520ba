import Foundation
import Testing

@testable import ContractCommand

/// What is asked and refused before a server is called.
struct LiveOptionsTests {
    /// A contract whose one call is a POST to a host that does not exist (RFC 2606).
    private func fixture() throws -> CommandFixture {
        let fixture = try CommandFixture(origin: "http://ping.invalid")
        let path = "Contracts/ping/contract.json"
        try fixture.write(try fixture.text(of: path).replacingOccurrences(of: "GET", with: "POST"), to: path)
        return fixture
    }

    @Test(arguments: [["record"], ["verify", "--mode", "live"], ["diff"], ["record", "--only", "ping/client/*"]])
    func refusesUnsafeCallsWhereNobodyCanBeAsked(_ words: [String]) async throws {
        let output = await (try fixture()).run(words)
        #expect(output.code == .usage)
        #expect(output.err.contains("'--yes' agrees"))
        #expect(output.err.contains("ping/ping: POST http://ping.invalid"))
        #expect(output.out == "")
    }

    @Test func asksOnStandardErrorAndSendsNothingWithoutAYes() async throws {
        for answer in ["", "n", "no", "yess"] {
            let output = await (try fixture()).run("record", answer: answer)
            #expect(output.code == .usage)
            #expect(output.err.contains("POST http://ping.invalid\nSend them? [y/N] "))
            #expect(output.err.hasSuffix("nothing was sent\n"))
        }
    }

    @Test(arguments: [(["--yes"], nil), ([], "y"), ([], "YES")] as [([String], String?)])
    func goesOnWhereSomebodyAgrees(_ words: [String], _ answer: String?) async throws {
        let output = await (try fixture()).run(
            ["verify", "--mode", "live", "--only", "ping/response/*"] + words, answer: answer)
        #expect(output.code == .notEvaluated)
        #expect(output.out.contains("ping.invalid gave no answer"))
    }

    @Test func asksNothingInReplayOrForLoopbackOrWhereNothingUnsafeIsCalled() async throws {
        #expect(await (try fixture()).run("verify", "--only", "ping/response/*").err == "")
        let mapped = await (try fixture()).run(
            "verify", "--mode", "live", "--only", "ping/response/*", "--origin",
            "http://ping.invalid=http://127.0.0.1:1")
        #expect(mapped.code == .notEvaluated)
        #expect(await (try fixture()).run("verify", "--mode", "live", "--only", "ping/request/*").err == "")
    }

    @Test(arguments: ["--only-missing", "--strict-secrets"])
    func refusesRecordingOptionsElsewhere(_ option: String) async throws {
        let output = await (try CommandFixture()).run("verify", option)
        #expect(output.code == .usage)
        #expect(output.err == "contracts: '\(option)' needs 'contracts record'\n")
    }

    @Test func refusesADelayThatIsNone() async throws {
        let output = await (try CommandFixture()).run("record", "--delay", "soon")
        #expect(output.code == .usage)
        #expect(output.err.contains("'soon' is no value for '--delay'; valid: a number from 0 to 3600000"))
    }

    @Test func comparesNothingWhereNoCaseIsAskedFor() async throws {
        let output = await (try CommandFixture()).run("diff", "--only", "ping/request/*")
        #expect(output.code == .usage)
        #expect(output.err.contains("nothing to compare"))
    }

    @Test func tellsWithThreeThatNothingCouldBeCompared() async throws {
        // Port 1 of loopback has no listener.
        let fixture = try CommandFixture(origin: "http://127.0.0.1:1")
        let output = await fixture.run("diff", environment: ["CI": "true"])
        #expect(output.code == .notEvaluated)
        #expect(output.err.contains("127.0.0.1 gave no answer"))
        #expect(output.out == "0 compared, 0 differ in meaning, 2 checks could not be evaluated\n")
    }
}
