/// Lines as they come in in parts, without their ends.
struct LineBuffer {
    private var buffer: [UInt8] = []
    /// The start of the next line, and the end of the part searched for its end.
    private var start = 0
    private var scanned = 0

    /// No line of this program is longer; what comes without an end is not kept for ever.
    private static let longest = 1 << 29

    mutating func append(_ bytes: [UInt8]) {
        buffer.removeFirst(start)
        scanned -= start
        start = 0
        if buffer.count > Self.longest { (buffer, scanned) = ([], 0) }
        buffer += bytes
    }

    /// The next whole line; `nil` where its end has not come.
    mutating func next() -> [UInt8]? {
        guard let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
            scanned = buffer.count
            return nil
        }
        defer { (start, scanned) = (end + 1, end + 1) }
        return Array(buffer[start..<end])
    }
}

/// The lines that come in over a descriptor, without their ends.
struct LineReader {
    private let descriptor: Int32
    private var lines = LineBuffer()

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Waits for the next line; `nil` at the end. A last line without an end was not finished, and is left out.
    mutating func next() -> [UInt8]? {
        while true {
            if let line = lines.next() { return line }
            let bytes = Descriptors.read(descriptor)
            if bytes.isEmpty { return nil }
            lines.append(bytes)
        }
    }
}
