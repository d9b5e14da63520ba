/// Dates and times of RFC 3339.
struct DateTimeSyntax {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    static func isDateTime(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        isWhole(bytes) { $0.takeDate() && $0.take("t", inEitherCase: true) && $0.takeTime() }
    }

    static func isDate(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { isWhole(bytes) { $0.takeDate() } }

    static func isTime(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool { isWhole(bytes) { $0.takeTime() } }

    private static func isWhole(
        _ bytes: UnsafeBufferPointer<UInt8>, _ take: (inout DateTimeSyntax) -> Bool
    ) -> Bool {
        var scanner = DateTimeSyntax(bytes)
        return take(&scanner) && scanner.position == bytes.count
    }

    private mutating func takeDate() -> Bool {
        guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
            let day = number(digits: 2), (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }

    private mutating func takeTime() -> Bool {
        guard let hour = number(digits: 2), take(":"), let minute = number(digits: 2), take(":"),
            let second = number(digits: 2), hour < 24, minute < 60, second <= 60
        else { return false }
        if take(".") {
            let start = position
            while number(digits: 1) != nil {}
            if position == start { return false }
        }
        var offset = 0
        if !take("z", inEitherCase: true) {
            let isAhead = take("+")
            guard isAhead || take("-"), let hours = number(digits: 2), take(":"), let minutes = number(digits: 2),
                hours < 24, minutes < 60
            else { return false }
            offset = (isAhead ? 1 : -1) * (hours * 60 + minutes)
        }
        // A leap second is inserted at the end of a UTC day.
        let minuteOfDay = (hour * 60 + minute - offset + 2 * 1440) % 1440
        return second < 60 || minuteOfDay == 1439
    }

    /// - Parameter inEitherCase: whether a letter, given in lowercase, may be a capital.
    private mutating func take(_ character: Unicode.Scalar, inEitherCase: Bool = false) -> Bool {
        let caseBit: UInt8 = inEitherCase ? 0x20 : 0
        guard position < bytes.count, bytes[position] | caseBit == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func number(digits: Int) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var value = 0
        for offset in 0..<digits {
            let digit = bytes[position + offset] &- 48
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        position += digits
        return value
    }
}
