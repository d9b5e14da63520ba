import Foundation

/// A moment as a recording writes it, ISO 8601 with 0 to 9 fraction digits; the text is kept as it was read.
public struct Timestamp: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The moment as it was written, such as `2026-01-31T09:05:00.250Z`.
    public let text: String
    /// Seconds since 1970-01-01T00:00:00Z.
    public let secondsSince1970: Double

    /// Writes a date in UTC with milliseconds.
    public init(_ date: Date = Date()) {
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded())
        let (seconds, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1000, floored: true)
        let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400, floored: true)
        let (year, month, day) = Self.civil(fromDays: days)
        func pad(_ value: Int64, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        text =
            "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T"
            + "\(pad(second / 3600, 2)):\(pad(second / 60 % 60, 2)):\(pad(second % 60, 2)).\(pad(fraction, 3))Z"
        secondsSince1970 = Double(milliseconds) / 1000
    }

    /// Reads `2026-01-31T09:05:00[.fraction](Z|±hh:mm|±hhmm)`; `nil` where the text is no such moment.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        var index = 0
        func digits(_ count: Int) -> Int64? {
            guard index + count <= bytes.count, bytes[index..<index + count].allSatisfy(\.isASCIIDigit) else {
                return nil
            }
            defer { index += count }
            return bytes[index..<index + count].reduce(0) { $0 * 10 + Int64($1 - 0x30) }
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
            guard (1...9).contains(tail.count) else { return nil }
            fraction = tail.reversed().reduce(0) { ($0 + Double($1 - 0x30)) / 10 }
            index += tail.count
        }
        var offset: Int64 = 0
        if take("Zz") == nil {
            guard let sign = take("+-"), let hours = digits(2) else { return nil }
            _ = take(":")
            guard let minutes = digits(2) else { return nil }
            offset = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
        }
        guard index == bytes.count else { return nil }
        let seconds = Self.days(fromCivil: year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
        secondsSince1970 = Double(seconds) + fraction
        self.text = text
    }

    /// The moment as Foundation has it.
    public var date: Date { Date(timeIntervalSince1970: secondsSince1970) }

    /// The text.
    public var description: String { text }

    /// Days since 1970-01-01 in the proleptic Gregorian calendar; years begin in March so that leap days come last.
    private static func days(fromCivil year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.quotientAndRemainder(dividingBy: 400, floored: true)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(fromDays days: Int64) -> (Int64, Int64, Int64) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097, floored: true)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Int64 {
    /// Division that rounds down, so that the remainder is never negative.
    fileprivate func quotientAndRemainder(dividingBy divisor: Int64, floored: Bool) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 && floored ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
