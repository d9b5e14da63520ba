/// The bytes of a response and the way to send them, including wire faults.
struct Transmission: Sendable {
    enum Ending: Sendable {
        /// Read the next request.
        case keepOpen
        /// Continue reading the current request.
        case resume
        case close
        case reset
        /// Send no more, and keep the connection open until the client gives up.
        case hold
    }

    var bytes: [UInt8]
    var ending: Ending
    var delay: Duration = .zero
    /// The offset from which bytes are sent one at a time, and the pause between them.
    var drip: (start: Int, pause: Duration)?
    /// The number of times that `block` is sent between `bytes` and `tail`.
    var blocks = 0
    var block: [UInt8] = []
    var tail: [UInt8] = []

    static let interimContinue = Transmission(bytes: Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), ending: .resume)

    /// Creates the response to a rejected request. It closes the connection, because the next request's start is
    /// unknown.
    init(refusing failure: RequestFailure, date: String) {
        let closing = Request(
            method: .get, target: "", path: [], query: [], headers: [("connection", "close")], isHTTP11: true)
        self.init(.page(failure.status, failure.reason), to: closing, date: date)
    }

    private init(bytes: [UInt8], ending: Ending) {
        self.bytes = bytes
        self.ending = ending
    }

    init(_ response: Response, to request: Request, date: String) {
        let fault = response.fault
        let altered = response.applyingContentFault(for: request)
        // These statuses never have a body (RFC 9110, section 6.4.1).
        let hasNoBody = altered.status == 204 || altered.status == 304
        let body = hasNoBody ? [] : altered.body
        let isOversized = fault == .oversizedBody && !hasNoBody
        let isInPieces =
            !response.chunks.isEmpty && request.isHTTP11 && !hasNoBody && !isOversized && body == response.body

        var headers = altered.headers
        let endsByClosing = fault == .truncatedBody || isOversized && !request.isHTTP11
        let keepsOpen = request.keepsAlive && !endsByClosing
        ending = keepsOpen ? .keepOpen : .close
        if !keepsOpen {
            headers.append(("Connection", "close"))
        } else if !request.isHTTP11 {
            headers.append(("Connection", "keep-alive"))
        }
        if isInPieces || isOversized && request.isHTTP11 {
            headers.append(("Transfer-Encoding", "chunked"))
        } else if !isOversized, !hasNoBody {
            headers.append(("Content-Length", String(body.count)))
        }

        bytes = Self.head(altered, headers: headers, date: date)
        let head = bytes.count
        if request.method != .head {
            if isOversized {
                appendOversized(body, inChunks: request.isHTTP11)
            } else if isInPieces {
                appendPieces(of: response)
            } else {
                bytes += body
            }
        }

        delay = response.delay
        let half = bytes.count > head ? (head + bytes.count) / 2 : head / 2
        switch fault {
        case nil, .emptyBody, .malformedBody, .wrongContentType, .status, .redirectLoop, .oversizedBody: break
        case .unreachable: (bytes, ending) = ([], .reset)
        case .timeout: (bytes, ending) = ([], .hold)
        case .connectionLost: (bytes, ending) = (Array(bytes.prefix(half)), .reset)
        case .truncatedBody: bytes = Array(bytes.prefix(half))
        case .slowBody: drip = (start: head, pause: max(.milliseconds(500), .seconds(60) / max(1, bytes.count - head)))
        case .slow(let milliseconds): delay += .milliseconds(milliseconds)
        }
    }

    /// Appends the body and 33 MiB of spaces, which JSON allows, as one block that is sent repeatedly.
    private mutating func appendOversized(_ body: [UInt8], inChunks: Bool) {
        let spaces = [UInt8](repeating: 0x20, count: 64 * 1024)
        blocks = 33 * 1024 * 1024 / spaces.count
        if inChunks {
            if !body.isEmpty { bytes += Self.chunk(body) }
            block = Self.chunk(spaces)
            tail = Array("0\r\n\r\n".utf8)
        } else {
            bytes += body
            block = spaces
        }
    }

    private mutating func appendPieces(of response: Response) {
        var rest = response.body[...]
        for length in response.chunks where length > 0 && !rest.isEmpty {
            bytes += Self.chunk(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        if !rest.isEmpty { bytes += Self.chunk(Array(rest)) }
        if response.isEndless {
            ending = .hold
            return
        }
        bytes += Array("0\r\n\r\n".utf8)
    }

    private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0D, 0x0A]
    }

    private static func head(_ response: Response, headers: [(name: String, value: String)], date: String) -> [UInt8] {
        var head = "HTTP/1.1 \(response.status) \(Response.reasonPhrase(response.status))\r\nDate: \(date)\r\n"
        if let type = response.contentType { head += "Content-Type: \(type)\r\n" }
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        return Array((head + "\r\n").utf8)
    }
}
