/// A syntax error in a body, or a construct that its parser does not support.
package struct BodySyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    package let message: String
    package let line: Int
    /// The one-based column, in Unicode scalars.
    package let column: Int

    /// - Parameter isLatin1: whether each byte is one scalar.
    init(_ message: String, at offset: Int = 0, in bytes: [UInt8] = [], isLatin1: Bool = false) {
        let before = bytes[..<min(offset, bytes.count)]
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        self.message = message
        line = before.count { $0 == 0x0A } + 1
        column = before[start...].count { isLatin1 || $0 & 0xC0 != 0x80 } + 1
    }

    package var description: String { "line \(line), column \(column): \(message)" }
}
