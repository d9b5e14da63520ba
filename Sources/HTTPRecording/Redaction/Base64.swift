import Foundation

/// Base64 in both alphabets (RFC 4648, 4 and 5), for tokens embedded in text.
enum Base64 {
    enum Alphabet: CaseIterable {
        case standard, urlSafe

        var last: (UInt8, UInt8) {
            switch self {
            case .standard: (UInt8(ascii: "+"), UInt8(ascii: "/"))
            case .urlSafe: (UInt8(ascii: "-"), UInt8(ascii: "_"))
            }
        }

        func value(_ digit: UInt8) -> UInt8? {
            switch digit {
            case 0x41...0x5A: digit - 0x41
            case 0x61...0x7A: digit - 0x61 + 26
            case 0x30...0x39: digit - 0x30 + 52
            case last.0: 62
            case last.1: 63
            default: nil
            }
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || "+/-_".utf8.contains(byte) }

    /// Decodes digits. Trailing bits that do not fill a byte are dropped.
    static func decode(_ digits: ArraySlice<UInt8>, _ alphabet: Alphabet) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(digits.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            bits = bits << 6 | UInt32(alphabet.value(digit) ?? 0)
            count += 6
            if count >= 8 {
                count -= 8
                decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return decoded
    }

    static func encode(_ bytes: [UInt8], _ alphabet: Alphabet, padded: Bool) -> [UInt8] {
        Data(bytes).base64EncodedData().compactMap { digit in
            switch digit {
            case UInt8(ascii: "="): padded ? digit : nil
            case UInt8(ascii: "+"): alphabet.last.0
            case UInt8(ascii: "/"): alphabet.last.1
            default: digit
            }
        }
    }

    struct Run {
        let digits: Range<Int>
        let padding: Int
        let alphabet: Alphabet

        /// Returns the end of a token that starts at an offset in the run, and whether its encoder pads. Without
        /// evidence of padding, only the standard alphabet is assumed to pad.
        func ending(from offset: Int) -> (end: Int, isPadded: Bool) {
            let count = digits.count - offset
            // One digit beyond whole groups makes no byte and stays unchanged.
            if count % 4 == 1 { return (digits.upperBound - 1, false) }
            let missing = (4 - count % 4) % 4
            if missing == 0 { return (digits.upperBound, alphabet == .standard) }
            return padding >= missing ? (digits.upperBound + missing, true) : (digits.upperBound, false)
        }
    }

    /// Returns the runs with a minimum number of digits. A run without `-` and `_` belongs to the standard alphabet.
    static func runs(in text: [UInt8], minimum: Int) -> [Run] {
        var runs: [Run] = []
        for alphabet in Alphabet.allCases {
            var index = 0
            while index < text.count {
                guard alphabet.value(text[index]) != nil else {
                    index += 1
                    continue
                }
                let start = index
                var isDistinct = alphabet == .standard
                while index < text.count, alphabet.value(text[index]) != nil {
                    if !text[index].isASCIIAlphanumeric { isDistinct = true }
                    index += 1
                }
                guard isDistinct, index - start >= minimum else { continue }
                let padding = text[index...].prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
                runs.append(Run(digits: start..<index, padding: padding, alphabet: alphabet))
            }
        }
        return runs
    }
}
