/// A request that is refused before any service sees it.
struct RequestFailure: Error, Hashable {
    var status: Int
    /// One sentence for the client's author, sent as the body.
    var reason: String

    init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }
}

/// Reads requests from the bytes of a connection, in any portions, by RFC 9112; each byte is looked at once.
///
/// What could be read in two ways, and so be used to smuggle a request past a proxy, is refused: a bare LF or CR, both
/// lengths, two lengths that differ, a space before a colon, a folded header.
struct RequestParser {
    enum Outcome {
        /// The bytes so far are no whole request.
        case incomplete
        /// The client waits for a `100 Continue` before it sends the body.
        case expectsContinue
        case request(Request)
    }

    private enum State {
        case requestLine
        case headers
        case body(remaining: Int)
        case chunkSize
        case chunk(remaining: Int)
        case chunkEnd
        case trailers
    }

    static let maximumRequestLine = 8 * 1024
    static let maximumHeaderBytes = 32 * 1024
    static let maximumHeaders = 100
    static let maximumBody = 1024 * 1024
    private static let maximumChunkLine = 256

    private var state = State.requestLine
    private var buffer: [UInt8] = []
    private var position = 0
    private var scanned = 0
    private var request: Request?
    private var headerBytes = 0
    private var emptyLines = 0
    private var owesContinue = false

    /// How many bytes wait to be read.
    var buffered: Int { buffer.count - position }

    /// Whether a part of a request has arrived.
    var hasBegun: Bool { request != nil || buffered > 0 }

    mutating func append(_ bytes: some Sequence<UInt8>) {
        if position == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            scanned = 0
            position = 0
        } else if position > 64 * 1024 {
            buffer.removeFirst(position)
            scanned = max(0, scanned - position)
            position = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// Reads on; after `.request` it can be called again, for requests that were sent in one go.
    mutating func next() throws(RequestFailure) -> Outcome {
        while true {
            switch state {
            case .requestLine:
                guard let line = try line(limit: Self.maximumRequestLine, orElse: 414) else { return .incomplete }
                if line.isEmpty, emptyLines < 2 {
                    emptyLines += 1
                } else {
                    request = try Self.requestLine(line)
                    state = .headers
                }
            case .headers:
                guard let line = try headerLine() else { return .incomplete }
                if line.isEmpty {
                    try beginBody()
                } else {
                    request?.headers.append(try Self.header(line))
                    if let count = request?.headers.count, count > Self.maximumHeaders {
                        throw RequestFailure(431, "there are more than \(Self.maximumHeaders) headers")
                    }
                }
            case .body(let remaining):
                let missing = takeBody(remaining)
                state = .body(remaining: missing)
                guard missing == 0 else { return waiting() }
                if let request = finish() { return .request(request) }
            case .chunkSize:
                guard let line = try line(limit: Self.maximumChunkLine, orElse: 400) else { return waiting() }
                let size = try chunkSize(line)
                state = size == 0 ? .trailers : .chunk(remaining: size)
            case .chunk(let remaining):
                let missing = takeBody(remaining)
                state = missing == 0 ? .chunkEnd : .chunk(remaining: missing)
                if missing > 0 { return waiting() }
            case .chunkEnd:
                guard buffered >= 2 else { return waiting() }
                guard buffer[position] == 0x0D, buffer[position + 1] == 0x0A else {
                    throw RequestFailure(400, "a chunk is longer than its size says")
                }
                position += 2
                state = .chunkSize
            case .trailers:
                guard let line = try headerLine() else { return waiting() }
                if !line.isEmpty {
                    _ = try Self.header(line)
                } else if let request = finish() {
                    return .request(request)
                }
            }
        }
    }

    /// What to say while the body is missing: once, that the client may go on.
    private mutating func waiting() -> Outcome {
        defer { owesContinue = false }
        return owesContinue ? .expectsContinue : .incomplete
    }

    private mutating func finish() -> Request? {
        defer {
            request = nil
            state = .requestLine
            headerBytes = 0
            emptyLines = 0
            owesContinue = false
        }
        return request
    }

    /// The next line without its CRLF; `nil` while it has no end.
    private mutating func line(limit: Int, orElse status: Int) throws(RequestFailure) -> ArraySlice<UInt8>? {
        let start = max(position, scanned)
        guard let end = buffer[start...].firstIndex(of: 0x0A) else {
            scanned = buffer.count
            guard buffered <= limit + 1 else { throw RequestFailure(status, "a line is longer than \(limit) bytes") }
            return nil
        }
        guard end > position, buffer[end - 1] == 0x0D else {
            throw RequestFailure(400, "a line ends in LF without CR")
        }
        guard end - 1 - position <= limit else {
            throw RequestFailure(status, "a line is longer than \(limit) bytes")
        }
        defer { position = end + 1 }
        return buffer[position..<end - 1]
    }

    private mutating func headerLine() throws(RequestFailure) -> ArraySlice<UInt8>? {
        guard let line = try line(limit: Self.maximumHeaderBytes - headerBytes, orElse: 431) else { return nil }
        headerBytes += line.count
        return line
    }

    /// Moves what has arrived of the body, and says how much of it is missing.
    private mutating func takeBody(_ count: Int) -> Int {
        let taken = min(count, buffered)
        request?.body.append(contentsOf: buffer[position..<position + taken])
        position += taken
        return count - taken
    }

    private func chunkSize(_ line: ArraySlice<UInt8>) throws(RequestFailure) -> Int {
        let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != 0x20 && $0 != 0x09 }
        let rest = line[digits.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
        guard !digits.isEmpty, digits.allSatisfy({ Character(Unicode.Scalar($0)).hexDigitValue != nil }),
            rest.isEmpty || rest.first == UInt8(ascii: ";"), Self.isFieldText(rest)
        else { throw RequestFailure(400, "a chunk's size is not a hexadecimal number") }
        // A size of seven digits is over the limit already, and longer ones could overflow.
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        guard significant.count < 7, let size = Int(String(decoding: [0x30] + significant, as: UTF8.self), radix: 16),
            (request?.body.count ?? 0) + size <= Self.maximumBody
        else { throw RequestFailure(413, "the body is longer than \(Self.maximumBody) bytes") }
        return size
    }

    /// Decides from the headers whether a body follows and how it ends (RFC 9112, section 6).
    private mutating func beginBody() throws(RequestFailure) {
        guard let request else { return }
        try Self.checkHost(of: request)
        let encodings = request.headers.filter { $0.name == "transfer-encoding" }
        let lengths = request.headers.filter { $0.name == "content-length" }
        switch (encodings.isEmpty, lengths.isEmpty) {
        case (false, false):
            throw RequestFailure(400, "Content-Length and Transfer-Encoding exclude each other")
        case (false, true):
            guard request.isHTTP11 else { throw RequestFailure(400, "HTTP/1.0 has no Transfer-Encoding") }
            guard request.tokens("transfer-encoding") == ["chunked"] else {
                throw RequestFailure(501, "the only transfer coding here is chunked")
            }
            state = .chunkSize
        case (true, false):
            state = .body(remaining: try Self.length(lengths.map(\.value)))
        case (true, true):
            switch request.method {
            case .post, .put, .patch: throw RequestFailure(411, "the body needs a Content-Length or chunks")
            case .get, .head, .delete: state = .body(remaining: 0)
            }
        }
        for expectation in request.tokens("expect") where request.isHTTP11 {
            guard expectation == "100-continue" else {
                throw RequestFailure(417, "the only expectation met here is 100-continue")
            }
            owesContinue = true
        }
    }
}
