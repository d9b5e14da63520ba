/// A position in a text.
public struct JSONSourcePosition: Sendable, Hashable, CustomStringConvertible {
    /// The line, counted from 1.
    public let line: Int
    /// The column in Unicode scalars, counted from 1.
    public let column: Int
    /// The byte offset, counted from 0.
    public let offset: Int

    /// Creates a position.
    public init(line: Int, column: Int, offset: Int) {
        self.line = line
        self.column = column
        self.offset = offset
    }

    /// Computes line and column of a byte offset. Lines end with LF, CR or CRLF.
    package init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        var line = 1
        var lineStart = 0
        let offset = min(offset, bytes.count)
        for index in 0..<offset where JSONSourcePosition.endsLine(at: index, in: bytes) {
            line += 1
            lineStart = index + 1
        }
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

/// An index from byte offsets to lines and columns. The lookup time does not depend on the line length.
struct JSONLineIndex: Sendable {
    private var lineStarts: [Int] = [0]
    /// The number of scalars that start before each block of bytes.
    private var scalarsBefore: [Int] = []

    private static let block = 256

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        var scalars = 0
        for index in bytes.indices {
            if index % Self.block == 0 { scalarsBefore.append(scalars) }
            if bytes[index] & 0xC0 != 0x80 { scalars += 1 }
            if JSONSourcePosition.endsLine(at: index, in: bytes) { lineStarts.append(index + 1) }
        }
        if bytes.count % Self.block == 0 { scalarsBefore.append(scalars) }
    }

    func position(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> JSONSourcePosition {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let column = scalars(before: offset, in: bytes) - scalars(before: lineStarts[low], in: bytes) + 1
        return JSONSourcePosition(line: low + 1, column: column, offset: offset)
    }

    private func scalars(before offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let block = offset / Self.block
        let tail = bytes[(block * Self.block)..<offset]
        return tail.reduce(scalarsBefore[block]) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }
}
