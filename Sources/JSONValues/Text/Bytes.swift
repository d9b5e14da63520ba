extension UInt8 {
    @inlinable package var isASCIILowercase: Bool { self >= 0x61 && self <= 0x7A }
    @inlinable package var isASCIIUppercase: Bool { self >= 0x41 && self <= 0x5A }
    @inlinable package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }
    @inlinable package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
    @inlinable package var isASCIILetter: Bool { (self | 0x20).isASCIILowercase }
    @inlinable package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

    package var hexadecimalValue: UInt32? {
        let (digit, letter) = (self &- 0x30, (self | 0x20) &- 0x61)
        return digit < 10 ? UInt32(digit) : letter < 6 ? UInt32(letter) + 10 : nil
    }
}

extension UTF16 {
    package static func isLeadSurrogate(_ value: UInt32) -> Bool { 0xD800..<0xDC00 ~= value }

    /// Returns the scalar value of a pair of surrogates, or `nil` if the values are none.
    package static func scalar(_ high: UInt32, _ low: UInt32) -> UInt32? {
        guard isLeadSurrogate(high), 0xDC00..<0xE000 ~= low else { return nil }
        return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
    }
}

/// A UTF-8 validator by RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.
package enum UTF8Scanner {
    /// Returns the length of the scalar at a position, or 0 if it is malformed.
    @inline(__always)
    package static func length(at position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch bytes[position] {
            case 0x00...0x7F: (1, 0...0)
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0...0)
            }
        guard length > 1 else { return length }
        guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { return 0 }
        return bytes[(position + 2)..<(position + length)].allSatisfy { $0 & 0xC0 == 0x80 } ? length : 0
    }
}
