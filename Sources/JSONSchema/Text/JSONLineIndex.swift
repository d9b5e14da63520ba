/// Turns byte offsets into lines and columns, each in time that does not grow with the text, however long its lines.
struct JSONLineIndex: Sendable {
    /// The offset at which each line begins.
    private var lineStarts: [Int] = [0]
    /// How many scalars begin before each block of bytes.
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
