import Foundation
import HealthTestSupport
import JSONSchema
import TestSupport
import Testing

@testable import ContractHealth

struct HistoryFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func round(_ index: Int, _ verdict: HealthVerdict = .healthy) -> HealthRound {
        var state = HealthState()
        let date = VirtualTime.round(index)
        let endpoint = state.note(
            .of(verdict), at: date, isInMaintenance: false, thresholds: Thresholds(), reminder: nil, notifies: false)
        return HealthRound(started: date, seconds: 1, endpoints: [endpoint])
    }

    @Test func addsALineForEachEndpoint() throws {
        let file = HistoryFile(path: folder.path("logs/health.jsonl"))
        try file.append(round(0))
        try file.append(round(1, .unreachable))
        #expect(
            try folder.text(of: "logs/health.jsonl") == """
                {"at":"2026-11-21T00:00:00.000Z","service":"notes","endpoint":"list","verdict":"healthy",\
                "settled":"healthy","latency":0.25,"attempts":1}
                {"at":"2026-11-21T00:05:00.000Z","service":"notes","endpoint":"list","verdict":"unreachable",\
                "settled":"unreachable","attempts":1,"findings":["it is unreachable"]}

                """)
    }

    @Test func startsANewLineAfterATruncatedOne() throws {
        let file = HistoryFile(path: folder.path("health.jsonl"))
        try file.append(round(0))
        try folder.write(try folder.text(of: "health.jsonl") + #"{"at":"2026-11-21T00:0"#, to: "health.jsonl")
        try file.append(round(2))
        let lines = try folder.text(of: "health.jsonl").split(separator: "\n")
        try #require(lines.count == 3)
        #expect(lines[1] == #"{"at":"2026-11-21T00:0"#)
        #expect(try JSON(parsing: Array(lines[2].utf8))["at"] == "2026-11-21T00:10:00.000Z")
    }

    @Test func rotatesFullFilesAndKeepsFive() throws {
        // Each line has 117 bytes, so two lines fill a file.
        let file = HistoryFile(path: folder.path("health.jsonl"), limit: 200)
        for index in 0..<15 { try file.append(round(index)) }
        #expect(
            try folder.files == [
                "health.jsonl", "health.jsonl.1", "health.jsonl.2", "health.jsonl.3", "health.jsonl.4",
                "health.jsonl.5",
            ])
        #expect(try folder.text(of: "health.jsonl").contains("T01:10:00"))
        #expect(try folder.text(of: "health.jsonl.1").contains("T01:05:00"))
        // The two oldest files, with the first four rounds, were deleted.
        #expect(try folder.text(of: "health.jsonl.5").split(separator: "\n").count == 2)
        #expect(try folder.text(of: "health.jsonl.5").contains("T00:20:00"))
    }

    @Test func writesNothingForARoundWithoutEndpoints() throws {
        try HistoryFile(path: folder.path("health.jsonl")).append(
            HealthRound(started: VirtualTime.start, seconds: 0, endpoints: []))
        #expect(try folder.files == [])
    }
}
