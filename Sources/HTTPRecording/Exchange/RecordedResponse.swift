import Foundation

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

    /// The lowercase media type without parameters; empty if the response names none.
    public var mediaType: String { MediaType(headers["Content-Type"] ?? "").essence }
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
