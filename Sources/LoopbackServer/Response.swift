/// A response before it is serialized.
package struct Response: Sendable {
    package var status: Int
    /// The type of the body; without one no `Content-Type` is sent.
    package var contentType: String?
    /// Further headers, in their order; length, date and connection are the server's.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// The lengths of the pieces in which the body goes out to HTTP/1.1, by chunked coding; empty for one of a known length.
    package var chunks: [Int] = []
    /// Whether a body that goes out in pieces comes to its end.
    package var isEndless = false
    package var fault: WireFault?
    /// The time before the first byte.
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

    /// A small HTML page that names the status, and says more where there is more to say.
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

/// A response that another thread gives, some time after the request was read; until then its connection waits.
package final class PendingResponse: Sendable {
    private struct State {
        var response: Response?
        var wake: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    package init() {}

    /// Gives the response; only the first counts.
    package func fulfil(_ response: Response) {
        let wake = state.withLock { state in
            if state.response == nil { state.response = response }
            return state.wake
        }
        wake?()
    }

    /// The response, once it was given.
    var response: Response? { state.withLock { $0.response } }

    /// Calls a function as soon as the response is given, at once where it was.
    func whenFulfilled(_ wake: @escaping @Sendable () -> Void) {
        let isFulfilled = state.withLock { state in
            state.wake = wake
            return state.response != nil
        }
        if isFulfilled { wake() }
    }
}

/// A server's reply: a response at once, or one that another thread supplies later.
package enum Reply: Sendable {
    case now(Response)
    case later(PendingResponse)
}
