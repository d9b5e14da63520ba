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
    @inline(__always)
    package static func length(at position: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let available = bytes.count - position
        let first = bytes[position]
        switch first {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: return available >= 2 && isContinuation(bytes[position + 1]) ? 2 : 0
        case 0xE0...0xEF:
            guard available >= 3, isContinuation(bytes[position + 1]), isContinuation(bytes[position + 2])
            else { return 0 }
            if first == 0xE0, bytes[position + 1] < 0xA0 { return 0 }
            if first == 0xED, bytes[position + 1] >= 0xA0 { return 0 }
            return 3
        case 0xF0...0xF4:
            guard available >= 4, isContinuation(bytes[position + 1]), isContinuation(bytes[position + 2]),
                isContinuation(bytes[position + 3])
            else { return 0 }
            if first == 0xF0, bytes[position + 1] < 0x90 { return 0 }
            if first == 0xF4, bytes[position + 1] >= 0x90 { return 0 }
            return 4
        default: return 0
        }
    }

    @inline(__always)
    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
