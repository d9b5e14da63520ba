import Foundation
import HTTPRecording
import HealthTestSupport
import TestSupport
import Testing

@testable import ContractHealth

/// Rounds with fake dependencies: one letter per round, virtual time, and an operator who may be unreachable.
struct HealthMonitorTests {
    private let folder: TemporaryFolder
    private let recipient = Operator()

    init() throws { folder = try TemporaryFolder() }

    private func dependencies(_ rounds: String, from first: Int = 0) -> HealthMonitor.Dependencies {
        let next = Box(0)
        let letters = Array(rounds)
        var dependencies = HealthMonitor.Dependencies {
            let index = next.change { index in
                index += 1
                return index - 1
            }
            return [.of(HealthVerdict(letter: letters[index]) ?? .healthy)]
        }
        dependencies.now = { VirtualTime.round(first + next.value) }
        dependencies.uptime = { 0 }
        dependencies.notify = { [recipient] in try recipient.notify($0) }
        dependencies.ping = { [recipient] in try recipient.ping($0) }
        return dependencies
    }

    private func monitor(
        _ dependencies: HealthMonitor.Dependencies, file: StateFile? = nil, history: HistoryFile? = nil
    ) throws -> HealthMonitor {
        try HealthMonitor(HealthOptions(), thresholds: [:], file: file, history: history, dependencies: dependencies)
    }

    @Test func sendsNotificationsInTheSameRound() async throws {
        let monitor = try monitor(dependencies("hfffhh"))
        var counts: [Int] = []
        for _ in 0..<6 {
            _ = try await monitor.round()
            counts.append(recipient.told.count)
        }
        #expect(counts == [0, 0, 0, 1, 1, 2])
        #expect(recipient.told == ["3: alert list failing, was healthy", "5: resolved list healthy, was failing"])
    }

    /// Undelivered notifications survive a restart and arrive in order, each once.
    @Test func retriesUndeliveredNotifications() async throws {
        recipient.set(outOfReach: true)
        do {
            let file = try StateFile(path: folder.path("state.json"))
            let monitor = try monitor(dependencies("hfffhh"), file: file)
            var notices: [[String]] = []
            for _ in 0..<6 {
                notices.append(try await monitor.round().round.notices.filter { $0.contains("notification") })
            }
            let suffix = "could not be delivered, and will be retried in the next round: nobody answers"
            #expect(
                notices == [
                    [], [], [], ["a notification \(suffix)"], ["a notification \(suffix)"],
                    ["2 notifications \(suffix)"],
                ])
        }
        #expect(recipient.told == [])
        recipient.set(outOfReach: false)
        let monitor = try monitor(dependencies("hh", from: 6), file: try StateFile(path: folder.path("state.json")))
        for _ in 0..<2 { #expect(try await monitor.round().round.notices == []) }
        #expect(recipient.told == ["3: alert list failing, was healthy", "5: resolved list healthy, was failing"])
    }

    @Test func dropsTheOldestNotificationsWhenTooManyWait() async throws {
        recipient.set(outOfReach: true)
        let rounds = "h" + String(repeating: "fffhh", count: 51)
        let monitor = try monitor(dependencies(rounds))
        var given: [String] = []
        for _ in rounds { given += try await monitor.round().round.notices.filter { $0.contains("discarded") } }
        // 51 alerts and 51 resolutions are 102 notifications.
        #expect(given == Array(repeating: "1 old notification was discarded, because too many are pending", count: 2))
    }

    @Test func limitsDeliveryToAMinutePerRound() async throws {
        var state = HealthState()
        for index in 0..<30 {
            let letter = Array("hfffhhfffhhfffhhfffhhfffhhfffhh")[index]
            _ = state.note(
                .of(try #require(HealthVerdict(letter: letter))), at: VirtualTime.round(index), isInMaintenance: false,
                thresholds: Thresholds(), reminder: nil, notifies: true)
        }
        #expect(state.outbox.count == 11)
        let path = folder.path("state.json")
        do { try StateFile(path: path).save(state) }
        let clock = Box(0.0)
        var dependencies = dependencies("hh", from: 30)
        dependencies.uptime = { clock.value }
        dependencies.notify = { [recipient] notification in
            clock.change { $0 += 25 }
            try recipient.notify(notification)
        }
        let monitor = try monitor(dependencies, file: try StateFile(path: path))
        _ = try await monitor.round()
        #expect(recipient.told.count == 3)
        _ = try await monitor.round()
        #expect(recipient.told.count == 6)
    }

    @Test func pingsTheDeadMansSwitchEveryRound() async throws {
        let monitor = try monitor(dependencies("hfffhh"))
        for _ in 0..<6 { _ = try await monitor.round() }
        // The settled verdict decides, not the verdict of a single round.
        #expect(recipient.pings == [true, true, true, false, false, true])
    }

    @Test func reportsAnUnreachableDeadMansSwitch() async throws {
        recipient.set(outOfReach: true)
        let outcome = try await monitor(dependencies("h")).round()
        #expect(outcome.round.notices == ["the dead man's switch was not reached: nobody answers"])
        #expect(outcome.isSaved)
    }

    @Test func reportsAFailedRoundToTheDeadMansSwitch() async throws {
        struct Broken: Error {}
        var dependencies = dependencies("")
        dependencies.observe = { throw Broken() }
        let monitor = try monitor(dependencies)
        await #expect(throws: Broken.self) { try await monitor.round() }
        #expect(recipient.pings == [false])
    }

    @Test func discardsACancelledRound() async throws {
        let path = folder.path("state.json")
        let history = HistoryFile(path: folder.path("history.jsonl"))
        var dependencies = dependencies("")
        dependencies.observe = {
            // A cancelled observer returns its partial results.
            withUnsafeCurrentTask { $0?.cancel() }
            return [.of(.unreachable)]
        }
        let monitor = try monitor(dependencies, file: try StateFile(path: path), history: history)
        let round = Task { try await monitor.round() }
        await #expect(throws: CancellationError.self) { try await round.value }
        #expect(try folder.files == ["state.json.lock"])
        #expect(recipient.pings == [])
    }

    @Test func continuesWhenTheStateCannotBeSaved() async throws {
        let file = try StateFile(path: folder.path("deep/state.json"))
        let monitor = try monitor(dependencies("hfff"), file: file)
        try FileManager.default.removeItem(atPath: folder.path("deep"))
        try folder.write("", to: "deep")
        for round in 0..<4 {
            let outcome = try await monitor.round()
            #expect(!outcome.isSaved)
            #expect(outcome.round.notices.contains { $0.contains("deep/state.json") })
            #expect(recipient.told.count == (round < 3 ? 0 : 1))
        }
        #expect(recipient.pings == [false, false, false, false])
    }

    @Test func reportsADamagedStateOnce() async throws {
        try folder.write("{", to: "state.json")
        let monitor = try monitor(dependencies("hh"), file: try StateFile(path: folder.path("state.json")))
        #expect(try await monitor.round().round.notices.map { $0.contains("is damaged") } == [true])
        #expect(try await monitor.round().round.notices == [])
    }

    @Test func writesTheHistory() async throws {
        let monitor = try monitor(dependencies("hf"), history: HistoryFile(path: folder.path("history.jsonl")))
        for _ in 0..<2 { _ = try await monitor.round() }
        #expect(try folder.text(of: "history.jsonl").split(separator: "\n").count == 2)
    }
}
