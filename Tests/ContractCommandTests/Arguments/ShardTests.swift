import ContractChecking
import Foundation
import JSONSchema
import Testing

@testable import ContractCommand

/// Shards from `--shard` and from the variables of CI systems.
struct ShardTests {
    private static let systems: [(name: String, variables: @Sendable (Int, Int) -> [String: String])] = [
        ("GitLab", { ["CI_NODE_INDEX": "\($0)", "CI_NODE_TOTAL": "\($1)"] }),
        ("CircleCI", { ["CIRCLE_NODE_INDEX": "\($0 - 1)", "CIRCLE_NODE_TOTAL": "\($1)"] }),
        ("Kubernetes", { ["JOB_COMPLETION_INDEX": "\($0 - 1)", "CONTRACT_SHARDS": "\($1)"] }),
    ]

    private static let all = [
        "ping/client/ping/pong", "ping/contract", "ping/request/ping", "ping/response/ping/pong",
    ]

    @Test(arguments: systems.indices, [1, 2, 3, 7])
    func runsEveryCheckExactlyOnceAcrossAllJobs(_ system: Int, _ count: Int) async throws {
        let fixture = try CommandFixture()
        var ids: [String] = []
        for index in 1...count {
            let output = await fixture.run(
                "verify", "--report", "json=-", environment: Self.systems[system].variables(index, count))
            #expect(output.code == .success)
            ids += try JSON(parsing: output.out)["checks"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
        }
        #expect(ids.sorted() == Self.all)
    }

    @Test func namesTheSourceOfTheShardOnStandardError() async throws {
        let fixture = try CommandFixture()
        let gitLab = ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"]
        #expect(
            await fixture.run("verify", environment: gitLab).err
                == "contracts: shard 2/4 from CI_NODE_INDEX and CI_NODE_TOTAL; '--shard 1/1' runs every check\n")
        let all = await fixture.run("list", "--shard", "1/1", environment: gitLab)
        #expect(all.err == "")
        let ids: [String] = all.out.split(separator: "\n").map(String.init)
        #expect(ids.sorted() == Self.all)
    }

    @Test(arguments: [
        [:], ["CI_NODE_TOTAL": "1"], ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "1"], ["JOB_COMPLETION_INDEX": "3"],
        ["CI_NODE_INDEX": "", "CI_NODE_TOTAL": "4"], ["CONTRACT_SHARDS": "4"],
    ])
    func listsEveryCheckWithoutSharding(_ environment: [String: String]) async throws {
        let output = await (try CommandFixture()).run("list", environment: environment)
        #expect(output.err == "")
        #expect(output.out.split(separator: "\n").count == 4)
    }

    @Test(arguments: [
        ["CI_NODE_INDEX": "0", "CI_NODE_TOTAL": "4"], ["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"],
        ["CIRCLE_NODE_INDEX": "4", "CIRCLE_NODE_TOTAL": "4"], ["CI_NODE_INDEX": "one", "CI_NODE_TOTAL": "4"],
        ["JOB_COMPLETION_INDEX": "0", "CONTRACT_SHARDS": "-1"],
        ["CIRCLE_NODE_INDEX": "9223372036854775807", "CIRCLE_NODE_TOTAL": "2"],
        ["CI_NODE_INDEX": "-9223372036854775808", "CI_NODE_TOTAL": "2"],
    ])
    func refusesInvalidShards(_ environment: [String: String]) async throws {
        let output = await (try CommandFixture()).run("verify", environment: environment)
        #expect(output.code == .usage)
        #expect(output.err.contains("which is not a valid shard; "))
        #expect(output.err.contains("'--shard 1/1' runs every check here"))
    }

    @Test func passesAShardWithoutChecksAndReportsIt() async throws {
        let fixture = try CommandFixture()
        var lines: [String] = []
        for index in 1...9 {
            let output = await fixture.run("verify", "--only", "ping/contract", "--shard", "\(index)/9")
            #expect(output.code == .success)
            lines += output.out.split(separator: "\n").prefix(1).map(String.init)
        }
        #expect(lines.count { $0 == "✓ ping 1 passed" } == 1)
        #expect(
            lines.count {
                $0.hasSuffix("contains no checks, so there was nothing to do: the other shards contain them all")
            } == 8)
    }
}
