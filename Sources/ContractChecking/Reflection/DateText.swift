import Foundation

/// Dates as RFC 3339 text in UTC, with milliseconds where they are not whole seconds.
enum DateText {
    private static let whole = Date.ISO8601FormatStyle()
    private static let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    static func string(from date: Date) -> String {
        let seconds = date.timeIntervalSince1970
        return seconds == seconds.rounded() ? date.formatted(whole) : date.formatted(fractional)
    }

    static func date(from text: String) -> Date? {
        for style in [fractional, whole] {
            do { return try style.parse(text) } catch { continue }
        }
        return nil
    }
}
