/// Text with one layer of escapes undone, and where each byte of it came from.
struct DecodedView {
    private(set) var bytes: [UInt8] = []
    private var starts: [Int32] = []
    private var ends: [Int32] = []

    private mutating func append(_ byte: UInt8, from range: Range<Int>) {
        bytes.append(byte)
        starts.append(Int32(truncatingIfNeeded: range.lowerBound))
        ends.append(Int32(truncatingIfNeeded: range.upperBound))
    }

    /// The bytes of the source that a range of the view was decoded from.
    func source(of range: Range<Int>) -> Range<Int> {
        Int(starts[range.lowerBound])..<Int(ends[range.upperBound - 1])
    }

    /// A way of writing bytes that can be undone at any place of a text without knowing where it began.
    enum Layer: CaseIterable {
        case jsonEscapes, percent, form

        /// Returns whether a text has anything of this layer.
        func occurs(in text: [UInt8]) -> Bool {
            switch self {
            case .jsonEscapes: text.contains(UInt8(ascii: "\\"))
            case .percent: text.contains(UInt8(ascii: "%"))
            case .form: text.contains(UInt8(ascii: "+"))
            }
        }

        /// A replacement written in this layer, in the style of what it replaces.
        func encode(_ replacement: [UInt8], like original: ArraySlice<UInt8>) -> [UInt8] {
            switch self {
            case .jsonEscapes: JSONEscapes.encode(replacement)
            case .percent, .form: PercentCoding.encode(replacement, uppercase: !hasLowercaseTriple(original))
            }
        }

        private func hasLowercaseTriple(_ text: ArraySlice<UInt8>) -> Bool {
            text.indices.contains { index in
                PercentCoding.triple(in: text, at: index) != nil
                    && (text[index + 1].isASCIILowercase || text[index + 2].isASCIILowercase)
            }
        }
    }

    /// Undoes one layer; an escape that is none stands for itself.
    init(_ text: [UInt8], _ layer: Layer) {
        bytes.reserveCapacity(text.count)
        starts.reserveCapacity(text.count)
        ends.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let (decoded, length): ([UInt8], Int) =
                switch layer {
                case .jsonEscapes: JSONEscapes.decode(text, at: index) ?? ([text[index]], 1)
                case .percent, .form:
                    if let byte = PercentCoding.triple(in: text[...], at: index) {
                        ([byte], 3)
                    } else {
                        ([layer == .form && text[index] == UInt8(ascii: "+") ? 0x20 : text[index]], 1)
                    }
                }
            for byte in decoded { append(byte, from: index..<index + length) }
            index += length
        }
    }
}

/// The escapes of JSON strings (RFC 8259, 7).
enum JSONEscapes {
    /// What the escape at an index stands for, in UTF-8, and its length.
    static func decode(_ text: [UInt8], at index: Int) -> (bytes: [UInt8], length: Int)? {
        guard text[index] == UInt8(ascii: "\\"), index + 1 < text.count else { return nil }
        switch text[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return ([text[index + 1]], 2)
        case UInt8(ascii: "b"): return ([0x08], 2)
        case UInt8(ascii: "f"): return ([0x0C], 2)
        case UInt8(ascii: "n"): return ([0x0A], 2)
        case UInt8(ascii: "r"): return ([0x0D], 2)
        case UInt8(ascii: "t"): return ([0x09], 2)
        case UInt8(ascii: "u"):
            guard let unit = unit(text, at: index) else { return nil }
            if unit & 0xFC00 == 0xD800, index + 6 < text.count, let low = Self.unit(text, at: index + 6),
                low & 0xFC00 == 0xDC00, let scalar = Unicode.Scalar((unit & 0x3FF) << 10 + (low & 0x3FF) + 0x10000)
            {
                return (Array(String(scalar).utf8), 12)
            }
            return Unicode.Scalar(unit).map { (Array(String($0).utf8), 6) }
        default: return nil
        }
    }

    private static func unit(_ text: [UInt8], at index: Int) -> UInt32? {
        guard index + 5 < text.count, text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var value: UInt32 = 0
        for digit in text[index + 2...index + 5] {
            guard let digit = Hex.value(digit) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
            case ..<0x20: Array("\\u00".utf8) + Hex.encode([byte], uppercase: false)
            default: [byte]
            }
        }
    }
}
