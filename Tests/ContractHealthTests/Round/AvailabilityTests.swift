import Foundation
import HealthTestSupport
import Testing

@testable import ContractHealth

struct AvailabilityTests {
    private func record(_ rounds: [(hour: Double, verdict: HealthVerdict, isInMaintenance: Bool)]) -> EndpointRecord {
        var record = EndpointRecord(settled: .healthy, since: VirtualTime.start)
        for round in rounds {
            record.add(
                HealthSample(
                    date: VirtualTime.start.addingTimeInterval(round.hour * 3600), verdict: round.verdict,
                    isInMaintenance: round.isInMaintenance))
        }
        return record
    }

    private func counts(_ record: EndpointRecord, at hour: Double) -> [String] {
        record.availability(at: VirtualTime.start.addingTimeInterval(hour * 3600)).map {
            "\($0.window.rawValue): \($0.available)/\($0.observed)"
        }
    }

    @Test func countsHealthyAndDegradedRoundsAsAvailable() {
        let record = record([
            (0, .healthy, false), (0.5, .degraded, false), (1, .failing, false), (1.2, .unreachable, false),
            (2, .unsupported, false), (2.5, .unreachable, true),
        ])
        #expect(counts(record, at: 3) == ["24 h: 2/4", "7 d: 2/4", "30 d: 2/4"])
        #expect(record.availability(at: VirtualTime.start)[0].ratio == 0.5)
        #expect(HealthAvailability(window: .day, available: 0, observed: 0).ratio == nil)
    }

    @Test func countsRoundsWithinEachWindow() {
        let record = record([
            (0, .failing, false), (24 * 6, .failing, false), (24 * 29, .healthy, false), (24 * 29.5, .failing, false),
            (24 * 29.9, .healthy, false),
        ])
        #expect(counts(record, at: 24 * 29.95) == ["24 h: 2/3", "7 d: 2/3", "30 d: 2/5"])
        // Hours older than 30 days are removed.
        var later = record
        later.add(HealthSample(date: VirtualTime.start.addingTimeInterval(59 * 86_400), verdict: .healthy))
        #expect(later.hours.count == 3)
    }

    @Test func boundsTheHistory() {
        var record = EndpointRecord(settled: .healthy, since: VirtualTime.start)
        for round in 0..<20_000 { record.add(HealthSample(date: VirtualTime.round(round), verdict: .healthy)) }
        #expect(record.samples.count == 120)
        #expect(record.samples.last?.date == VirtualTime.round(19_999))
        #expect(record.hours.count == 720)
        #expect(record.hours.allSatisfy { $0.available == $0.observed })
    }

    @Test func mergesRoundsIntoOneHourWhenTheClockIsSetBack() {
        let record = record([(5, .healthy, false), (6, .healthy, false), (4, .failing, false), (5, .healthy, false)])
        #expect(record.hours.map(\.observed) == [3, 1])
    }

    /// Rounds in a wrong year must not count as of the last 24 hours until that year.
    @Test func countsNoRoundOfTheFutureForever() {
        let record = record([
            (24 * 365, .failing, false), (0, .healthy, false), (24 * 3, .healthy, false), (24 * 3.5, .healthy, false),
        ])
        #expect(counts(record, at: 24 * 3.5) == ["24 h: 2/2", "7 d: 3/4", "30 d: 3/4"])
    }

    @Test func forgetsEndpointsMissingForAMonth() {
        var state = HealthState()
        for (endpoint, day) in [("old", 0.0), ("young", 25)] {
            _ = state.note(
                .of(.healthy, endpoint: endpoint), at: VirtualTime.start.addingTimeInterval(day * 86_400),
                isInMaintenance: false, thresholds: Thresholds(), reminder: nil, notifies: false)
        }
        state.removeStaleEndpoints(at: VirtualTime.start.addingTimeInterval(30.5 * 86_400))
        #expect(state.endpoints.keys.sorted() == ["notes/young"])
    }
}
