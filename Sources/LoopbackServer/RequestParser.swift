/// A request that is rejected before the handler sees it.
struct RequestFailure: Error, Hashable {
    var status: Int
    /// One sentence for the client's author, sent as the response body.
    var reason: String

    init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }
}

/// An incremental RFC 9112 request parser that scans each byte once. It rejects inputs that enable request smuggling: a
/// bare LF or CR, ambiguous lengths, a space before a colon, and a folded header field.
struct RequestParser {
    enum Outcome {
        case incomplete
        /// The client waits for `100 Continue` before it sends the body.
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

    var buffered: Int { buffer.count - position }

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

    /// Parses on. Call it again after `.request`, for pipelined requests.
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

    /// Returns `.expectsContinue` once if the client asked for it, then `.incomplete`.
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

    /// Returns the next line without its CRLF, or `nil` if it is incomplete.
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
        // Seven significant digits exceed the limit, and more could overflow.
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        guard significant.count < 7, let size = Int(String(decoding: [0x30] + significant, as: UTF8.self), radix: 16),
            (request?.body.count ?? 0) + size <= Self.maximumBody
        else { throw RequestFailure(413, "the body is longer than \(Self.maximumBody) bytes") }
        return size
    }

    /// Determines from the header fields whether a body follows and how it is framed (RFC 9112, section 6).
    private mutating func beginBody() throws(RequestFailure) {
        guard let request else { return }
        try Self.checkHost(of: request)
        let encodings = request.headers.filter { $0.name == "transfer-encoding" }
        let lengths = request.headers.filter { $0.name == "content-length" }
        switch (encodings.isEmpty, lengths.isEmpty) {
        case (false, false): throw RequestFailure(400, "Content-Length and Transfer-Encoding are mutually exclusive")
        case (false, true):
            guard request.isHTTP11 else { throw RequestFailure(400, "HTTP/1.0 has no Transfer-Encoding") }
            guard request.tokens("transfer-encoding") == ["chunked"] else {
                throw RequestFailure(501, "the only supported transfer coding is chunked")
            }
            state = .chunkSize
        case (true, false): state = .body(remaining: try Self.length(lengths.map(\.value)))
        case (true, true): state = .body(remaining: 0)
        }
        for expectation in request.tokens("expect") where request.isHTTP11 {
            guard expectation == "100-continue" else {
                throw RequestFailure(417, "the only supported expectation is 100-continue")
            }
            owesContinue = true
        }
    }
}

// Request head syntax: RFC 9112, sections 3 to 6, and RFC 9110, section 5.
extension RequestParser {
    static func requestLine(_ line: ArraySlice<UInt8>) throws(RequestFailure) -> Request {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else {
            throw RequestFailure(400, "a request line must be a method, a target and a version, separated by one space")
        }
        guard parts[0].allSatisfy(isTokenByte) else { throw RequestFailure(400, "the method is not a token") }
        let version = [UInt8](parts[2])
        guard version.count == 8, version.starts(with: "HTTP/".utf8), version[6] == UInt8(ascii: "."),
            (0x30...0x39).contains(version[5]), (0x30...0x39).contains(version[7])
        else { throw RequestFailure(400, "the version is not of the form HTTP/1.1") }
        guard version[5] == UInt8(ascii: "1") else { throw RequestFailure(505, "only HTTP/1.1 and 1.0 are supported") }
        guard let method = Method(rawValue: String(decoding: parts[0], as: UTF8.self)) else {
            throw RequestFailure(
                501, "the method is not one of \(Method.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard parts[1].allSatisfy({ (0x21...0x7E).contains($0) }),
            let target = RequestTarget(String(decoding: parts[1], as: UTF8.self))
        else { throw RequestFailure(400, "the target is not a percent-encoded path with an optional query") }
        return Request(
            method: method, target: target.text, path: target.path, query: target.query,
            isHTTP11: version[7] != UInt8(ascii: "0"))
    }

    static func header(_ line: ArraySlice<UInt8>) throws(RequestFailure) -> (name: String, value: String) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(isTokenByte)
        else { throw RequestFailure(400, "a header must be a name, a colon and a value") }
        let value = line[(colon + 1)...]
        guard isFieldText(value) else { throw RequestFailure(400, "a header's value contains a control character") }
        // Bytes above 0x7F are opaque; Latin-1 preserves all of them.
        let text = String(String.UnicodeScalarView(value.map { Unicode.Scalar($0) }))
        return (String(decoding: line[..<colon], as: UTF8.self).lowercased(), String(Substring(text).trimmingSpace))
    }

    static func checkHost(of request: Request) throws(RequestFailure) {
        let hosts = request.headers.filter { $0.name == "host" }
        guard hosts.count == 1 || hosts.isEmpty && !request.isHTTP11 else {
            throw RequestFailure(400, "HTTP/1.1 requires exactly one Host header")
        }
        let forbidden = " \t/\\?#@,<>\""
        guard hosts.allSatisfy({ !$0.value.contains { forbidden.contains($0) || !$0.isASCII } }) else {
            throw RequestFailure(400, "the Host header is not a host with an optional port")
        }
    }

    /// Returns the length that all `Content-Length` values agree on.
    static func length(_ values: [String]) throws(RequestFailure) -> Int {
        let lengths = values.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }.map(\.trimmingSpace)
        guard let first = lengths.first, lengths.allSatisfy({ $0 == first }), !first.isEmpty,
            first.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw RequestFailure(400, "Content-Length is not one decimal number") }
        guard let length = Int(first), length <= maximumBody else {
            throw RequestFailure(413, "the body is longer than \(maximumBody) bytes")
        }
        return length
    }

    /// Whether the bytes are valid in a field value: no control character except tab.
    static func isFieldText(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
    }

    /// Whether a byte is a `tchar` of RFC 9110.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": true
        default: false
        }
    }
}
