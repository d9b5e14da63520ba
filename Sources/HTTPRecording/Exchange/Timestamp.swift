import Foundation

/// A time in ISO 8601 with any number of fraction digits. The original text is preserved.
public struct Timestamp: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The time as written, such as `2026-01-31T09:05:00.250Z`.
    public let text: String
    /// Seconds since 1970-01-01T00:00:00Z.
    public let secondsSince1970: Double

    /// Formats a date in UTC with milliseconds.
    public init(_ date: Date = Date()) {
        secondsSince1970 = (date.timeIntervalSince1970 * 1000).rounded() / 1000
        // Adds half a millisecond, because the format truncates the fraction.
        text = Date(timeIntervalSince1970: secondsSince1970 + 0.0005).formatted(
            Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// Parses `2026-01-31T09:05:00[.fraction](Z|±hh:mm|±hhmm)`; `nil` for any other text.
    public init?(_ text: String) {
        guard let parts = text.wholeMatch(of: Self.form)?.output, let year = Int32(parts.1), let month = Int32(parts.2),
            let day = Int32(parts.3), let hour = Int(parts.4), let minute = Int(parts.5), let second = Int(parts.6),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        var offset = 0
        if let sign = parts.8, let hours = parts.9.flatMap({ Int($0) }), let minutes = parts.10.flatMap({ Int($0) }) {
            offset = (hours * 60 + minutes) * (sign == "-" ? -60 : 60)
        }
        var date = tm()
        (date.tm_year, date.tm_mon, date.tm_mday) = (year - 1900, month - 1, day)
        let midnight = timegm(&date)
        // The function moves a day that the month does not have to the next month.
        guard date.tm_mday == day else { return nil }
        let fraction = parts.7.flatMap { Double("0.\($0)") } ?? 0
        secondsSince1970 = Double(midnight + hour * 3600 + minute * 60 + second - offset) + fraction
        self.text = text
    }

    /// Safe to share: a regular expression is immutable but not marked `Sendable`.
    private nonisolated(unsafe) static let form =
        #/
        ([0-9]{4})-([0-9]{2})-([0-9]{2}) [Tt\ ] ([0-9]{2}):([0-9]{2}):([0-9]{2}) (?:[.,]([0-9]+))?
        (?:[Zz]|([+\-])([0-9]{2}):?([0-9]{2}))
        /#

    /// The time as a Foundation date.
    public var date: Date { Date(timeIntervalSince1970: secondsSince1970) }

    /// The text.
    public var description: String { text }
}
