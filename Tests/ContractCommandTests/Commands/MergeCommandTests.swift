import Foundation
import JSONSchema
import Testing

@testable import ContractCommand

/// `contracts merge` with the reports of shards.
struct MergeCommandTests {
    private let fixture: CommandFixture

    init() throws { fixture = try CommandFixture() }

    private func file(_ name: String) -> String { fixture.url.appendingPathComponent(name).path }

    /// Runs all shards and returns the paths of their reports.
    private func shards(_ count: Int, _ format: String = "json") async -> [String] {
        var files: [String] = []
        for index in 1...count {
            files.append(file("shard-\(index).\(format)"))
            let output = await fixture.run(
                "verify", "--shard", "\(index)/\(count)", "--report", "\(format)=\(files[index - 1])")
            #expect(output.code == .success)
        }
        return files
    }

    @Test(arguments: ["json", "jsonl"]) func mergesTheReportsOfAllShards(_ format: String) async throws {
        let output = await fixture.run(["merge"] + (await shards(3, format)) + ["--report", "json=-"])
        #expect(output.code == .success)
        #expect(output.err == "")
        let report = try JSON(parsing: output.out)
        #expect(report[pointer: "/summary/checks"] == 4)
        #expect(report[pointer: "/summary/passed"] == 4)
        #expect(report["shard"] == nil)
        let ids = report["checks"]?.arrayValue?.compactMap { $0["id"]?.stringValue }.sorted()
        #expect(ids == ["ping/client/ping/pong", "ping/contract", "ping/request/ping", "ping/response/ping/pong"])
    }

    /// Anybody may have written a shard's report, for example the fork of a pull request.
    @Test func quotesNoFileBeyondTheWorkingDirectory() async throws {
        let path = "Recordings/ping/ping.pong.har"
        try fixture.write(try fixture.text(of: path).replacingOccurrences(of: "pong\\\"", with: "gong\\\""), to: path)
        try fixture.write("S3cr3t-of-another\n", to: "private.txt")
        _ = await fixture.run("verify", "--report", "json=\(file("report.json"))")
        let report = try fixture.text(of: "report.json")
        let checks = try JSON(parsing: report)["checks"]?.arrayValue ?? []
        let files = checks.compactMap { $0[pointer: "/findings/0/contract/file"]?.stringValue }
        let contract = try #require(files.first)
        func merged(quoting path: String) async throws -> String {
            let quoted = JSON.string(path).text().dropFirst().dropLast()
            let written = report.replacingOccurrences(
                of: JSON.string(contract).text().dropFirst().dropLast(), with: quoted)
            try fixture.write(written, to: "evil.json")
            return await fixture.run("merge", file("evil.json")).out
        }
        #expect(try await !merged(quoting: file("private.txt")).contains("S3cr3t"))
        // The tests run in the package's folder.
        #expect(try await merged(quoting: "Package.swift").contains("│"))
    }

    @Test func writesTheConsoleReportByDefault() async throws {
        let output = await fixture.run(["merge"] + (await shards(2)))
        #expect(output.out.hasPrefix("✓ ping 4 passed\n"))
        #expect(output.out.contains("4 checks passed, 0 failed"))
    }

    @Test func readsAReportFromStandardInput() async throws {
        let report = try fixture.text(of: (await shards(1))[0].split(separator: "/").last.map(String.init) ?? "")
        #expect(await fixture.run(["merge", "-"], input: report).code == .success)
    }

    /// The missing shard may contain the failing check.
    @Test func doesNotPassIfAShardIsMissing() async throws {
        let files = await shards(3)
        let output = await fixture.run("merge", files[0], files[2])
        #expect(output.code == .notEvaluated)
        #expect(output.err == "contracts: no report of shard 2/3: the results of its checks are unknown\n")
    }

    @Test func failsIfAMergedRunFailed() async throws {
        let path = "Recordings/ping/ping.pong.har"
        try fixture.write(try fixture.text(of: path).replacingOccurrences(of: "pong\\\"", with: "gong\\\""), to: path)
        #expect(await fixture.run("verify", "--report", "json=\(file("r.json"))").code == .findings)
        let output = await fixture.run("merge", file("r.json"))
        #expect(output.code == .findings)
        #expect(output.out.contains("contracts verify --only ping/response/ping/pong"))
    }

    @Test func reportsEveryInvalidFileAtOnce() async throws {
        try fixture.write("", to: "empty.json")
        try fixture.write("{\n  \"schema\": 2\n}", to: "newer.json")
        let output = await fixture.run("merge", file("empty.json"), file("newer.json"), file("missing.json"))
        #expect(output.code == .usage)
        #expect(output.out == "")
        let lines = output.err.split(separator: "\n").map { $0.replacing(fixture.url.path + "/", with: "") }
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("empty.json:1:1: error: the file is empty"))
        #expect(lines[1].hasPrefix("newer.json:2:13: error: not a JSON report of contracts: expected 1 at /schema"))
        #expect(lines[2].hasPrefix("missing.json: error: cannot read it: "))
    }

    @Test func refusesShardsOfDifferentRuns() async throws {
        let two = await shards(2)
        try FileManager.default.copyItem(atPath: two[0], toPath: file("other.json"))
        let three = await shards(3)
        let output = await fixture.run("merge", file("other.json"), three[1])
        #expect(output.code == .usage)
        #expect(output.err.contains("one report is of shard 1/2, another of shard 2/3"))
    }

    @Test func requiresAReport() async throws {
        let output = await fixture.run("merge")
        #expect(output.code == .usage)
        #expect(output.err.contains("takes reports that '--report json=FILE' or 'jsonl=FILE' wrote"))
    }

    @Test func printsASchemaThatItsReportsSatisfy() async throws {
        let output = await fixture.run("merge", "--schema")
        let schema = try Schema(JSON(parsing: output.out))
        let report = await fixture.run(["merge"] + (await shards(2)) + ["--report", "json=-"])
        #expect(schema.violations(of: try JSON(parsing: report.out)).isEmpty)
    }
}
