import JSONValues

/// Conversion of input to UTF-8 with LF line ends and zero padding, for the YAML parser.
///
/// The input may be UTF-8, UTF-16 or UTF-32 (YAML 1.2, 5.2), with or without a byte order mark. Lines and columns match
/// the file; offsets refer to the converted text.
enum YAMLText {
    /// The number of trailing zeros, which let the parser look ahead without bounds checks.
    static let padding = 16

    static func prepared(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> [UInt8] {
        guard let encoding = WideEncoding(of: bytes) else { return try padded(bytes) }
        return try outcome(of: try encoding.utf8(bytes), padded).get()
    }

    static func outcome(of bytes: [UInt8]) -> Result<[UInt8], JSONSyntaxError> { outcome(of: bytes, prepared) }

    private static func outcome(
        of bytes: [UInt8], _ prepare: (UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> [UInt8]
    ) -> Result<[UInt8], JSONSyntaxError> {
        bytes.withUnsafeBufferPointer { bytes in
            do throws(JSONSyntaxError) { return .success(try prepare(bytes)) } catch { return .failure(error) }
        }
    }

    private static func padded(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> [UInt8] {
        let hasMark = bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        let hasReturns = try check(bytes)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 1 + padding)
        let content = UnsafeBufferPointer(rebasing: bytes[(hasMark ? 3 : 0)...])
        if hasReturns { appendNormalised(content, to: &text) } else { text.append(contentsOf: content) }
        if let last = text.last, last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
        text.append(contentsOf: repeatElement(0, count: padding))
        return text
    }

    /// Rejects invalid UTF-8 and control characters. Returns whether the text contains carriage returns.
    private static func check(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var hasReturns = false
        var position = 0
        while position < bytes.count {
            // Eight bytes at a time, while all are printable ASCII.
            while position + 8 <= raw.count {
                let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                let special = ((word &- 0x2020_2020_2020_2020) | word) & 0x8080_8080_8080_8080
                if special == 0 {
                    position += 8
                    continue
                }
                position += special.trailingZeroBitCount >> 3
                break
            }
            guard position < bytes.count else { break }
            switch bytes[position] {
            case UInt8(ascii: "\r"):
                hasReturns = true
                position += 1
            case UInt8(ascii: "\n"), UInt8(ascii: "\t"), 0x20...0x7F: position += 1
            case 0x00..<0x20: throw JSONSyntaxError(at: position, in: bytes, expected: "no control character in YAML")
            case 0x80...0xFF:
                let length = UTF8Scanner.length(at: position, in: bytes)
                guard length > 0 else { throw JSONSyntaxError(at: position, in: bytes, expected: "UTF-8") }
                position += length
            default: position += 1
            }
        }
        return hasReturns
    }

    private static func appendNormalised(_ bytes: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
        for (index, byte) in bytes.enumerated() {
            if byte != UInt8(ascii: "\r") {
                text.append(byte)
            } else if index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n") {
                text.append(UInt8(ascii: "\n"))
            }
        }
    }
}

/// A 16-bit or 32-bit encoding, detected by its byte order mark or by zeros beside the first character.
private struct WideEncoding {
    let width: Int
    let isBigEndian: Bool

    init?(of bytes: UnsafeBufferPointer<UInt8>) {
        func begins(_ pattern: [UInt8?]) -> Bool {
            bytes.count >= pattern.count && zip(bytes, pattern).allSatisfy { $1 == nil ? $0 != 0 : $0 == $1 }
        }
        if begins([0, 0, 0xFE, 0xFF]) || begins([0, 0, 0, nil]) {
            (width, isBigEndian) = (4, true)
        } else if begins([0xFF, 0xFE, 0, 0]) || begins([nil, 0, 0, 0]) {
            (width, isBigEndian) = (4, false)
        } else if begins([0xFE, 0xFF]) || begins([0, nil]) {
            (width, isBigEndian) = (2, true)
        } else if begins([0xFF, 0xFE]) || begins([nil, 0]) {
            (width, isBigEndian) = (2, false)
        } else {
            return nil
        }
    }

    func utf8(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            let start = position
            var value = unit(in: bytes, at: &position)
            if width == 2, let high = value, 0xD800..<0xDC00 ~= high {
                let low = unit(in: bytes, at: &position) ?? 0
                value = 0xDC00..<0xE000 ~= low ? 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00) : nil
            }
            guard let scalar = value.flatMap(Unicode.Scalar.init), let encoded = UTF8.encode(scalar) else {
                throw malformed(at: start, after: text)
            }
            if start > 0 || scalar != "\u{FEFF}" { text.append(contentsOf: encoded) }
        }
        return text
    }

    private func unit(in bytes: UnsafeBufferPointer<UInt8>, at position: inout Int) -> UInt32? {
        defer { position += width }
        guard position + width <= bytes.count else { return nil }
        return (0..<width).reduce(0) { value, index in
            value << 8 | UInt32(bytes[position + (isBigEndian ? index : width - 1 - index)])
        }
    }

    private func malformed(at offset: Int, after text: [UInt8]) -> JSONSyntaxError {
        text.withUnsafeBufferPointer {
            JSONSyntaxError(
                at: $0.count, in: $0, message: "expected UTF-\(width * 8), found an invalid character at byte \(offset)"
            )
        }
    }
}
