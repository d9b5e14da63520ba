import ContractReporting
import Foundation
import JSONSchema

package struct HealthState: Sendable, Hashable {
    package var endpoints: [String: EndpointRecord] = [:]
    package var outbox: [HealthNotification] = []

    /// The maximum number of waiting notifications; the oldest are dropped.
    static let maximumWaiting = 100

    package init() {}

    mutating func note(
        _ observation: EndpointObservation, at date: Date, isInMaintenance: Bool, thresholds: Thresholds,
        reminder: Double?, notifies: Bool
    ) -> EndpointHealth {
        var record = endpoints[observation.id] ?? EndpointRecord(settled: observation.verdict, since: date)
        // A time in the future, from before the clock was set back, would delay reminders.
        record.since = min(record.since, date)
        record.notifiedAt = record.notifiedAt.map { min($0, date) }
        record.add(
            HealthSample(
                date: date, verdict: observation.verdict, latency: observation.latency, isInMaintenance: isInMaintenance
            ))
        if isInMaintenance {
            record.recent = []
        } else {
            record.recent = Array((record.recent + [observation.verdict]).suffix(thresholds.memory))
            let settled = thresholds.settled(record.settled, after: record.recent)
            if settled != record.settled { (record.settled, record.since) = (settled, date) }
            if notifies, let notification = notification(of: observation, &record, at: date, thresholds, reminder) {
                outbox.append(notification)
            }
        }
        endpoints[observation.id] = record
        return EndpointHealth(
            observation: observation, settled: record.settled, settledSince: record.since,
            isInMaintenance: isInMaintenance,
            samples: record.samples, availability: record.availability(at: date))
    }

    /// Returns the notification that is due. The thresholds must confirm it even for a new endpoint.
    private func notification(
        of observation: EndpointObservation, _ record: inout EndpointRecord, at date: Date, _ thresholds: Thresholds,
        _ reminder: Double?
    ) -> HealthNotification? {
        let kind: HealthNotification.Kind
        let previous = record.notified
        if record.settled != previous, thresholds.settled(previous, after: record.recent) != previous {
            kind = record.settled == .healthy ? .resolved : .alert
        } else if let reminder, let notifiedAt = record.notifiedAt, previous != .healthy, record.settled == previous,
            date.timeIntervalSince(notifiedAt) >= reminder
        {
            kind = .reminder
        } else {
            return nil
        }
        (record.notified, record.notifiedAt) = (record.settled, date)
        return HealthNotification(
            kind: kind, service: observation.service, endpoint: observation.endpoint, verdict: record.settled,
            previous: previous, since: record.since, date: date, messages: observation.messages)
    }

    /// Removes endpoints that were not observed within the longest availability window.
    mutating func removeStaleEndpoints(at date: Date) {
        let oldest = date.addingTimeInterval(-3600 * Double(HealthAvailability.Window.month.hours))
        endpoints = endpoints.filter { _, record in (record.samples.last?.date ?? record.since) >= oldest }
    }

    mutating func trimOutbox() -> Int {
        let excess = max(0, outbox.count - Self.maximumWaiting)
        outbox.removeFirst(excess)
        return excess
    }
}

extension EndpointObservation {
    fileprivate var messages: [String] {
        HealthAspect.allCases.flatMap { aspect -> [String] in
            switch self[aspect] {
            case .failed(let findings): findings.map(\.sentence)
            case .unsupported(let reason): [reason]
            case .held, .notObserved: []
            }
        }.truncated(to: 5)
    }
}

package struct EndpointRecord: Sendable, Hashable {
    package var settled: HealthVerdict
    package var since: Date
    /// The verdicts of the latest rounds, oldest first, as many as the thresholds need.
    package var recent: [HealthVerdict] = []
    /// The verdict of the last notification and its time.
    package var notified = HealthVerdict.healthy
    package var notifiedAt: Date?
    package var samples: [HealthSample] = []
    package var hours: [HourTally] = []

    package struct HourTally: Sendable, Hashable {
        /// Hours since 1970-01-01T00:00:00Z.
        package let hour: Int
        package var available: Int
        package var observed: Int
    }

    /// The samples of a sparkline: ten hours of a round every five minutes.
    static let maximumSamples = 120

    mutating func add(_ sample: HealthSample) {
        samples = Array((samples + [sample]).suffix(Self.maximumSamples))
        let hour = Self.hour(of: sample.date)
        // Tallies of the future, from before the clock was set back, join that of this hour.
        var tally = hours.filter { $0.hour >= hour }.reduce(into: HourTally(hour: hour, available: 0, observed: 0)) {
            $0.available += $1.available
            $0.observed += $1.observed
        }
        hours.removeAll { $0.hour >= hour || $0.hour <= hour - HealthAvailability.Window.month.hours }
        if !sample.isInMaintenance, sample.verdict != .unsupported {
            tally.available += sample.verdict.isAvailable ? 1 : 0
            tally.observed += 1
        }
        if tally.observed > 0 { hours.append(tally) }
    }

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

extension HealthState {
    /// The version of the file format. Version 1 had no hourly tallies and no outbox, and is no longer read.
    static let version = 2

    package var json: JSON {
        let record = StateForms.record
        return [
            "version": JSON(Self.version),
            "endpoints": .object(
                JSONObject(endpoints.sorted { $0.key < $1.key }.map { ($0.key, record.json($0.value)) })),
            "outbox": StateForms.notification.array.json(outbox),
        ]
    }

    package init(json: JSON, path: String, source: SourceFile? = nil) throws(StateFault) {
        let reader = StateCursor(json, StateReading(source))
        let version = try reader.member("version").int()
        guard version <= Self.version else { throw .newer(path: path, version: version) }
        guard version == Self.version else { throw .damaged(reason: "version \(version) is not supported") }
        self.init()
        let record = StateForms.record
        for (id, node) in try reader.member("endpoints").members() {
            endpoints[id] = try record.read(node)
        }
        outbox = try StateForms.notification.array.read(try reader.member("outbox"))
    }
}

extension HealthNotification {
    package var json: JSON { StateForms.notification.json(self) }
}
