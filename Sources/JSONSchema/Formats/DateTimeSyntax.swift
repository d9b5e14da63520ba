/// Dates and times of RFC 3339, and durations of its appendix A.
enum DateTimeSyntax {
    static func isDateTime(_ scanner: inout FormatScanner) -> Bool {
        takeDate(&scanner) && scanner.takeLetter("t") && takeTime(&scanner) && scanner.isAtEnd
    }

    static func isDate(_ scanner: inout FormatScanner) -> Bool { takeDate(&scanner) && scanner.isAtEnd }

    static func isTime(_ scanner: inout FormatScanner) -> Bool { takeTime(&scanner) && scanner.isAtEnd }

    private static func takeDate(_ scanner: inout FormatScanner) -> Bool {
        guard let year = scanner.number(digits: 4), scanner.take("-"), let month = scanner.number(digits: 2),
            scanner.take("-"), let day = scanner.number(digits: 2), (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }

    private static func takeTime(_ scanner: inout FormatScanner) -> Bool {
        guard let hour = scanner.number(digits: 2), scanner.take(":"), let minute = scanner.number(digits: 2),
            scanner.take(":"), let second = scanner.number(digits: 2), hour < 24, minute < 60, second <= 60
        else { return false }
        if scanner.take("."), scanner.digits() == 0 { return false }
        var offset = 0
        if !scanner.takeLetter("z") {
            let isAhead = scanner.take("+")
            guard isAhead || scanner.take("-"), let hours = scanner.number(digits: 2), scanner.take(":"),
                let minutes = scanner.number(digits: 2), hours < 24, minutes < 60
            else { return false }
            offset = (isAhead ? 1 : -1) * (hours * 60 + minutes)
        }
        // A leap second is inserted at the end of a UTC day.
        let minuteOfDay = (hour * 60 + minute - offset + 2 * 1440) % 1440
        return second < 60 || minuteOfDay == 1439
    }

    static func isDuration(_ scanner: inout FormatScanner) -> Bool {
        guard scanner.take("P") else { return false }
        if takeUnits(&scanner, ["W"]) == 1 { return scanner.isAtEnd }
        let days = takeUnits(&scanner, ["Y", "M", "D"])
        var times: Int? = 0
        if scanner.take("T") {
            times = takeUnits(&scanner, ["H", "M", "S"])
            if times == 0 { return false }
        }
        guard let days, let times else { return false }
        return days + times > 0 && scanner.isAtEnd
    }

    /// Takes numbers with consecutive units and returns their count, or nil if a unit is out of sequence.
    private static func takeUnits(_ scanner: inout FormatScanner, _ units: [Unicode.Scalar]) -> Int? {
        var last: Int?
        var taken = 0
        while true {
            let start = scanner.position
            guard scanner.digits() > 0 else { return taken }
            guard let unit = units.indices.first(where: { scanner.take(units[$0]) }) else {
                scanner.position = start
                return taken
            }
            if let last, unit != last + 1 { return nil }
            last = unit
            taken += 1
        }
    }
}
