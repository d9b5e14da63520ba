import Foundation
import JSONSchema
import Testing

@testable import ContractCommand

/// Output and exit codes of `verify`, `list` and `lint`.
struct VerifyCommandTests {
    @Test func exitsWithZeroAndCountsTheChecks() async throws {
        let output = await (try CommandFixture()).run("verify")
        #expect(output.code == .success)
        #expect(output.err == "")
        let last = try #require(output.out.split(separator: "\n").last)
        #expect(last.contains("4 checks"))
    }

    @Test func exitsWithOneAndNamesTheContractAndTheRecording() async throws {
        let fixture = try CommandFixture()
        let path = "Recordings/ping/ping.pong.har"
        try fixture.write(try fixture.text(of: path).replacingOccurrences(of: "pong\\\"", with: "gong\\\""), to: path)
        let output = await fixture.run("verify")
        #expect(output.code == .findings)
        #expect(output.out.contains("Contracts/ping/contract.json:7:"))
        #expect(output.out.contains("Recordings/ping/ping.pong.har:"))
        #expect(output.out.contains("response.schema"))
        #expect(output.out.contains("contracts verify --mode") == false)
        #expect(output.out.contains("contracts verify --only ping/response/ping/pong"))
    }

    @Test func printsTheFindingsThoughAReportCannotBeWritten() async throws {
        let fixture = try CommandFixture()
        let path = "Recordings/ping/ping.pong.har"
        try fixture.write(try fixture.text(of: path).replacingOccurrences(of: "pong\\\"", with: "gong\\\""), to: path)
        let (bad, good) = (path + "/report.json", fixture.url.path + "/report.xml")
        let output = await fixture.run(
            "verify", "--report", "json=\(fixture.url.path)/\(bad)", "--report", "junit=\(good)")
        #expect(output.code == .usage)
        #expect(output.err.contains("cannot write the report"))
        #expect(output.out.contains("response.schema"))
        #expect(try fixture.text(of: "report.xml").contains("response.schema"))
    }

    @Test func refusesToMapAnOriginThatNoContractHas() async throws {
        let fixture = try CommandFixture()
        let words = ["verify", "--mode", "live", "--origin", "https://ping.exmple.com=http://127.0.0.1:1"]
        let misspelt = await fixture.run(words)
        #expect(misspelt.code == .usage)
        #expect(misspelt.err.contains("no contract has the origin 'https://ping.exmple.com'; did you mean"))
        let twice = ["--origin", "https://ping.example.com=http://127.0.0.1:1"]
        let output = await fixture.run(["verify", "--mode", "live"] + twice + twice)
        #expect(output.err.contains("'--origin https://ping.example.com=…' is given twice"))
    }

    @Test func listsAServiceBesideAnInvalidOne() async throws {
        let fixture = try CommandFixture()
        try fixture.write("{", to: "Contracts/pong/contract.json")
        let output = await fixture.run("list", "--only", "ping/*")
        #expect(output.code == .success)
        #expect(output.out.hasPrefix("ping/contract\n"))
        #expect(await fixture.run("list").code == .usage)
    }

    @Test func reportsEveryFaultOfAContractAndExitsWithTwo() async throws {
        let fixture = try CommandFixture()
        try fixture.write(
            """
            {
              "service": "ping", "orign": "x",
              "origin": "https://ping.example.com",
              "endpoints": { "ping": { "request": { "method": "GET", "path": "/{who}" },
                                       "responses": { "20": {} } } }
            }
            """, to: "Contracts/ping/contract.json")
        let output = await fixture.run("verify")
        #expect(output.code == .usage)
        #expect(output.out.contains("ping 1 failed, 1 not run"), "\(output.out)")
        let lines = output.err.split(separator: "\n")
        #expect(
            lines.contains { $0.contains("contract.json:2:22: error: unknown key 'orign'; did you mean 'origin'?") })
        #expect(lines.contains { $0.contains("'{who}' is not an argument of") })
        #expect(lines.contains { $0.contains("'20' is not a status") })
        #expect(lines.contains { $0.contains("no case or scenario calls 'ping'") })
    }

    @Test func exitsWithThreeIfAServerDoesNotAnswer() async throws {
        // Port 1 of loopback has no listener.
        let output = await (try CommandFixture(origin: "http://127.0.0.1:1")).run("verify", "--mode", "live")
        #expect(output.code == .notEvaluated)
        #expect(output.out.contains("127.0.0.1 returned no response"))
        #expect(output.out.contains("--origin FROM=TO"))
    }

    @Test func writesTheJSONReport() async throws {
        let output = await (try CommandFixture()).run("verify", "--report", "json=-")
        let report = try JSON(parsing: output.out)
        #expect(report["schema"] == 1)
        #expect(report[pointer: "/summary/checks"] == 4)
        #expect(report[pointer: "/summary/passed"] == 4)
        #expect(report[pointer: "/checks/0/id"] == "ping/contract")
        #expect(report[pointer: "/checks/1/kind"] == "request")
    }

    @Test func listsEveryCheckOnceAcrossAllShards() async throws {
        let fixture = try CommandFixture()
        var ids: [String] = []
        for shard in 1...3 {
            let output = await fixture.run("list", "--shard", "\(shard)/3")
            ids += output.out.split(separator: "\n").map(String.init)
        }
        #expect(
            ids.sorted() == ["ping/client/ping/pong", "ping/contract", "ping/request/ping", "ping/response/ping/pong"])
    }

    @Test func listsChecksAsJSON() async throws {
        let output = await (try CommandFixture()).run("list", "--format", "json", "--only", "*/request/*")
        #expect(try JSON(parsing: output.out) == [["id": "ping/request/ping", "service": "ping", "kind": "request"]])
    }

    @Test func lintReportsTheMissingRecordingsOfAServiceOnce() async throws {
        let fixture = try CommandFixture()
        let path = "Contracts/ping/contract.json"
        let text = try fixture.text(of: path)
        let cases = ["two", "three", "four"].map { ##", { "name": "\##($0)", "status": 200 }"## }.joined()
        try fixture.write(text.replacingOccurrences(of: "} } ]", with: "} }\(cases) ]"), to: path)
        let some = await fixture.run("lint")
        #expect(some.code == .usage)
        #expect(
            some.err.contains(
                "Recordings: 'ping/ping.two.har', 'ping/ping.three.har', 'ping/ping.four.har'; create them with 'contracts record --only-missing'\ncontracts: 1 fault;"
            ), "\(some.err)")
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("Recordings/ping/ping.pong.har"))
        let all = await fixture.run("lint")
        #expect(all.err.contains("error: 4 of 4 recordings are missing in "), "\(all.err)")
        #expect(all.err.contains("and 1 more; create"), "\(all.err)")
        try FileManager.default.removeItem(at: fixture.url.appendingPathComponent("Recordings"))
        let none = await fixture.run("lint")
        #expect(none.err.contains("or name their folder with '--recordings DIR'"), "\(none.err)")
    }

    @Test func lintCountsFilesAndReportsAnInvalidRecording() async throws {
        let fixture = try CommandFixture()
        #expect(await fixture.run("lint").out == "1 contract and 1 recording: no fault\n")
        try fixture.write("not json", to: "Recordings/ping/ping.pong.har")
        let output = await fixture.run("lint")
        #expect(output.code == .usage)
        #expect(output.err.contains("Recordings/ping/ping.pong.har:1:2: error:"))
    }
}
