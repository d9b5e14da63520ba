import Foundation
import HealthTestSupport
import Testing

@testable import ContractHealth

/// The notifications to the operator, round by round.
struct NotificationTests {
    /// Returns the notifications of some rounds. The rounds in `maintenance` are inside a maintenance window.
    private func notifications(
        _ rounds: String, maintenance: Range<Int> = 0..<0, reminder: Double? = nil
    ) throws -> [String] {
        var state = HealthState()
        for (index, letter) in rounds.enumerated() {
            _ = state.note(
                .of(try #require(HealthVerdict(letter: letter))), at: VirtualTime.round(index),
                isInMaintenance: maintenance.contains(index), thresholds: Thresholds(), reminder: reminder,
                notifies: true)
        }
        return state.outbox.map(\.short)
    }

    @Test func sendsOneAlertAndOneResolution() throws {
        #expect(
            try notifications("hhfffffhhhh") == [
                "4: alert list failing, was healthy", "8: resolved list healthy, was failing",
            ])
    }

    @Test func sendsNothingWhileFlapping() throws {
        #expect(try notifications("hfhfhffhhfhffhfh") == [])
    }

    @Test func alertsWhenTheKindOfFailureChanges() throws {
        #expect(
            try notifications("hdddxxxddhh") == [
                "3: alert list degraded, was healthy", "6: alert list unreachable, was degraded",
                "8: alert list degraded, was unreachable", "10: resolved list healthy, was degraded",
            ])
    }

    /// The verdict is shown at once, but a first bad round sends no alert.
    @Test func appliesThresholdsToNewEndpoints() throws {
        #expect(try notifications("f") == [])
        #expect(try notifications("fhh") == [])
        #expect(try notifications("fff") == ["2: alert list failing, was healthy"])
        #expect(try notifications("uuuu") == ["2: alert list unsupported, was healthy"])
    }

    @Test func sendsRemindersUntilRecovery() throws {
        // Rounds are five minutes apart, so 20 minutes are four rounds after the last notification.
        #expect(
            try notifications("hfffffffffffhhhhhhh", reminder: 1200) == [
                "3: alert list failing, was healthy", "7: reminder list failing, was failing",
                "11: reminder list failing, was failing", "13: resolved list healthy, was failing",
            ])
    }

    @Test func remindsAfterTheClockWasSetBack() throws {
        var state = HealthState()
        for index in [1000, 1001, 1002] + Array(0..<9) {
            _ = state.note(
                .of(.failing), at: VirtualTime.round(index), isInMaintenance: false, thresholds: Thresholds(),
                reminder: 1200, notifies: true)
        }
        #expect(
            state.outbox.map(\.short) == [
                "1002: alert list failing, was healthy", "4: reminder list failing, was failing",
                "8: reminder list failing, was failing",
            ])
    }

    @Test func sendsNothingDuringMaintenance() throws {
        #expect(try notifications("hhxxxxxxhh", maintenance: 2..<8) == [])
    }

    /// Rounds during maintenance do not count, so a service that recovers a round late causes no alert.
    @Test func restartsCountingAfterMaintenance() throws {
        #expect(try notifications("hffxxxxxxfh", maintenance: 3..<8) == [])
        #expect(try notifications("hffxxxxxxffh", maintenance: 3..<8) == ["10: alert list failing, was healthy"])
    }

    @Test func postponesRemindersUntilAfterMaintenance() throws {
        #expect(
            try notifications("hffffffffffff", maintenance: 6..<10, reminder: 900) == [
                "3: alert list failing, was healthy", "10: reminder list failing, was failing",
            ])
    }

    @Test func keepsTheSettledVerdictDuringMaintenance() throws {
        var state = HealthState()
        var letters = ""
        for (index, letter) in "hhxxxxhh".enumerated() {
            let health = state.note(
                .of(try #require(HealthVerdict(letter: letter))), at: VirtualTime.round(index),
                isInMaintenance: (2..<6).contains(index), thresholds: Thresholds(), reminder: nil, notifies: true)
            letters.append(health.settled.letter)
            #expect(health.isInMaintenance == (2..<6).contains(index))
            #expect(health.isTrouble == false)
        }
        #expect(letters == "hhhhhhhh")
    }

    @Test func encodesANotificationAsJSON() throws {
        var state = HealthState()
        for index in 0..<3 {
            _ = state.note(
                .of(.unreachable), at: VirtualTime.round(index), isInMaintenance: false, thresholds: Thresholds(),
                reminder: nil, notifies: true)
        }
        let notification = try #require(state.outbox.first)
        #expect(
            notification.json.text(.compact)
                == #"{"kind":"alert","service":"notes","endpoint":"list","verdict":"unreachable","previous":"healthy","#
                + #""since":"2026-11-21T00:00:00.000Z","at":"2026-11-21T00:10:00.000Z","messages":["it is unreachable"]}"#
        )
    }
}
