import Foundation

/// A moment in UTC, taken apart without a formatter: Foundation's are slow and depend on the locale.
package struct CalendarTime {
    let year, month, day, weekday, hour, minute, second, millisecond: Int

    /// Takes a date apart by the proleptic Gregorian calendar; `offset` seconds east of UTC.
    package init(_ date: Date, offset: Int = 0) {
        let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded()) + offset * 1000
        millisecond = milliseconds.modulo(1000)
        let seconds = milliseconds.floorDivided(by: 1000)
        let time = seconds.modulo(86400)
        (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
        let days = seconds.floorDivided(by: 86400)
        weekday = (days + 4).modulo(7)

        // Days are counted from 1 March of the year 0, so that a leap day ends its year; 146,097 days are 400 years.
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted.modulo(146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The date as `2019-05-17`.
    package var calendarDate: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }

    /// The time of day as `19:30`.
    package var timeOfDay: String { "\(hour.padded(2)):\(minute.padded(2))" }

    /// The moment as `2019-05-17T00:53:33.941Z` (RFC 3339).
    package var internet: String { "\(calendarDate)T\(timeOfDay):\(second.padded(2)).\(millisecond.padded(3))Z" }

    /// The moment as `Fri, 17 May 2019 00:53:33 GMT` (RFC 9110, section 5.6.7).
    package var httpDate: String {
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(weekdays[weekday]), \(day.padded(2)) \(months[month - 1]) \(year.padded(4)) "
            + "\(timeOfDay):\(second.padded(2)) GMT"
    }
}

extension Int {
    fileprivate func floorDivided(by divisor: Int) -> Int { (self - modulo(divisor)) / divisor }

    fileprivate func modulo(_ divisor: Int) -> Int {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }

    fileprivate func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
