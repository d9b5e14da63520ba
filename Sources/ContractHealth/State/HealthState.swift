import Foundation
import HTTPRecording
import JSONSchema

/// Everything that is remembered from round to round.
package struct HealthState: Sendable, Hashable {
    /// By `SERVICE/ENDPOINT`.
    package var endpoints: [String: EndpointRecord] = [:]
    /// Notifications that were not delivered yet, in order.
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
            observation: observation, settled: record.settled, settledSince: record.since,
            isInMaintenance: isInMaintenance,
            samples: record.samples, availability: record.availability(at: date))
    }

    /// The notification due, which the thresholds must confirm even for a new endpoint.
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
    /// The fault, in a few sentences.
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

/// The memory of an endpoint between rounds.
package struct EndpointRecord: Sendable, Hashable {
    /// The verdict that holds, and since when.
    package var settled: HealthVerdict
    package var since: Date
    /// The verdicts of the latest rounds, the last one last: as many as thresholds ask for.
    package var recent: [HealthVerdict] = []
    /// The last verdict sent to the operator, and its time; initially healthy, never.
    package var told = HealthVerdict.healthy
    package var toldAt: Date?
    /// The latest rounds, oldest first.
    package var samples: [HealthSample] = []
    /// The tallies of hours, oldest first.
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

extension HealthState {
    /// The version of the format that is written.
    ///
    /// Version 1 had no tallies by the hour, no outbox, and one verdict for what holds and what was told.
    static let version = 2

    package var json: JSON {
        [
            "version": JSON(Self.version),
            "endpoints": .object(JSONObject(endpoints.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })),
            "outbox": .array(outbox.map(\.json)),
        ]
    }

    /// Reads the state of this version or an older one.
    ///
    /// - Throws: `StateFault`.
    package init(json: JSON, path: String, source: SourceFile? = nil) throws(StateFault) {
        let reader = StateCursor(json, StateReading("the state", in: source))
        let version = try reader.member("version").int()
        guard version <= Self.version else { throw .newer(path: path, version: version) }
        guard version >= 1 else { throw .damaged(reason: "there was never a version \(version)") }
        self.init()
        for (id, record) in try reader.member("endpoints").members() {
            endpoints[id] = try version == 1 ? EndpointRecord(version1: record) : EndpointRecord(record)
        }
        if version > 1 {
            for notification in try reader.member("outbox").elements() {
                outbox.append(try HealthNotification(notification))
            }
        }
    }
}

extension EndpointRecord {
    fileprivate var json: JSON {
        var members: [(String, JSON)] = [
            ("settled", .string(settled.rawValue)), ("since", JSON(since)),
            ("recent", .array(recent.map { .string($0.rawValue) })), ("told", .string(told.rawValue)),
        ]
        if let toldAt { members.append(("toldAt", JSON(toldAt))) }
        members.append(("samples", .array(samples.map(\.json))))
        members.append(
            (
                "hours",
                .array(
                    hours.map {
                        .array([$0.hour, $0.available, $0.observed].map { JSON($0) })
                    })
            ))
        return .object(JSONObject(members))
    }

    /// The hours of the years 0 to 9999, which are those of RFC 3339.
    private static let hours = -17_268_672...70_389_528
    /// More rounds than an hour can have.
    private static let mostObserved = 1_000_000

    fileprivate init(_ reader: StateCursor) throws(StateFault) {
        self.init(settled: try reader.member("settled").verdict(), since: try reader.member("since").date())
        for verdict in try reader.member("recent").elements() { recent.append(try verdict.verdict()) }
        told = try reader.member("told").verdict()
        toldAt = try reader["toldAt"]?.date()
        for sample in try reader.member("samples").elements() { samples.append(try HealthSample(sample)) }
        for tally in try reader.member("hours").elements() {
            let numbers = try tally.elements()
            guard numbers.count == 3 else { throw tally.failure(expected: "an hour and two counts") }
            let observed = try numbers[2].int(in: 0...Self.mostObserved)
            hours.append(
                HourTally(
                    hour: try numbers[0].int(in: Self.hours), available: try numbers[1].int(in: 0...observed),
                    observed: observed))
        }
    }

    fileprivate init(version1 reader: StateCursor) throws(StateFault) {
        self.init(settled: try reader.member("verdict").verdict(), since: try reader.member("since").date())
        for sample in try reader.member("samples").elements() { add(try HealthSample(sample)) }
        recent = samples.map(\.verdict)
        told = settled
        toldAt = settled == .healthy ? nil : since
    }
}

extension HealthSample {
    fileprivate var json: JSON {
        var members: [(String, JSON)] = [("at", JSON(date)), ("verdict", .string(verdict.rawValue))]
        if let latency = latency.flatMap(JSONNumber.init) { members.append(("latency", .number(latency))) }
        if isInMaintenance { members.append(("maintenance", true)) }
        return .object(JSONObject(members))
    }

    fileprivate init(_ reader: StateCursor) throws(StateFault) {
        self.init(
            date: try reader.member("at").date(), verdict: try reader.member("verdict").verdict(),
            latency: try reader["latency"]?.seconds(),
            isInMaintenance: try reader["maintenance"]?.bool() ?? false)
    }
}

extension HealthNotification {
    /// The notification on the standard input of a command.
    package var json: JSON {
        [
            "kind": .string(kind.rawValue), "service": .string(service), "endpoint": .string(endpoint),
            "verdict": .string(verdict.rawValue), "previous": .string(previous.rawValue), "since": JSON(since),
            "at": JSON(date), "messages": .array(messages.map(JSON.string)),
        ]
    }

    fileprivate init(_ reader: StateCursor) throws(StateFault) {
        guard let kind = Kind(rawValue: try reader.member("kind").text()) else {
            throw reader.failure(expected: "a kind of notification")
        }
        var messages: [String] = []
        for message in try reader.member("messages").elements() { messages.append(try message.text()) }
        self.init(
            kind: kind, service: try reader.member("service").text(),
            endpoint: try reader.member("endpoint").text(), verdict: try reader.member("verdict").verdict(),
            previous: try reader.member("previous").verdict(), since: try reader.member("since").date(),
            date: try reader.member("at").date(), messages: messages)
    }
}

extension JSON {
    fileprivate init(_ date: Date) { self = .string(Timestamp(date).text) }
}
