import Foundation

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
