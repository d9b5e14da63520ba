import Foundation
import JSONSchema
import Testing

@testable import ContractCommand

/// Output and exit codes of `contracts score`.
struct ScoreCommandTests {
    @Test func printsTheScoresOfAService() async throws {
        let output = await (try CommandFixture()).run("score", "--area", "survival")
        #expect(output.code == .success)
        #expect(output.err == "")
        // The changes of {"pong":true}: a new member, an enclosing array, another status, other headers, a redirect.
        let lines = output.out.split(separator: "\n").map(String.init)
        #expect(
            lines.dropLast() == [
                "ping", "  survives 4 of 5 changes (80 %)",
                "    ping/survival/ping/pong: the answer has a different status of the same class: loses a value: the whole value",
            ])
        #expect(lines.last?.hasSuffix("Contracts/ping/contract.json:7:29") == true)
    }

    @Test func failsBelowTheThreshold() async throws {
        let fixture = try CommandFixture()
        let under = await fixture.run("score", "--fail-under", "survival=81")
        #expect(under.code == .findings)
        #expect(under.err == "contracts: ping: survival is 80 %, under 81 %\n")
        #expect(await fixture.run("score", "--fail-under", "survival=80").code == .success)
    }

    @Test func refusesInvalidArguments() async throws {
        let fixture = try CommandFixture()
        for (words, message) in [
            (["score", "pong"], "there is no service 'pong'; did you mean 'ping'?"),
            (["score", "--fail-under", "survivl=3"], "'survivl' is not a score; did you mean 'survival'?"),
            (["score", "--fail-under", "survival"], "'survival' is not a valid value for '--fail-under'"),
            (["score", "--fail-under", "survival=101"], "'survival=101' is not a valid value for '--fail-under'"),
            (
                ["score", "--area", "strictness", "--fail-under", "survival=100"],
                "'--fail-under survival=…' needs '--area survival': this run does not measure it"
            ),
        ] {
            let output = await fixture.run(words)
            #expect(output.code == .usage)
            #expect(output.err.contains(message), "\(output.err)")
        }
    }

    /// An invalid acceptance ends the command before any check runs, so the revision was looked up before that.
    @Test func refusesAWrongRevisionBeforeAnyCheckRuns() async throws {
        let fixture = try CommandFixture()
        try fixture.write("{", to: "Contracts/accepted.json")
        let output = await fixture.run("score", "--base", "no-such-revision")
        #expect(output.code == .usage)
        #expect(output.err.contains("is not in a git repository"), "\(output.err)")
    }

    @Test func writesEveryChangeToTheReport() async throws {
        let output = await (try CommandFixture()).run("score", "--report", "json=-")
        let report = try JSON(parsing: output.out)
        let checks = report["checks"]?.arrayValue ?? []
        let survival = try #require(checks.first { $0["kind"] == "survival" }?["survival"])
        let changes = try #require(survival["changes"]?.arrayValue)
        #expect(survival["total"]?.intValue == changes.count)
        #expect(changes.contains { $0["kind"] == "redirect" && $0["outcome"] == "survives" })
    }
}
