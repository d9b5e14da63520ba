/// What a service answers, before it is made into bytes.
struct Response: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// JSON after a fixed text, in UTF-8 or, for a service of long ago, in Latin-1.
        case json(JSONValue, prefix: String = "", isLatin1: Bool = false)
    }

    var status: Int
    var contentType: String
    var headers: [(name: String, value: String)] = []
    var body: Body

    static func json(_ value: JSONValue, status: Int = 200, prefix: String = "") -> Response {
        Response(status: status, contentType: "application/json", body: .json(value, prefix: prefix))
    }

    static func text(_ text: String, type: String, status: Int = 200) -> Response {
        Response(status: status, contentType: type, body: .bytes(Array(text.utf8)))
    }

    /// A small HTML page that names the status, and says more where there is more to say.
    static func page(_ status: Int, _ detail: String = "") -> Response {
        let title = "\(status) \(reasonPhrase(status))"
        return .text(
            "<!DOCTYPE html>\n<title>\(title)</title>\n<h1>\(title)</h1>\n"
                + (detail.isEmpty ? "" : "<p>\(detail)</p>\n"),
            type: "text/html", status: status)
    }

    /// The body as it goes over the wire.
    var bytes: [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .json(let value, let prefix, false): Array(prefix.utf8) + value.serialized
        case .json(let value, let prefix, true): (prefix + String(decoding: value.serialized, as: UTF8.self)).latin1
        }
    }

    static func reasonPhrase(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 302: "Found"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 417: "Expectation Failed"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        case 507: "Insufficient Storage"
        default: "Status \(status)"
        }
    }
}

extension String {
    /// The text in ISO 8859-1, with a question mark for what it lacks.
    var latin1: [UInt8] { unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") } }
}
