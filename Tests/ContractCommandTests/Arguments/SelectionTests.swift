import ContractChecking
import Foundation
import JSONSchema
import Testing

@testable import ContractCommand

/// The checks that `--only` selects.
struct SelectionTests {
    /// Returns a contract with failing cases whose names are glob patterns that match one another.
    private func fixture() throws -> CommandFixture {
        let fixture = try CommandFixture()
        let path = "Contracts/ping/contract.json"
        let cases = ["a", "b", "[ab]", "[!b]", "[a"].map {
            #"{ "name": "\#($0)", "status": 200, "returns": { "type": "string" } }"#
        }.joined(separator: ", ")
        let old = #"{ "name": "pong", "status": 200, "returns": { "type": "boolean" } }"#
        try fixture.write(try fixture.text(of: path).replacingOccurrences(of: old, with: cases), to: path)
        let recording = try fixture.text(of: "Recordings/ping/ping.pong.har")
        for name in ["a", "b", "[ab]", "[!b]", "[a"] {
            try fixture.write(recording, to: "Recordings/ping/ping.\(name).har")
        }
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("Recordings/ping/ping.pong.har"))
        return fixture
    }

    @Test func repeatCommandSelectsOnlyItsCheck() async throws {
        let fixture = try fixture()
        let run = await fixture.run("verify", "--report", "json=-")
        let checks = try #require(try JSON(parsing: run.out)["checks"]?.arrayValue)
        var repeated = 0
        for check in checks {
            let id = try #require(check["id"]?.stringValue)
            for finding in check["findings"]?.arrayValue ?? [] {
                let command = try #require(finding["repeat"]?.stringValue)
                let word = try #require(command.components(separatedBy: "--only ").last)
                let listed = await fixture.run(
                    "list", "--only", word.trimmingCharacters(in: CharacterSet(charactersIn: "'")))
                #expect(listed.out == id + "\n")
                repeated += 1
            }
        }
        #expect(repeated == 5)
    }

    @Test func anIdentifierSelectsItself() async throws {
        let fixture = try fixture()
        for line in await fixture.run("list").out.split(separator: "\n") {
            let listed = await fixture.run("list", "--only", String(line))
            #expect(listed.out.split(separator: "\n").contains(line))
        }
        #expect(await fixture.run("list", "--only", "*/client/*/[!b]").out == "ping/client/ping/a\n")
    }

    @Test func acceptsSeveralGlobsAfterOneOption() async throws {
        let listed = await (try CommandFixture()).run("list", "--only", "*/request/*", "*/client/*")
        #expect(listed.out == "ping/request/ping\nping/client/ping/pong\n")
    }

    @Test(arguments: [
        (["*/client/*", "pnig/*"], "no check matches 'pnig/*'; did you mean 'ping/*'?"),
        (["pnig/*", "*/client/*"], "no check matches 'pnig/*'; did you mean 'ping/*'?"),
        (["ping/clent/*"], "no check matches 'ping/clent/*'; did you mean 'ping/client/*'?"),
        (["ping/[xy]*"], "no check matches 'ping/[xy]*'"),
        (["unheard/of"], "no check matches 'unheard/of'; 'contracts list' shows them all"),
    ])
    func refusesEachGlobThatMatchesNothing(globs: [String], message: String) async throws {
        let output = await (try CommandFixture()).run(["verify", "--only"] + globs)
        #expect(output.code == .usage)
        #expect(output.err.hasPrefix("contracts: \(message)"), "\(output.err)")
        #expect(output.out == "")
    }
}
