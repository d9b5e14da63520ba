import JSONValues

/// Conversion of input to UTF-8 with LF line ends and zero padding, for the YAML parser.
///
/// The input may be UTF-8, UTF-16 or UTF-32 (YAML 1.2, 5.2), with or without a byte order mark. Lines and columns match
/// the file; offsets refer to the converted text.
enum YAMLText {
    /// The number of trailing zeros, which let the parser look ahead without bounds checks.
    static let padding = 16

    static func prepared(_ bytes: [UInt8]) throws(JSONSyntaxError) -> [UInt8] {
        guard let encoding = WideEncoding(of: bytes) else { return try padded(bytes) }
        return try padded(try encoding.utf8(bytes))
    }

    private static func padded(_ bytes: [UInt8]) throws(JSONSyntaxError) -> [UInt8] {
        let hasReturns = try bytes.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in try check(bytes) }
        let content = bytes[(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...]
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + 1 + padding)
        if hasReturns { appendNormalised(content, to: &text) } else { text.append(contentsOf: content) }
        if let last = text.last, last != UInt8(ascii: "\n") { text.append(UInt8(ascii: "\n")) }
        text.append(contentsOf: repeatElement(0, count: padding))
        return text
    }

    /// Rejects invalid UTF-8 and control characters. Returns whether the text contains carriage returns.
    private static func check(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) -> Bool {
        var hasReturns = false
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case 0x20...0x7F, UInt8(ascii: "\n"), UInt8(ascii: "\t"): position += 1
            case UInt8(ascii: "\r"):
                hasReturns = true
                position += 1
            case 0x00..<0x20: throw JSONSyntaxError(at: position, in: bytes, expected: "no control character in YAML")
            default:
                let length = UTF8Scanner.length(at: position, in: bytes)
                guard length > 0 else { throw JSONSyntaxError(at: position, in: bytes, expected: "UTF-8") }
                position += length
            }
        }
        return hasReturns
    }

    private static func appendNormalised(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
        var wasReturn = false
        for byte in bytes {
            let isReturn = byte == UInt8(ascii: "\r")
            if !(wasReturn && byte == UInt8(ascii: "\n")) { text.append(isReturn ? UInt8(ascii: "\n") : byte) }
            wasReturn = isReturn
        }
    }
}

/// A 16-bit or 32-bit encoding, detected by its byte order mark or by zeros beside the first character.
struct WideEncoding {
    let width: Int
    let isBigEndian: Bool

    init?(of bytes: [UInt8]) {
        func begins(_ pattern: [UInt8?]) -> Bool {
            bytes.count >= pattern.count && zip(bytes, pattern).allSatisfy { $1 == nil ? $0 != 0 : $0 == $1 }
        }
        let encodings: [(beginning: [UInt8?], width: Int, isBigEndian: Bool)] = [
            ([0, 0, 0xFE, 0xFF], 4, true), ([0, 0, 0, nil], 4, true), ([0xFF, 0xFE, 0, 0], 4, false),
            ([nil, 0, 0, 0], 4, false), ([0xFE, 0xFF], 2, true), ([0, nil], 2, true), ([0xFF, 0xFE], 2, false),
            ([nil, 0], 2, false),
        ]
        guard let found = encodings.first(where: { begins($0.beginning) }) else { return nil }
        (width, isBigEndian) = (found.width, found.isBigEndian)
    }

    func utf8(_ bytes: [UInt8]) throws(JSONSyntaxError) -> [UInt8] {
        let units = stride(from: 0, to: bytes.count - bytes.count % width, by: width).map { start in
            (0..<width).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[start + (isBigEndian ? $1 : width - 1 - $1)]) }
        }
        // The mark would count as a column.
        let content = units.dropFirst(units.first == 0xFEFF ? 1 : 0)
        var text: [UInt8] = []
        func append(_ byte: UInt8) { text.append(byte) }
        let isBroken =
            width == 4
            ? transcode(content.makeIterator(), from: UTF32.self, to: UTF8.self, stoppingOnError: true, into: append)
            : transcode(
                content.lazy.map { UInt16($0) }.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true,
                into: append)
        guard isBroken || bytes.count % width != 0 else { return text }
        throw text.withUnsafeBufferPointer {
            JSONSyntaxError(at: $0.count, in: $0, message: "expected UTF-\(width * 8), found an invalid character")
        }
    }
}
