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
        let bytes = Array(text.utf8)
        var index = 0
        func digits(_ count: Int) -> Int32? {
            guard index + count <= bytes.count, bytes[index..<index + count].allSatisfy(\.isASCIIDigit) else {
                return nil
            }
            defer { index += count }
            return bytes[index..<index + count].reduce(0) { $0 * 10 + Int32($1 - 0x30) }
        }
        func take(_ allowed: String) -> UInt8? {
            guard index < bytes.count, allowed.utf8.contains(bytes[index]) else { return nil }
            defer { index += 1 }
            return bytes[index]
        }
        guard let year = digits(4), take("-") != nil, let month = digits(2), take("-") != nil, let day = digits(2),
            take("Tt ") != nil, let hour = digits(2), take(":") != nil, let minute = digits(2), take(":") != nil,
            let second = digits(2), (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
            second < 61
        else { return nil }
        var fraction = 0.0
        if take(".,") != nil {
            let tail = bytes[index...].prefix(while: \.isASCIIDigit)
            guard !tail.isEmpty else { return nil }
            fraction = tail.reversed().reduce(0) { ($0 + Double($1 - 0x30)) / 10 }
            index += tail.count
        }
        var offset: Int32 = 0
        if take("Zz") == nil {
            guard let sign = take("+-"), let hours = digits(2) else { return nil }
            _ = take(":")
            guard let minutes = digits(2) else { return nil }
            offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
        }
        guard index == bytes.count else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
        let midnight = timegm(&parts)
        // The function moves a day that the month does not have to the next month.
        guard parts.tm_mday == day else { return nil }
        secondsSince1970 = Double(midnight + Int(hour * 3600 + minute * 60 + second - offset)) + fraction
        self.text = text
    }

    /// The time as a Foundation date.
    public var date: Date { Date(timeIntervalSince1970: secondsSince1970) }

    /// The text.
    public var description: String { text }
}
