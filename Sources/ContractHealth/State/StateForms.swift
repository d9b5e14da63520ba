import ContractReporting
import Foundation
import HTTPRecording
import JSONSchema

/// The format of a part of a state file. Unknown members are ignored.
typealias StateForm<Value> = JSONForm<Value, StateReading>

enum StateForms {
    static var moment: StateForm<Date> {
        StateForm<Date> {
            .string(Timestamp($0).text)
        } read: { node throws(StateFault) in
            if let timestamp = Timestamp(try node.string()) { return timestamp.date }
            throw node.failure(expected: "an RFC 3339 date-time")
        }
    }

    static var seconds: StateForm<Double> {
        StateForm<Double>(JSON.init(nonNegative:)) { node throws(StateFault) in
            let number = try node.double()
            if (0...1e9).contains(number) { return number }
            throw node.failure(expected: "a number of seconds", found: "\(number)")
        }
    }

    static var sample: StateForm<HealthSample> {
        .object(
            .required("at", \.date, moment), .required("verdict", \.verdict, .word("a verdict")),
            .optional("latency", \.latency, seconds), .unless(false, "maintenance", \.isInMaintenance, .bool),
            allowsMore: true, make: HealthSample.init(date:verdict:latency:isInMaintenance:))
    }

    /// The hours of the years 0 to 9999, the range of RFC 3339.
    private static let hours = -17_268_672...70_389_528
    private static let maximumObserved = 1_000_000

    /// Three integers, bounded so that sums cannot overflow.
    static var tally: StateForm<EndpointRecord.HourTally> {
        func int(_ node: StateCursor, in range: ClosedRange<Int>) throws(StateFault) -> Int {
            let number = try node.int()
            if range.contains(number) { return number }
            throw node.failure(
                expected: "a whole number from \(range.lowerBound) to \(range.upperBound)", found: "\(number)")
        }
        return StateForm<EndpointRecord.HourTally> {
            .array([$0.hour, $0.available, $0.observed].map { JSON($0) })
        } read: { node throws(StateFault) in
            let numbers = try node.elements()
            guard numbers.count == 3 else { throw node.failure(expected: "an hour and two counts") }
            let observed = try int(numbers[2], in: 0...maximumObserved)
            return EndpointRecord.HourTally(
                hour: try int(numbers[0], in: hours), available: try int(numbers[1], in: 0...observed),
                observed: observed)
        }
    }

    static var record: StateForm<EndpointRecord> {
        let verdict: StateForm<HealthVerdict> = .word("a verdict")
        return .object(
            .required("settled", \.settled, verdict), .required("since", \.since, moment),
            .required("recent", \.recent, verdict.array), .required("told", \.notified, verdict),
            .optional("toldAt", \.notifiedAt, moment), .required("samples", \.samples, sample.array),
            .required("hours", \.hours, tally.array), allowsMore: true,
            make: EndpointRecord.init(settled:since:recent:notified:notifiedAt:samples:hours:))
    }

    static var notification: StateForm<HealthNotification> {
        .object(
            .required("kind", \.kind, .word("a kind of notification")), .required("service", \.service, .string),
            .required("endpoint", \.endpoint, .string), .required("verdict", \.verdict, .word("a verdict")),
            .required("previous", \.previous, .word("a verdict")), .required("since", \.since, moment),
            .required("at", \.date, moment), .required("messages", \.messages, StateForm.string.array),
            allowsMore: true,
            make: HealthNotification.init(kind:service:endpoint:verdict:previous:since:date:messages:))
    }
}
