struct LineBuffer {
    private var buffer: [UInt8] = []
    /// The start of the next line, and the end of the bytes already searched for a terminator.
    private var start = 0
    private var scanned = 0

    /// An upper bound for the length of a line, so that unterminated input cannot fill the memory.
    private static let longest = 1 << 29

    mutating func append(_ bytes: [UInt8]) {
        buffer.removeFirst(start)
        scanned -= start
        start = 0
        if buffer.count > Self.longest { (buffer, scanned) = ([], 0) }
        buffer += bytes
    }

    mutating func next() -> [UInt8]? {
        guard let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
            scanned = buffer.count
            return nil
        }
        defer { (start, scanned) = (end + 1, end + 1) }
        return Array(buffer[start..<end])
    }
}

struct LineReader {
    private let descriptor: Int32
    private var lines = LineBuffer()

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Waits for the next line; `nil` at the end. Drops an unterminated last line.
    mutating func next() -> [UInt8]? {
        while true {
            if let line = lines.next() { return line }
            let bytes = Descriptors.read(descriptor)
            if bytes.isEmpty { return nil }
            lines.append(bytes)
        }
    }
}
