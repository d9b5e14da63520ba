/// An exact JSON number of any size.
///
/// `1`, `1.0` and `1e0` are equal; `0.1` and `0.1000000000000000055` are not. The notation (integer, fraction or
/// exponent) is kept for `JSON.foundation` and ignored by equality and order.
public struct JSONNumber: Sendable {
    package enum Storage: Sendable {
        /// `significand * 10^exponent`, as written: `1.0` is `(10, -1)`. Exponent 0 means integer notation.
        case small(significand: Int64, exponent: Int32)
        /// A number whose significand exceeds `Int64` or whose exponent exceeds `Int32`. Equality ignores the notation.
        indirect case big(Decimal, isWrittenAsInteger: Bool)
    }

    package let storage: Storage

    @inline(__always)
    init(storage: Storage) { self.storage = storage }

    @inline(__always)
    init(significand: Int64, exponent: Int32) {
        storage = .small(significand: significand, exponent: exponent)
    }

    /// Creates an integer.
    public init(_ value: Int) { self.init(significand: Int64(value), exponent: 0) }

    /// Creates the shortest decimal that parses to this `Double`. Returns nil if it is not finite.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.init(text: value.description)
    }

    /// Parses an RFC 8259 number. Returns nil for other text.
    public init?(text: String) {
        var text = text
        let scanned = text.withUTF8 { bytes -> JSONNumber? in
            guard case .number(let number, end: bytes.count) = NumberScanner.scan(bytes, from: 0) else { return nil }
            return number
        }
        guard let scanned else { return nil }
        self = scanned
    }

    package struct Decimal: Sendable, Hashable {
        var isNegative: Bool
        /// The digits, 0 to 9, without leading or trailing zeros. Empty for zero.
        var digits: [UInt8]
        var exponent: Int
    }

    var decimal: Decimal {
        switch storage {
        case .big(let decimal, _): return decimal
        case .small(let significand, let exponent):
            let normal = Self.normalised(significand, Int(exponent))
            let digits = normal.significand == 0 ? [] : String(normal.significand.magnitude).utf8.map { $0 - 48 }
            return Decimal(isNegative: significand < 0, digits: digits, exponent: normal.exponent)
        }
    }

    static func normalised(_ significand: Int64, _ exponent: Int) -> (significand: Int64, exponent: Int) {
        if significand == 0 { return (0, 0) }
        var significand = significand
        var exponent = exponent
        while true {
            let (quotient, remainder) = significand.quotientAndRemainder(dividingBy: 10)
            if remainder != 0 { return (significand, exponent) }
            significand = quotient
            exponent += 1
        }
    }
}

// MARK: - Value

extension JSONNumber {
    /// Whether the value is an integer, in any notation.
    public var isInteger: Bool {
        switch storage {
        case .small(let significand, let exponent):
            exponent >= 0 || Self.normalised(significand, Int(exponent)).exponent >= 0
        case .big(let decimal, _): decimal.exponent >= 0
        }
    }

    /// The value if an `Int` holds it exactly, or nil.
    public var intValue: Int? { integer(as: Int.self) }

    package func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? {
        if case .small(let significand, 0) = storage { return T(exactly: significand) }
        let decimal = decimal
        guard decimal.exponent >= 0, decimal.digits.count + decimal.exponent <= 20 else { return nil }
        let text = String(digits: decimal.digits)
        return T(
            (decimal.isNegative ? "-" : "") + (text.isEmpty ? "0" : text)
                + String(repeating: "0", count: decimal.exponent))
    }

    /// The nearest `Double`, or infinity if the value is out of range.
    public var doubleValue: Double {
        // `Double.init` accepts this grammar and returns infinity or zero out of range.
        Double(text) ?? .nan
    }

    /// The shortest text with an equal value: plain digits up to 21 of them, or an exponent.
    public var text: String {
        if case .small(let significand, 0) = storage { return String(significand) }
        let decimal = decimal
        let (digits, sign) = (decimal.digits, decimal.isNegative ? "-" : "")
        if digits.isEmpty { return "0" }
        let point = digits.count + decimal.exponent
        if decimal.exponent >= 0, point <= 21 || decimal.exponent <= 3 {
            return sign + String(digits: digits) + String(repeating: "0", count: decimal.exponent)
        }
        if decimal.exponent < 0, point > 0 {
            return sign + String(digits: digits[..<point]) + "." + String(digits: digits[point...])
        }
        if decimal.exponent < 0, point > -6 {
            return sign + "0." + String(repeating: "0", count: -point) + String(digits: digits)
        }
        let fraction = digits.count > 1 ? "." + String(digits: digits[1...]) : ""
        return sign + String(digits: digits.prefix(1)) + fraction + "e" + String(point - 1)
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The shortest text with an equal value.
    public var description: String { text }
}

// MARK: - Order

extension JSONNumber: Hashable, Comparable {
    /// Whether both have the same value.
    public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
        switch (left.storage, right.storage) {
        case (.small(let left, let leftExponent), .small(let right, let rightExponent)):
            leftExponent == rightExponent
                ? left == right
                : normalised(left, Int(leftExponent)) == normalised(right, Int(rightExponent))
        case (.big(let left, _), .big(let right, _)): left == right
        case (.small, .big), (.big, .small): false
        }
    }

    /// Hashes the value, in any notation.
    public func hash(into hasher: inout Hasher) {
        switch storage {
        case .small(let significand, let exponent):
            let normal = Self.normalised(significand, Int(exponent))
            hasher.combine(normal.significand)
            hasher.combine(normal.exponent)
        case .big(let decimal, _): hasher.combine(decimal)
        }
    }

    /// Whether the left value is less than the right one.
    public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
        if case .small(let left, let leftExponent) = left.storage,
            case .small(let right, let rightExponent) = right.storage
        {
            let exponent = Int(min(leftExponent, rightExponent))
            if let left = scaled(left, by: Int(leftExponent) - exponent),
                let right = scaled(right, by: Int(rightExponent) - exponent)
            {
                return left < right
            }
        }
        let left = left.decimal
        let right = right.decimal
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? isSmaller(right, left) : isSmaller(left, right)
    }

    /// Returns the value times a power of ten, or nil if it overflows.
    private static func scaled(_ value: Int64, by power: Int) -> Int64? {
        guard power <= 18 else { return nil }
        var result = value
        for _ in 0..<power {
            let (product, overflow) = result.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            result = product
        }
        return result
    }

    private static func isSmaller(_ left: Decimal, _ right: Decimal) -> Bool {
        if left.digits.isEmpty || right.digits.isEmpty { return left.digits.isEmpty && !right.digits.isEmpty }
        let leftPoint = left.digits.count + left.exponent
        let rightPoint = right.digits.count + right.exponent
        return leftPoint == rightPoint ? left.digits.lexicographicallyPrecedes(right.digits) : leftPoint < rightPoint
    }
}

extension String {
    fileprivate init(digits: some Sequence<UInt8>) { self.init(decoding: digits.map { $0 + 48 }, as: UTF8.self) }
}

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
        let decimal = JSONNumber.Decimal(isNegative: isNegative, digits: Array(significant), exponent: normalExponent)
        return JSONNumber(storage: .big(decimal, isWrittenAsInteger: isWrittenAsInteger))
    }

    private static func integer(_ digits: ArraySlice<UInt8>, isNegative: Bool) -> Int64? {
        guard digits.count <= 19 else { return nil }
        return Int64((isNegative ? "-" : "") + String(digits: digits))
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 48 < 10 }
}
