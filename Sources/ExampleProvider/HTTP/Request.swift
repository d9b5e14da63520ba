/// The methods that the provider knows; any other is answered with 501.
enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
    case patch = "PATCH"
}

/// One whole request as it was read from a connection.
struct Request: Sendable {
    var method: Method
    /// Path and query as the client wrote them: printable ASCII without spaces.
    var target: String
    /// The segments of the path, percent-decoded.
    var path: [String]
    /// The names and values of the query, decoded as a form: `+` is a space.
    var query: [(name: String, value: String)]
    /// The names, in lower case, and the values without the space around them.
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// Whether the client speaks HTTP/1.1, and so chunks and persistent connections.
    var isHTTP11: Bool

    /// The first value of a name in the query.
    func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// The first value of a header, whose name is given in lower case.
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Every member of a header that is a list, in lower case.
    func tokens(_ name: String) -> [String] {
        headers.filter { $0.name == name }.flatMap { $0.value.split(separator: ",") }.map {
            $0.trimmingSpace.lowercased()
        }.filter { !$0.isEmpty }
    }

    /// Whether the connection stays open after this exchange (RFC 9112, section 9.3).
    var keepsAlive: Bool {
        let options = tokens("connection")
        return !options.contains("close") && (isHTTP11 || options.contains("keep-alive"))
    }
}

extension Substring {
    /// The text without the spaces and tabs around it.
    var trimmingSpace: Substring {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
