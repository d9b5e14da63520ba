package struct Response: Sendable {
    package var status: Int
    /// The media type of the body. If `nil`, no `Content-Type` is sent.
    package var contentType: String?
    /// Additional header fields, in order. The server adds length, date and connection fields.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// The chunk lengths of a body sent to HTTP/1.1 clients in chunked coding. Empty to send a `Content-Length`.
    package var chunks: [Int] = []
    /// Whether a chunked body never ends: the connection stays open without a last chunk.
    package var isEndless = false
    package var fault: WireFault?
    package var delay: Duration = .zero

    package init(
        status: Int, contentType: String? = nil, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        fault: WireFault? = nil
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        self.body = body
        self.fault = fault
    }

    package static func page(_ status: Int, _ detail: String = "") -> Response {
        let title = "\(status) \(reasonPhrase(status))"
        let text =
            "<!DOCTYPE html>\n<title>\(title)</title>\n<h1>\(title)</h1>\n"
            + (detail.isEmpty ? "" : "<p>\(detail)</p>\n")
        return Response(status: status, contentType: "text/html", body: Array(text.utf8))
    }

    static func reasonPhrase(_ status: Int) -> String { reasonPhrases[status] ?? "Status \(status)" }

    private static let reasonPhrases = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently", 302: "Found",
        303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
        401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 417: "Expectation Failed", 422: "Unprocessable Content",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
        501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported", 507: "Insufficient Storage",
    ]
}

/// A response that another thread supplies later. Its connection waits until then.
package final class PendingResponse: Sendable {
    private struct State {
        var response: Response?
        var wake: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    package init() {}

    package func fulfil(_ response: Response) {
        let wake = state.withLock { state in
            if state.response == nil { state.response = response }
            return state.wake
        }
        wake?()
    }

    var response: Response? { state.withLock { $0.response } }

    /// Calls a function once the response is supplied, immediately if it already is.
    func whenFulfilled(_ wake: @escaping @Sendable () -> Void) {
        let isFulfilled = state.withLock { state in
            state.wake = wake
            return state.response != nil
        }
        if isFulfilled { wake() }
    }
}

package enum Reply: Sendable {
    case now(Response)
    case later(PendingResponse)
}
