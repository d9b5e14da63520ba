import Foundation

/// The calendar fields of a date, computed without Foundation's formatters, which are slow and locale-dependent.
package struct CalendarTime {
    let year, month, day, weekday, hour, minute, second, millisecond: Int

    /// Splits a date into fields at an offset from UTC, in seconds.
    package init(_ date: Date, offset: Int = 0) {
        let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded()) + offset * 1000
        var time = time_t((Double(milliseconds) / 1000).rounded(.down))
        var parts = tm()
        gmtime_r(&time, &parts)
        (year, month, day) = (Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
        (hour, minute, second) = (Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec))
        weekday = Int(parts.tm_wday)
        millisecond = milliseconds - time * 1000
    }

    package var calendarDate: String { String(format: "%04d-%02d-%02d", year, month, day) }

    package var timeOfDay: String { String(format: "%02d:%02d", hour, minute) }

    /// The RFC 3339 form: `2019-05-17T00:53:33.941Z`.
    package var rfc3339: String {
        "\(calendarDate)T\(timeOfDay)" + String(format: ":%02d.%03dZ", second, millisecond)
    }

    /// The HTTP form: `Fri, 17 May 2019 00:53:33 GMT` (RFC 9110, section 5.6.7).
    package var httpDate: String {
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        // `String(format:)` is too slow here: every response carries a date.
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = [hour, minute, second].map(two).joined(separator: ":")
        return "\(weekdays[weekday]), \(two(day)) \(months[month - 1]) \(year) \(time) GMT"
    }
}
