import Foundation

/// The layout of JSON text.
public enum JSONTextStyle: Sendable, Hashable {
    /// No white space.
    case compact
    /// One line per member or element, indented by two spaces, with `"key": value`.
    case pretty
}

/// A JSON serializer that keeps the key order and escapes only what RFC 8259 requires.
struct JSONWriter {
    private(set) var output: [UInt8] = []
    private let isPretty: Bool
    /// Parts with cached text, for compact output.
    private let cache: JSONPartCache?

    init(style: JSONTextStyle, cache: JSONPartCache? = nil) {
        self.cache = cache
        isPretty = style == .pretty
    }

    mutating func write(_ json: JSON, depth: Int) {
        guard let cache, let address = cache.address(of: json) else { return writeAnew(json, depth: depth) }
        output += cache.text(address) {
            var writer = JSONWriter(style: .compact, cache: cache)
            writer.writeAnew(json, depth: depth)
            return writer.output
        }
    }

    private mutating func writeAnew(_ json: JSON, depth: Int) {
        switch json {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: value ? "true".utf8 : "false".utf8)
        case .number(let number): output.append(contentsOf: number.text.utf8)
        case .string(let string): write(string)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                beginItem(isFirst: index == 0, depth: depth + 1)
                write(element, depth: depth + 1)
            }
            if !elements.isEmpty { beginLine(depth: depth) }
            output.append(UInt8(ascii: "]"))
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                beginItem(isFirst: index == 0, depth: depth + 1)
                write(member.key)
                output.append(UInt8(ascii: ":"))
                if isPretty { output.append(UInt8(ascii: " ")) }
                write(member.value, depth: depth + 1)
            }
            if !members.isEmpty { beginLine(depth: depth) }
            output.append(UInt8(ascii: "}"))
        }
    }

    private mutating func beginItem(isFirst: Bool, depth: Int) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        beginLine(depth: depth)
    }

    private mutating func beginLine(depth: Int) {
        guard isPretty else { return }
        output.append(UInt8(ascii: "\n"))
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    mutating func write(_ string: String) {
        output.append(UInt8(ascii: "\""))
        if string.utf8.withContiguousStorageIfAvailable({ write($0) }) == nil {
            for byte in string.utf8 { escape(byte) }
        }
        output.append(UInt8(ascii: "\""))
    }

    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        var start = 0
        var index = 0
        let count = bytes.count
        // An index loop over a raw pointer: anything else is many times slower in debug builds.
        while index < count {
            let byte = base[index]
            if byte < 0x20 || byte == 0x22 || byte == 0x5C {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
                escape(byte)
                start = index + 1
            }
            index += 1
        }
        output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): output.append(contentsOf: "\\\"".utf8)
        case UInt8(ascii: "\\"): output.append(contentsOf: "\\\\".utf8)
        case 0x08: output.append(contentsOf: "\\b".utf8)
        case 0x0C: output.append(contentsOf: "\\f".utf8)
        case 0x0A: output.append(contentsOf: "\\n".utf8)
        case 0x0D: output.append(contentsOf: "\\r".utf8)
        case 0x09: output.append(contentsOf: "\\t".utf8)
        case 0x00..<0x10: output.append(contentsOf: "\\u000\(String(byte, radix: 16))".utf8)
        case 0x10..<0x20: output.append(contentsOf: "\\u00\(String(byte, radix: 16))".utf8)
        default: output.append(byte)
        }
    }
}

extension JSON {
    /// Parses JSON text (RFC 8259) in UTF-8.
    public init(parsing data: Data, options: JSONParsingOptions = .standard) throws(JSONSyntaxError) {
        self = try JSON.parse([UInt8](data), options: options).json
    }

    /// Parses JSON text (RFC 8259) in UTF-8.
    public init(parsing bytes: [UInt8], options: JSONParsingOptions = .standard) throws(JSONSyntaxError) {
        self = try JSON.parse(bytes, options: options).json
    }

    /// Parses JSON text (RFC 8259).
    public init(parsing text: String, options: JSONParsingOptions = .standard) throws(JSONSyntaxError) {
        self = try JSON.parse(Array(text.utf8), options: options).json
    }

    /// Parses bytes that may be anything, and returns `nil` if they are not JSON text.
    package init?(ifValid bytes: some Sequence<UInt8>, options: JSONParsingOptions = .standard) {
        do { self = try JSON.parse(Array(bytes), options: options).json } catch { return nil }
    }

    /// Parses JSON text in UTF-8 and returns it with warnings about accepted duplicate keys.
    public static func parse(
        _ bytes: [UInt8], options: JSONParsingOptions = .standard
    ) throws(JSONSyntaxError) -> (json: JSON, warnings: [JSONParsingWarning]) {
        try bytes.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in
            var parser = JSONParser(bytes, options: options)
            return (try parser.parse(), parser.warnings)
        }
    }

    /// Returns the JSON text, without a final newline.
    public func text(_ style: JSONTextStyle = .compact) -> String {
        String(decoding: bytes(style), as: UTF8.self)
    }

    /// Returns the JSON text in UTF-8, without a final newline.
    public func bytes(_ style: JSONTextStyle = .compact) -> [UInt8] {
        var writer = JSONWriter(style: style)
        writer.write(self, depth: 0)
        return writer.output
    }
}
