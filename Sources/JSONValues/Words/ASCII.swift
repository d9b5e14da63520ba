extension UInt8 {
    @inlinable package var isASCIILowercase: Bool { self >= 0x61 && self <= 0x7A }
    @inlinable package var isASCIIUppercase: Bool { self >= 0x41 && self <= 0x5A }
    /// The letter in lower case; a byte that is none as it is.
    @inlinable package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }
    @inlinable package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }
    @inlinable package var isASCIIAlphanumeric: Bool { isASCIIDigit || (self | 0x20).isASCIILowercase }
}
