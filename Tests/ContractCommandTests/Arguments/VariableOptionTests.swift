import Foundation
import Testing

@testable import ContractCommand

/// The `--env` option, and the variables that `lint` lists.
struct VariableOptionTests {
    private let fixture: CommandFixture

    init() throws {
        fixture = try CommandFixture()
        try fixture.write(
            #"""
            {
              "service": "ping",
              "origin": "https://ping.example.com",
              "endpoints": {
                "ping": {
                  "request": { "method": "GET", "path": "/ping", "query": { "to": "{env:PING_TO}" },
                               "headers": { "X-Key": "{env:PING_KEY}" } },
                  "responses": { "200": { "schema": { "type": "object" }, "headers": { "X-Echo": "{env:PING_ECHO}" } },
                                 "404": { "text": "{env:PING_TEXT}" } },
                  "cases": [ { "name": "pong", "status": 200, "returns": { "type": "boolean" } } ]
                }
              }
            }
            """#, to: "Contracts/ping/contract.json")
    }

    @Test func lintListsTheVariablesOfLiveRuns() async {
        let output = await fixture.run("lint")
        let notes = output.out.split(separator: "\n").filter { $0.hasPrefix("note: live runs read") }
        #expect(
            notes.map { $0.replacingOccurrences(of: fixture.url.path, with: "") } == [
                "note: live runs read the environment variable PING_TO (/Contracts/ping/contract.json:6:71)",
                "note: live runs read the environment variable PING_KEY (/Contracts/ping/contract.json:7:42)",
                "note: live runs read the environment variable PING_ECHO (/Contracts/ping/contract.json:8:86)",
                "note: live runs read the environment variable PING_TEXT (/Contracts/ping/contract.json:9:39)",
            ], "\(output)")
    }

    @Test(arguments: ["PING_TO,PING_KEY", "PING_KEY", "NONE"]) func refusesUnnamedVariables(names: String) async {
        let output = await fixture.run("score", "--env", names)
        #expect(output.code == .usage)
        let allowed = names.split(separator: ",")
        for name in ["PING_TO", "PING_KEY", "PING_ECHO", "PING_TEXT"] {
            #expect(
                output.err.contains("variable \(name), which '--env' does not list") == !allowed.contains { $0 == name }
            )
        }
    }

    @Test func acceptsEnvThatNamesEveryVariable() async {
        let words = ["--env", "PING_TO,PING_KEY", "--env=PING_ECHO,PING_TEXT"]
        let output = await fixture.run(["verify", "--isolation", "none"] + words)
        #expect(!output.err.contains("'--env'"), "\(output)")
        #expect(output.code == .findings, "\(output)")
    }

    @Test(arguments: ["", "A=b", "A B", "A,,B"]) func refusesInvalidVariableNames(text: String) async {
        let output = await fixture.run("verify", "--env", text)
        #expect(output.code == .usage)
        #expect(output.err.contains("is not a valid value for '--env'; expected the name of a variable"), "\(output)")
    }
}
