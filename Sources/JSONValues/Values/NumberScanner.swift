package enum NumberScanner {
    package enum Result {
        case number(JSONNumber, end: Int)
        case fault(at: Int, expected: String)
    }

    @inline(__always)
    package static func scan(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Result {
        var position = start
        let end = bytes.count
        var isNegative = false
        if position < end, bytes[position] == UInt8(ascii: "-") {
            isNegative = true
            position += 1
        }
        guard position < end, isDigit(bytes[position]) else { return .fault(at: position, expected: "a digit") }
        var significand: UInt64 = 0
        let firstDigit = position
        if bytes[position] == UInt8(ascii: "0") {
            position += 1
            if position < end, isDigit(bytes[position]) {
                return .fault(at: position, expected: "no digit after a leading zero")
            }
        } else {
            while position < end, isDigit(bytes[position]) {
                significand = significand &* 10 &+ UInt64(bytes[position] &- 48)
                position += 1
            }
        }
        var digits = position - firstDigit
        var exponent = 0
        var isWrittenAsInteger = true
        if position < end, bytes[position] == UInt8(ascii: ".") {
            isWrittenAsInteger = false
            position += 1
            let firstDecimal = position
            while position < end, isDigit(bytes[position]) {
                significand = significand &* 10 &+ UInt64(bytes[position] &- 48)
                position += 1
            }
            if position == firstDecimal { return .fault(at: position, expected: "a digit after the decimal point") }
            exponent = firstDecimal - position
            digits -= exponent
        }
        let endOfDigits = position
        if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
            isWrittenAsInteger = false
            position += 1
            var isNegativeExponent = false
            if position < end, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
                isNegativeExponent = bytes[position] == UInt8(ascii: "-")
                position += 1
            }
            let firstExponentDigit = position
            var power = 0
            while position < end, isDigit(bytes[position]) {
                if power > 1 << 53 { return .fault(at: position, expected: "an exponent of at most 2^53") }
                power = power * 10 + Int(bytes[position] &- 48)
                position += 1
            }
            if position == firstExponentDigit { return .fault(at: position, expected: "a digit of the exponent") }
            exponent += isNegativeExponent ? -power : power
        }
        // 17 digits leave room for the zero that distinguishes 15e1 (150, 0) from 150.
        if digits <= 17, var small = Int32(exactly: exponent) {
            var signed = isNegative ? -Int64(significand) : Int64(significand)
            if small == 0, !isWrittenAsInteger {
                signed *= 10
                small = -1
            }
            return .number(JSONNumber(significand: signed, exponent: small), end: position)
        }
        let digitBytes = bytes[firstDigit..<endOfDigits].lazy.filter { $0 != UInt8(ascii: ".") }.map { $0 - 48 }
        return .number(
            canonical(
                isNegative: isNegative, digits: Array(digitBytes), exponent: exponent,
                isWrittenAsInteger: isWrittenAsInteger),
            end: position)
    }

    /// Returns the number for a long digit sequence, in small storage if its significant digits fit.
    @inline(never)
    private static func canonical(
        isNegative: Bool, digits: [UInt8], exponent: Int, isWrittenAsInteger: Bool
    ) -> JSONNumber {
        guard let first = digits.firstIndex(where: { $0 != 0 }), let last = digits.lastIndex(where: { $0 != 0 })
        else { return JSONNumber(significand: 0, exponent: isWrittenAsInteger ? 0 : -1) }
        let significant = digits[first...last]
        if isWrittenAsInteger, let value = integer(digits[first...], isNegative: isNegative) {
            return JSONNumber(significand: value, exponent: 0)
        }
        let normalExponent = exponent + digits.count - 1 - last
        if let value = integer(significant, isNegative: isNegative), let small = Int32(exactly: normalExponent) {
            if small == 0, !isWrittenAsInteger {
                let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
                // Without room for the zero, the number counts as written in integer notation.
                return overflow
                    ? JSONNumber(significand: value, exponent: 0) : JSONNumber(significand: tenfold, exponent: -1)
            }
            return JSONNumber(significand: value, exponent: small)
        }
        return JSONNumber(
            storage: .big(
                JSONNumber.Decimal(
                    isNegative: isNegative, digits: Array(significant), exponent: normalExponent,
                    isWrittenAsInteger: isWrittenAsInteger)))
    }

    private static func integer(_ digits: ArraySlice<UInt8>, isNegative: Bool) -> Int64? {
        guard digits.count <= 19 else { return nil }
        var value: Int64 = 0
        for digit in digits {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) =
                isNegative
                ? product.subtractingReportingOverflow(Int64(digit)) : product.addingReportingOverflow(Int64(digit))
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
}
