import Foundation
import HTTPRecording
import JSONSchema

extension HealthState {
    /// The version of the format that is written.
    ///
    /// Version 1 had no tallies by the hour, no outbox, and one verdict for what holds and what was told.
    static let version = 2

    package var json: JSON {
        [
            "version": .number(JSONNumber(Self.version)),
            "endpoints": .object(JSONObject(endpoints.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })),
            "outbox": .array(outbox.map(\.json)),
        ]
    }

    /// Reads the state of this version or an older one.
    ///
    /// - Throws: `StateFault`.
    package init(json: JSON, path: String) throws(StateFault) {
        let reader = StateCursor(json, StateReading("the state"))
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
                        .array([$0.hour, $0.available, $0.observed].map { .number(JSONNumber($0)) })
                    })
            ))
        return .object(JSONObject(members))
    }

    fileprivate init(_ reader: StateCursor) throws(StateFault) {
        self.init(settled: try reader.member("settled").verdict(), since: try reader.member("since").date())
        for verdict in try reader.member("recent").elements() { recent.append(try verdict.verdict()) }
        told = try reader.member("told").verdict()
        toldAt = try reader["toldAt"]?.date()
        for sample in try reader.member("samples").elements() { samples.append(try HealthSample(sample)) }
        for tally in try reader.member("hours").elements() {
            let numbers = try tally.elements()
            guard numbers.count == 3 else { throw tally.failure(expected: "an hour and two counts") }
            hours.append(
                HourTally(
                    hour: try numbers[0].int(), available: try numbers[1].int(), observed: try numbers[2].int()))
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
            latency: try reader["latency"]?.double(),
            isInMaintenance: try reader["maintenance"]?.bool() ?? false)
    }
}

extension HealthNotification {
    /// What a notification command reads on its standard input.
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
