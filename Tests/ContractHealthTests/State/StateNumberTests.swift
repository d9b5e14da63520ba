import Foundation
import HealthTestSupport
import TestSupport
import Testing

@testable import ContractHealth

/// State files with impossible numbers. Each is reported with its location, and none traps.
struct StateNumberTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func text(hours: String = "[]", latency: String = "0.5") -> String {
        """
        { "version": 2, "outbox": [], "endpoints": { "a/b": {
          "settled": "healthy", "since": "2026-11-21T00:00:00.000Z", "recent": [], "told": "healthy",
          "samples": [ { "at": "2026-11-21T00:00:00.000Z", "verdict": "healthy", "latency": \(latency) } ],
          "hours": \(hours) } } }
        """
    }

    @Test(arguments: [
        ("[[498672,9223372036854775807,9223372036854775807]]", "4:41", "a whole number from 0 to 1000000"),
        ("[[498672,2,1]]", "4:21", "a whole number from 0 to 1"), ("[[498672,-1,1]]", "4:21", "from 0 to 1"),
        ("[[498672,0,-1]]", "4:23", "from 0 to 1000000"),
        ("[[-9223372036854775808,0,0]]", "4:14", "from -17268672"),
        ("[[9223372036854775807,0,0]]", "4:14", "to 70389528"), ("[[1e400,0,0]]", "4:14", "a whole number"),
        ("[[498672.5,0,0]]", "4:14", "a whole number"), ("[[498672,0]]", "4:13", "an hour and two counts"),
    ])
    func rejectsImpossibleTallies(hours: String, place: String, expected: String) throws {
        try expectNotice(text(hours: hours), place, expected)
    }

    @Test(arguments: ["-1", "1e300", "1e999"])
    func rejectsImpossibleLatencies(latency: String) throws {
        try expectNotice(text(latency: latency), "3:85", "a number")
    }

    private func expectNotice(_ text: String, _ place: String, _ expected: String) throws {
        try folder.write(text, to: "state.json")
        let loaded = try StateFile(path: folder.path("state.json")).load()
        #expect(loaded.state == HealthState())
        #expect(
            loaded.notice?.contains("state.json:\(place): the state/endpoints/a/b/") == true, "\(loaded.notice ?? "")")
        #expect(loaded.notice?.contains(expected) == true, "\(loaded.notice ?? "")")
    }

    @Test func countsFromTheLargestNumbersWithoutOverflow() throws {
        let hours = (0..<20_000).map { "[\(498_672 + $0),1000000,1000000]" }.joined(separator: ",")
        try folder.write(text(hours: "[\(hours)]", latency: "1e9"), to: "state.json")
        var state = try StateFile(path: folder.path("state.json")).load().state
        let health = state.note(
            .of(.healthy), at: VirtualTime.round(0), isInMaintenance: false, thresholds: Thresholds(), reminder: nil,
            notifies: true)
        #expect(health.availability.count == HealthAvailability.Window.allCases.count)
    }

    @Test func locatesJSONSyntaxErrors() throws {
        try folder.write("{\n  \"version\": 2,\n  x", to: "state.json")
        let notice = try StateFile(path: folder.path("state.json")).load().notice
        #expect(notice?.contains("state.json:3:3: ") == true, "\(notice ?? "")")
    }
}
