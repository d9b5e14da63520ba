import Foundation
import HTTPRecording
import JSONSchema

/// Dates as RFC 3339 strings in UTC, with milliseconds unless they are whole seconds.
package enum DateText {
    package static func string(from date: Date) -> String {
        let text = Timestamp(date).text
        return text.hasSuffix(".000Z") ? "\(text.dropLast(5))Z" : text
    }

    /// The moments with a four-digit year.
    static let years =
        (date(from: "0001-01-01") ?? .distantPast)..<(date(from: "9999-12-31T23:59:60Z") ?? .distantFuture)

    /// Parses a text with Foundation's style, which knows fewer offsets than RFC 3339 and takes the 30th of February for a
    /// day of March.
    static func foundationDate(from text: String) -> Date? {
        do { return try Date.ISO8601FormatStyle().parse(text) } catch { return nil }
    }

    /// Returns the date that Foundation reads from a text without a time, such as the 1st of March from `2023-02-29`.
    static func foundationDay(from text: String) -> String? {
        guard notation(of: text) == "0000-00-00" else { return nil }
        let style = Date.ISO8601FormatStyle().year().month().day()
        do { return try style.parse(text).formatted(style) } catch { return nil }
    }

    /// Returns the text with every digit as `0`. Formatters read texts of one notation alike.
    static func notation(of text: String) -> String { String(text.map { $0.isNumber ? "0" : $0 }) }

    /// Parses an RFC 3339 date and time, or a date as midnight UTC.
    package static func date(from text: String) -> Date? {
        guard let match = text.wholeMatch(of: pattern) else { return nil }
        return Timestamp(match.output.1 == nil ? "\(text)T00:00:00Z" : text)?.date
    }

    /// Names the local time zone if its offset from another zone leads from one moment to the other.
    static func localZone(from moment: Date, to other: Date, _ zone: TimeZone = .gmt) -> String? {
        let local = TimeZone.current
        let isShifted = [moment, other].contains { date in
            let offset = local.secondsFromGMT(for: date) - zone.secondsFromGMT(for: date)
            // A clock of twelve hours errs by as much.
            return offset != 0 && abs(offset) != 43_200
                && abs(moment.addingTimeInterval(Double(offset)).timeIntervalSince(other)) < 0.001
        }
        return isShifted ? "the local time zone, which is \(local.identifier)" : nil
    }

    static let calendar: Calendar = {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// Safe to share: a regular expression is immutable but not marked `Sendable`.
    private nonisolated(unsafe) static let pattern =
        /\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2}))?/
}

extension JSON {
    /// The value with its dates moved by whole years, the latest to 2009, or `nil` if no date is after 2011.
    ///
    /// The workers' time zone, Apia, was behind UTC until 2011 and has been ahead since.
    var inYear2009: JSON? {
        let latest = descendants.compactMap { $0.value.stringValue?.year }.max() ?? 0
        return latest > 2011 ? mapStrings { $0.moved(byYears: 2009 - latest) } : nil
    }
}

extension String {
    fileprivate var year: Int? {
        DateText.notation(of: String(prefix(10))) == "0000-00-00" ? Int(prefix(4)) : nil
    }

    fileprivate func moved(byYears years: Int) -> String {
        guard let year else { return self }
        let day = dropFirst(4).prefix(6)
        return "\(String(10_000 + year + years).suffix(4))\(day == "-02-29" ? "-02-28" : day)\(dropFirst(10))"
    }
}
