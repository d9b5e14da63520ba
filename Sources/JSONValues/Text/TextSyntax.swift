import Foundation

/// A syntax for JSON values: JSON, or one that another module defines.
package struct TextSyntax: Sendable {
    package let name: String
    let parse: @Sendable ([UInt8], JSONParsingOptions) throws(JSONSyntaxError) -> JSON
    /// Returns the text that positions refer to, and its values.
    let tree: @Sendable ([UInt8]) -> (text: [UInt8], tree: SourceTree)

    package init(
        name: String, parse: @escaping @Sendable ([UInt8], JSONParsingOptions) throws(JSONSyntaxError) -> JSON,
        tree: @escaping @Sendable ([UInt8]) -> (text: [UInt8], tree: SourceTree)
    ) {
        (self.name, self.parse, self.tree) = (name, parse, tree)
    }

    package static let json = TextSyntax(name: "JSON") { bytes, options throws(JSONSyntaxError) in
        try JSON(parsing: bytes, options: options)
    } tree: { bytes in
        (bytes, SourceTree.json(bytes))
    }
}

extension SourceFile {
    package func json(_ options: JSONParsingOptions = .standard) throws(JSONSyntaxError) -> JSON {
        try syntax.parse(bytes, options)
    }

    package func message(of error: JSONSyntaxError) -> String { "not \(syntax.name): \(error.message)" }
}

/// Deviations of the parser from RFC 8259.
public struct JSONParsingOptions: Sendable, Hashable {
    /// The treatment of a key that occurs twice in one object.
    public enum DuplicateKeys: Sendable, Hashable {
        /// Throw a syntax error that names both positions.
        case reject
        /// Keep the last value, at the position of the first, with a warning.
        case keepLast
    }

    /// The treatment of duplicate keys.
    public var duplicateKeys: DuplicateKeys
    /// Whether the text may begin with a UTF-8 byte order mark.
    public var allowsByteOrderMark: Bool
    /// The maximum nesting of arrays and objects, at most `deepestNesting`.
    public var maximumDepth: Int

    /// The nesting limit, as in JSONSerialization. Recursive comparison and release must fit the smallest thread stack.
    public static let deepestNesting = 512

    /// RFC 8259, which allows duplicate keys. The last one counts.
    public static let standard = JSONParsingOptions()

    /// RFC 8259 without duplicate keys, for files that people write.
    public static let strict = JSONParsingOptions(duplicateKeys: .reject)

    /// Creates options.
    public init(
        duplicateKeys: DuplicateKeys = .keepLast, allowsByteOrderMark: Bool = false,
        maximumDepth: Int = JSONParsingOptions.deepestNesting
    ) {
        self.duplicateKeys = duplicateKeys
        self.allowsByteOrderMark = allowsByteOrderMark
        self.maximumDepth = maximumDepth
    }
}

/// A duplicate key that the parser accepted.
public struct JSONParsingWarning: Sendable, Hashable, CustomStringConvertible {
    /// The key.
    public let key: String
    /// The first position of the key.
    public let first: JSONSourcePosition
    /// The position of the occurrence that counts.
    public let position: JSONSourcePosition

    /// The description of the problem, with the first position.
    public var message: String { "duplicate key \"\(key)\", first at \(first); the last one counts" }

    /// The position and the message.
    public var description: String { "\(position): \(message)" }
}

/// A JSON or YAML syntax error and its position.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The position.
    public let position: JSONSourcePosition
    /// The expectation and the offending text.
    public let message: String
    /// The expected syntax, if known.
    public let expected: String?

    /// The line, counted from 1.
    public var line: Int { position.line }
    /// The column in Unicode scalars, counted from 1.
    public var column: Int { position.column }
    /// The byte offset, counted from 0.
    public var offset: Int { position.offset }

    /// `line 3, column 14: expected a value, found "}"`.
    public var description: String { "\(position): \(message)" }

    package init(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>, message: String) {
        position = JSONSourcePosition(offset: offset, in: bytes)
        self.message = message
        expected = nil
    }

    package init(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>, expected: String) {
        position = JSONSourcePosition(offset: offset, in: bytes)
        self.expected = expected
        message = "expected \(expected), found \(Self.name(of: offset, in: bytes))"
    }

    private static func name(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard offset < bytes.count else { return "the end of the text" }
        let byte = bytes[offset]
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return "the end of the line"
        case UInt8(ascii: "\t"): return "a tab"
        case 0x00..<0x20, 0x7F: return "the control character \(hexadecimal(UInt32(byte)))"
        case 0x20..<0x7F: return byte == UInt8(ascii: "\"") ? "'\"'" : "\"\(Character(Unicode.Scalar(byte)))\""
        default:
            let tail = bytes[offset..<min(offset + 4, bytes.count)]
            guard let scalar = String(decoding: tail, as: UTF8.self).unicodeScalars.first, scalar != "\u{FFFD}"
            else { return "the byte 0x\(String(byte, radix: 16, uppercase: true))" }
            return "\"\(scalar)\" (\(hexadecimal(scalar.value)))"
        }
    }

    package static func hexadecimal(_ value: UInt32) -> String { String(format: "U+%04X", value) }
}
