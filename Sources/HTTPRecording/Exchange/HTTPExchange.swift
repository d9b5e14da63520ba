import Foundation

/// A request, its response and their timing.
public struct HTTPExchange: Sendable, Hashable {
    /// The request as sent.
    public var request: RecordedRequest
    /// The response as received.
    public var response: RecordedResponse
    /// The time when the request was sent.
    public var started: Timestamp
    /// The durations of the phases of the exchange.
    public var timings: Timings
    /// Unknown HAR fields, preserved when the HAR is rewritten.
    package var extras: ExtraFields?

    /// Creates an exchange.
    public init(
        request: RecordedRequest, response: RecordedResponse, started: Timestamp = Timestamp(),
        timings: Timings = Timings()
    ) {
        self.request = request
        self.response = response
        self.started = started
        self.timings = timings
    }
}

/// The timings of an exchange in milliseconds. `nil` means not measured (-1 in HAR).
public struct Timings: Sendable, Hashable {
    /// The wait for a free connection.
    public var blocked: Double?
    /// Name resolution.
    public var dns: Double?
    /// Opening the connection, including TLS.
    public var connect: Double?
    /// The TLS handshake, also included in `connect`.
    public var ssl: Double?
    /// Sending the request; mandatory in HAR.
    public var send: Double
    /// The wait for the first byte; mandatory in HAR.
    public var wait: Double
    /// Reading the response; mandatory in HAR.
    public var receive: Double

    /// Creates timings. If only the total is known, pass it as `wait`.
    public init(
        blocked: Double? = nil, dns: Double? = nil, connect: Double? = nil, ssl: Double? = nil, send: Double = 0,
        wait: Double = 0, receive: Double = 0
    ) {
        (self.blocked, self.dns, self.connect, self.ssl, self.send) = (blocked, dns, connect, ssl, send)
        (self.wait, self.receive) = (wait, receive)
    }

    /// The sum of the measured phases.
    public var total: Double {
        // HAR includes `ssl` in `connect`.
        [blocked, dns, connect, send, wait, receive].reduce(0) { $0 + max(0, $1 ?? 0) }
    }
}

/// A request as sent.
public struct RecordedRequest: Sendable, Hashable {
    /// The method in its original letter case.
    public var method: String
    /// The URL in its original percent-encoding.
    public var url: String
    /// The protocol version.
    public var httpVersion: String
    /// The header fields that the caller set.
    public var headers: HeaderFields
    /// The body; `nil` if there is none.
    public var body: [UInt8]?

    /// Creates a request.
    public init(
        method: String = "GET", url: String, httpVersion: String = "HTTP/1.1", headers: HeaderFields = [:],
        body: [UInt8]? = nil
    ) {
        self.method = method
        self.url = url
        self.httpVersion = httpVersion
        self.headers = headers
        self.body = body
    }

    /// Converts a Foundation request. Reads a body stream to its end, and treats an empty body as none.
    public init(_ request: URLRequest) {
        self.init(
            method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "",
            headers: HeaderFields(foundation: request.allHTTPHeaderFields ?? [:]), body: request.bodyBytes)
    }

    /// The parts of the URL; `nil` if it is invalid.
    package var components: URLComponents? { url.isEmpty ? nil : URLComponents(string: url) }

    package var contentType: MediaType { MediaType(headers.joined("Content-Type") ?? "") }

    /// The request for Foundation; `nil` if the URL is invalid.
    public var urlRequest: URLRequest? {
        guard let url = URL(string: url) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.allHTTPHeaderFields = headers.foundation
        request.httpBody = body.map { Data($0) }
        return request
    }
}

extension URLRequest {
    /// The body, read from the body stream if there is one (as in a `URLProtocol` on Apple platforms).
    package var bodyBytes: [UInt8]? {
        if let httpBody { return httpBody.isEmpty ? nil : Array(httpBody) }
        guard let stream = httpBodyStream else { return nil }
        stream.open()
        defer { stream.close() }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = stream.read(&buffer, maxLength: buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}

/// The methods that only read (RFC 9110, 9.2.1).
package enum SafeMethods {
    package static func contains(_ method: String) -> Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }
}

/// A received response, with content codings such as gzip decoded.
public struct RecordedResponse: Sendable, Hashable {
    /// The status code; 0 if a browser recorded no response.
    public var status: Int
    /// The reason phrase.
    public var statusText: String
    /// The protocol version.
    public var httpVersion: String
    /// The header fields.
    public var headers: HeaderFields
    /// The body; empty if there is none.
    public var body: [UInt8]
    /// The chunk lengths of a streamed body; empty if unknown or irrelevant.
    public var chunks: [Int] = []

    /// Creates a response. The reason phrase defaults to the registered one (RFC 9110, 15).
    public init(
        status: Int, statusText: String? = nil, httpVersion: String = "HTTP/1.1", headers: HeaderFields = [:],
        body: [UInt8] = []
    ) {
        self.status = status
        self.statusText = statusText ?? ReasonPhrase.of(status)
        self.httpVersion = httpVersion
        self.headers = headers
        self.body = body
    }

    /// Converts a Foundation response.
    public init(_ data: Data, _ response: HTTPURLResponse) {
        self.init(
            status: response.statusCode, headers: HeaderFields(foundation: response.allHeaderFields), body: Array(data))
        chunks = response.chunks
    }

    /// Returns the response for Foundation; `nil` if Foundation rejects the status.
    public func urlResponse(url: URL) -> HTTPURLResponse? {
        guard status > 0 else { return nil }
        if !chunks.isEmpty, chunks.reduce(0, +) == body.count {
            return ChunkedResponse(url: url, status: status, headers: headers, chunks: chunks)
        }
        return HTTPURLResponse(url: url, statusCode: status, httpVersion: httpVersion, headerFields: headers.foundation)
    }

    /// Returns the body and the response for Foundation; `nil` if Foundation rejects the status, and without a URL.
    package func answer(at url: URL?) -> (Data, HTTPURLResponse)? {
        url.flatMap(urlResponse).map { (Data(body), $0) }
    }

    /// The lowercase media type without parameters; empty if the response names none.
    public var mediaType: String { headers.mediaType.essence }
}

enum ReasonPhrase {
    static func of(_ status: Int) -> String { phrases[status] ?? "" }

    private static let phrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints", 200: "OK", 201: "Created",
        202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content", 205: "Reset Content",
        206: "Partial Content", 207: "Multi-Status", 300: "Multiple Choices", 301: "Moved Permanently", 302: "Found",
        303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked",
        425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons", 500: "Internal Server Error",
        501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported", 511: "Network Authentication Required",
    ]
}
