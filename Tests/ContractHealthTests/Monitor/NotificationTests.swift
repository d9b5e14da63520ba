import Foundation
import HealthTestSupport
import Testing

@testable import ContractHealth

/// What the operator is told, round by round.
struct NotificationTests {
    /// Plays rounds through a state; rounds in `maintenance` are inside a window.
    private func told(
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

    @Test func tellsATroubleOnceAndItsEndOnce() throws {
        #expect(
            try told("hhfffffhhhh") == [
                "4: alert list failing, was healthy", "8: resolved list healthy, was failing",
            ])
    }

    @Test func tellsNothingOfFlapping() throws {
        #expect(try told("hfhfhffhhfhffhfh") == [])
    }

    @Test func tellsWhenATroubleBecomesAnotherOne() throws {
        #expect(
            try told("hdddxxxddhh") == [
                "3: alert list degraded, was healthy", "6: alert list unreachable, was degraded",
                "8: alert list degraded, was unreachable", "10: resolved list healthy, was degraded",
            ])
    }

    /// Its verdict is shown at once, but a first bad round wakes nobody.
    @Test func tellsOfANewEndpointOnlyWhatTheThresholdsBearOut() throws {
        #expect(try told("f") == [])
        #expect(try told("fhh") == [])
        #expect(try told("fff") == ["2: alert list failing, was healthy"])
        #expect(try told("uuuu") == ["2: alert list unsupported, was healthy"])
    }

    @Test func remindsAsLongAsItLasts() throws {
        // Rounds are five minutes apart: every 20 minutes is every fourth round after the last word.
        #expect(
            try told("hfffffffffffhhhhhhh", reminder: 1200) == [
                "3: alert list failing, was healthy", "7: reminder list failing, was failing",
                "11: reminder list failing, was failing", "13: resolved list healthy, was failing",
            ])
    }

    @Test func tellsNothingInMaintenance() throws {
        #expect(try told("hhxxxxxxhh", maintenance: 2..<8) == [])
    }

    /// What happened inside counts for nothing, so that a service that comes back a round late wakes nobody.
    @Test func countsAnewAfterMaintenance() throws {
        #expect(try told("hffxxxxxxfh", maintenance: 3..<8) == [])
        #expect(try told("hffxxxxxxffh", maintenance: 3..<8) == ["10: alert list failing, was healthy"])
    }

    @Test func remindsAfterMaintenanceAndNotInIt() throws {
        #expect(
            try told("hffffffffffff", maintenance: 6..<10, reminder: 900) == [
                "3: alert list failing, was healthy", "10: reminder list failing, was failing",
            ])
    }

    @Test func keepsWhatHoldsWhileInMaintenance() throws {
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

    @Test func saysWhatIsWrongInAFewLines() throws {
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
