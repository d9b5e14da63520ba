import ContractFormat
import Foundation
import HTTPRecording

/// A UTC time window in which verdicts do not settle, nobody is notified, and availability is not counted.
///
/// The syntax is `[GLOB=]WHEN`, where `GLOB` selects endpoints by `SERVICE/ENDPOINT` and `WHEN` is one of
/// - `2026-11-21T02:00Z/2026-11-21T04:00Z` or `2026-11-21T02:00Z/2h`, once;
/// - `sun 02:00-04:00` or `mon-fri 23:30-00:30`, every week, past midnight if the end is before the start;
/// - `daily 02:00-02:30`.
package struct MaintenanceWindow: Sendable, Hashable, Codable {
    private enum Time: Sendable, Hashable {
        /// Seconds since 1970.
        case once(Range<Double>)
        /// Weekdays with Monday as 0, and the start and length in minutes.
        case weekly(days: Set<Int>, start: Int, length: Int)
    }

    package let text: String
    /// The pattern of the endpoints; `nil` means all.
    package let pattern: String?
    private let time: Time

    package init(from decoder: any Decoder) throws {
        try self.init(parsing: try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package init(parsing text: String) throws(MaintenanceError) {
        self.text = text
        var rest = text[...]
        if let equals = text.firstIndex(of: "=") {
            pattern = String(text[..<equals])
            rest = text[text.index(after: equals)...]
        } else {
            pattern = nil
        }
        guard let time = Self.once(rest) ?? Self.weekly(rest) else { throw MaintenanceError(text: text) }
        self.time = time
    }

    package func isOpen(for endpoint: String, at date: Date) -> Bool {
        guard pattern.map({ Glob($0).matches(endpoint) }) ?? true else { return false }
        let seconds = date.timeIntervalSince1970
        switch time {
        case .once(let range): return range.contains(seconds)
        case .weekly(let days, let start, let length):
            let day = Int((seconds / 86_400).rounded(.down))
            let minute = Int((seconds / 60).rounded(.down)) - day * 1440
            // A window that began yesterday may continue today.
            return [0, 1].contains { daysAgo in
                // 1970-01-01 was a Thursday.
                let weekday = ((day - daysAgo + 3) % 7 + 7) % 7
                return days.contains(weekday) && (start..<start + length).contains(minute + daysAgo * 1440)
            }
        }
    }

    // MARK: - Reading

    private static func once(_ text: Substring) -> Time? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let start = moment(parts[0]) else { return nil }
        let end = TimeSpan(String(parts[1])).map { start + $0.seconds } ?? moment(parts[1])
        guard let end, start < end else { return nil }
        return .once(start..<end)
    }

    /// Parses `2026-11-21T02:00Z`, with or without seconds.
    private static func moment(_ text: Substring) -> Double? {
        if let timestamp = Timestamp(String(text)) { return timestamp.secondsSince1970 }
        guard text.count > 16 else { return nil }
        let minute = text.index(text.startIndex, offsetBy: 16)
        return Timestamp("\(text[..<minute]):00\(text[minute...])")?.secondsSince1970
    }

    private static func weekly(_ text: Substring) -> Time? {
        guard let match = text.wholeMatch(of: #/ *(\S+) +([0-9:]+)-([0-9:]+) */#),
            let days = days(match.1.lowercased()),
            let start = minute(match.2), let end = minute(match.3), start != end, start < 1440
        else { return nil }
        return .weekly(days: days, start: start, length: end > start ? end - start : end + 1440 - start)
    }

    private static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private static func days(_ text: String) -> Set<Int>? {
        if text == "daily" { return Set(0..<7) }
        var days: Set<Int> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
                names.firstIndex(of: String($0))
            }
            guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1] else { return nil }
            for day in first...(last < first ? last + 7 : last) { days.insert(day % 7) }
        }
        return days.isEmpty ? nil : days
    }

    /// Parses the minutes since midnight of `02:30`, up to `24:00`.
    private static func minute(_ text: Substring) -> Int? {
        guard let match = text.wholeMatch(of: #/([0-9]{2}):([0-5][0-9])/#), let hour = Int(match.1),
            let minute = Int(match.2), hour * 60 + minute <= 1440
        else { return nil }
        return hour * 60 + minute
    }
}

package struct MaintenanceError: Error, Sendable, Hashable, CustomStringConvertible {
    package let text: String

    package var description: String {
        "'\(text)' is not a maintenance window; expected '2026-11-21T02:00Z/2h', 'sun 02:00-04:00', 'mon-fri 23:30-00:30' or "
            + "'daily 02:00-02:30', in UTC, with 'SERVICE/*=' before it to select endpoints"
    }
}

package struct TimeSpan: Sendable, Hashable {
    package let seconds: Double

    /// Parses a number with a unit, greater than 0 and at most 366 days.
    package init?(_ text: String) {
        let units: [String: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400]
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let unit = units[String(text[digits.endIndex...])], text.utf8.count <= 12, let count = Double(digits),
            count > 0, count * unit <= 366 * 86_400
        else { return nil }
        seconds = count * unit
    }
}
