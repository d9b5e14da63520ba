import Foundation

/// What is remembered of an endpoint from round to round.
package struct EndpointRecord: Sendable, Hashable {
    /// The verdict that holds, and since when.
    package var settled: HealthVerdict
    package var since: Date
    /// The verdicts of the latest rounds, the last one last: as many as thresholds ask for.
    package var recent: [HealthVerdict] = []
    /// What the operator was told last, and when; at first that all is well, never.
    package var told = HealthVerdict.healthy
    package var toldAt: Date?
    /// The latest rounds, oldest first.
    package var samples: [HealthSample] = []
    /// What each hour came to, oldest first.
    package var hours: [HourTally] = []

    /// The rounds of one hour that count.
    package struct HourTally: Sendable, Hashable {
        /// Hours since 1970-01-01T00:00:00Z.
        package let hour: Int
        package var available: Int
        package var observed: Int
    }

    /// As many samples as a sparkline can show: ten hours of a round every five minutes.
    static let mostSamples = 120

    package init(settled: HealthVerdict, since: Date) {
        self.settled = settled
        self.since = since
    }

    /// Takes note of a round.
    mutating func add(_ sample: HealthSample) {
        samples = Array((samples + [sample]).suffix(Self.mostSamples))
        let hour = Self.hour(of: sample.date)
        hours.removeAll { $0.hour <= hour - HealthAvailability.Window.month.hours }
        guard !sample.isInMaintenance, sample.verdict != .unsupported else { return }
        let available = sample.verdict.isAvailable ? 1 : 0
        // A clock that was set back makes no second tally of an hour.
        if let index = hours.lastIndex(where: { $0.hour >= hour }) {
            hours[index].available += available
            hours[index].observed += 1
        } else {
            hours.append(HourTally(hour: hour, available: available, observed: 1))
        }
    }

    /// The availability of each window that ends now.
    func availability(at date: Date) -> [HealthAvailability] {
        let now = Self.hour(of: date)
        return HealthAvailability.Window.allCases.map { window in
            let counted = hours.filter { $0.hour > now - window.hours }
            return HealthAvailability(
                window: window, available: counted.reduce(0) { $0 + $1.available },
                observed: counted.reduce(0) { $0 + $1.observed })
        }
    }

    static func hour(of date: Date) -> Int { Int((date.timeIntervalSince1970 / 3600).rounded(.down)) }
}
