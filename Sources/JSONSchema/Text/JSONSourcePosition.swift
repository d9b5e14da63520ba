/// A place in a text.
public struct JSONSourcePosition: Sendable, Hashable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    /// Counted from 1, in Unicode scalars.
    public let column: Int
    /// In bytes, counted from 0.
    public let offset: Int

    /// Makes a place.
    public init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// Counts lines and columns up to a byte of a text. Lines end with LF, CR or both.
    init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        var line = 1
        var lineStart = 0
        let offset = min(offset, bytes.count)
        for index in 0..<offset where JSONSourcePosition.endsLine(at: index, in: bytes) {
            line += 1
            lineStart = index + 1
        }
        // Every scalar has one byte that is no continuation byte.
        let column = bytes[lineStart..<offset].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
        self.init(line: line, column: column, offset: offset)
    }

    static func endsLine(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes[index] == UInt8(ascii: "\n")
            || bytes[index] == UInt8(ascii: "\r")
                && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
    }

    /// `line 3, column 14`.
    public var description: String { "line \(line), column \(column)" }
}
