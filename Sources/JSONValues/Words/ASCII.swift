extension UInt8 {
    @inlinable package var isASCIILowercase: Bool { self >= 0x61 && self <= 0x7A }
    @inlinable package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
    @inlinable package var isASCIIAlphanumeric: Bool { isASCIIDigit || (self | 0x20).isASCIILowercase }
}
