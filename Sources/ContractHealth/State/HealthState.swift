import Foundation

/// Everything that is remembered from round to round.
package struct HealthState: Sendable, Hashable {
    /// By `SERVICE/ENDPOINT`.
    package var endpoints: [String: EndpointRecord] = [:]
    /// What the operator is still to be told, in order.
    package var outbox: [HealthNotification] = []

    /// As many notifications wait at most; beyond it the oldest are given up.
    static let mostWaiting = 100

    package init() {}

    /// Takes note of an observation, puts what the operator has to know into the outbox, and tells how the endpoint is.
    ///
    /// - Parameter tells: whether there is anybody to tell.
    mutating func note(
        _ observation: EndpointObservation, at date: Date, isInMaintenance: Bool, thresholds: Thresholds,
        reminder: Double?, tells: Bool
    ) -> EndpointHealth {
        // An endpoint that was never seen has no verdict to hold on to.
        var record = endpoints[observation.id] ?? EndpointRecord(settled: observation.verdict, since: date)
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
            if tells, let notification = notification(of: observation, &record, at: date, thresholds, reminder) {
                outbox.append(notification)
            }
        }
        endpoints[observation.id] = record
        return EndpointHealth(
            observation, settled: record.settled, settledSince: record.since, isInMaintenance: isInMaintenance,
            samples: record.samples, availability: record.availability(at: date))
    }

    /// What the operator has to know: not before the thresholds bear it out, even of an endpoint that is new.
    private func notification(
        of observation: EndpointObservation, _ record: inout EndpointRecord, at date: Date, _ thresholds: Thresholds,
        _ reminder: Double?
    ) -> HealthNotification? {
        let kind: HealthNotification.Kind
        let previous = record.told
        if record.settled != previous, thresholds.settled(previous, after: record.recent) != previous {
            kind = record.settled == .healthy ? .resolved : .alert
        } else if let reminder, let toldAt = record.toldAt, previous != .healthy, record.settled == previous,
            date.timeIntervalSince(toldAt) >= reminder
        {
            kind = .reminder
        } else {
            return nil
        }
        (record.told, record.toldAt) = (record.settled, date)
        return HealthNotification(
            kind: kind, service: observation.service, endpoint: observation.endpoint, verdict: record.settled,
            previous: previous, since: record.since, date: date, messages: observation.messages)
    }

    /// Forgets endpoints that no round has seen for as long as availability looks back.
    mutating func forgetTheLost(at date: Date) {
        let oldest = date.addingTimeInterval(-3600 * Double(HealthAvailability.Window.month.hours))
        endpoints = endpoints.filter { _, record in (record.samples.last?.date ?? record.since) >= oldest }
    }

    /// Gives up the oldest notifications where too many wait; tells how many.
    mutating func boundOutbox() -> Int {
        let excess = max(0, outbox.count - Self.mostWaiting)
        outbox.removeFirst(excess)
        return excess
    }
}

extension EndpointObservation {
    /// What is wrong, in a few sentences.
    fileprivate var messages: [String] {
        let most = 5
        let all = HealthAspect.allCases.flatMap { aspect -> [String] in
            switch aspects[aspect] {
            case .failed(let findings): findings.map(\.sentence)
            case .unsupported(let reason): [reason]
            case .held, .notObserved, nil: []
            }
        }
        return all.count > most ? all.prefix(most) + ["and \(all.count - most) more"] : all
    }
}
