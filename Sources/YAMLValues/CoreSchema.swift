import JSONValues

/// Resolution of plain scalars by the YAML 1.2 core schema (10.3.2), as far as JSON has such values.
enum CoreSchema {
    enum Resolution {
        case string
        case value(JSON)
        /// An infinity, NaN, or a number out of range.
        case notRepresentable(String)
    }

    static func resolve(_ text: UnsafeBufferPointer<UInt8>) -> Resolution {
        guard let first = text.first else { return .value(.null) }
        if first.isASCIIDigit || "-+.".utf8.contains(first) { return number(text) }
        if text.count > 5 { return .string }
        return switch String(decoding: text, as: UTF8.self) {
        case "~", "null", "Null", "NULL": .value(.null)
        case "true", "True", "TRUE": .value(true)
        case "false", "False", "FALSE": .value(false)
        default: .string
        }
    }

    private static func number(_ text: UnsafeBufferPointer<UInt8>) -> Resolution {
        if case .number(let number, end: text.count) = NumberScanner.scan(text, from: 0) {
            return .value(.number(number))
        }
        if text[0] == UInt8(ascii: "0"), text.count > 2 {
            if text[1] == UInt8(ascii: "x") { return integer(text[2...], radix: 16) }
            if text[1] == UInt8(ascii: "o") { return integer(text[2...], radix: 8) }
        }
        let isSigned = text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+")
        let magnitude = text[(isSigned ? 1 : 0)...]
        if magnitude.first == UInt8(ascii: "."), magnitude.count == 4 {
            switch String(decoding: magnitude, as: UTF8.self) {
            case ".inf", ".Inf", ".INF": return .notRepresentable("an infinity")
            case ".nan", ".NaN", ".NAN": return isSigned ? .string : .notRepresentable("not a number")
            default: break
            }
        }
        guard let plain = plainNumber(magnitude) else { return .string }
        let sign: [UInt8] = text[0] == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []
        return (sign + plain).withUnsafeBufferPointer { bytes in
            guard case .number(let number, end: bytes.count) = NumberScanner.scan(bytes, from: 0) else {
                return .notRepresentable("a number with an exponent beyond 2^53")
            }
            return .value(.number(number))
        }
    }

    /// Returns the JSON form of a number, without leading zeros and with digits on both sides of the point. Returns
    /// `nil` unless it is `[0-9]+ ( . [0-9]* )?` or `. [0-9]+` with an optional exponent.
    private static func plainNumber(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        let whole = text.prefix(while: \.isASCIIDigit)
        var rest = text[whole.endIndex...]
        var digits = Array(whole.drop { $0 == UInt8(ascii: "0") })
        if digits.isEmpty { digits = [UInt8(ascii: "0")] }
        if rest.first == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: \.isASCIIDigit)
            if whole.isEmpty, fraction.isEmpty { return nil }
            digits.append(UInt8(ascii: "."))
            if fraction.isEmpty { digits.append(UInt8(ascii: "0")) }
            digits.append(contentsOf: fraction)
            rest = rest[fraction.endIndex...]
        } else if whole.isEmpty {
            return nil
        }
        guard let mark = rest.first else { return digits }
        var exponent = rest.dropFirst()
        if exponent.first == UInt8(ascii: "-") || exponent.first == UInt8(ascii: "+") {
            exponent = exponent.dropFirst()
        }
        guard mark | 0x20 == UInt8(ascii: "e"), !exponent.isEmpty, exponent.allSatisfy(\.isASCIIDigit) else {
            return nil
        }
        return digits + rest
    }

    private static func integer(_ digits: Slice<UnsafeBufferPointer<UInt8>>, radix: Int) -> Resolution {
        let text = String(decoding: digits, as: UTF8.self)
        guard digits.allSatisfy({ $0.hexadecimalValue.map { $0 < radix } ?? false }) else { return .string }
        guard let value = UInt64(text, radix: radix), let number = JSONNumber(text: String(value)) else {
            return .notRepresentable("an integer of more than 64 bits in radix \(radix)")
        }
        return .value(.number(number))
    }
}
