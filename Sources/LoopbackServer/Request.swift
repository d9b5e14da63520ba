/// The supported methods. Any other is answered with 501.
package enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
    case patch = "PATCH"
    case options = "OPTIONS"
}

package struct Request: Sendable {
    package var method: Method
    /// The path and query as sent: printable ASCII without spaces.
    package var target: String
    package var path: [String]
    /// The query items, form-decoded: `+` is a space.
    package var query: [(name: String, value: String)]
    /// The header fields, with lowercase names and trimmed values.
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8] = []
    package var isHTTP11: Bool

    package func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// Returns the first value of a header field, given its lowercase name.
    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Returns the lowercase members of a list-valued header field.
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
    var trimmingSpace: Substring {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}

/// A parsed request target (RFC 9112, section 3.2, and RFC 3986).
struct RequestTarget {
    let path: [String]
    let query: [(name: String, value: String)]
    let text: String

    /// Parses `/path?query` or `http://host/path?query`. Returns `nil` for other forms and invalid percent-encoding.
    init?(_ target: String) {
        var rest = Substring(target)
        for scheme in ["http://", "https://"] where rest.lowercased().hasPrefix(scheme) {
            let afterScheme = rest.dropFirst(scheme.count)
            let authority = afterScheme.prefix { $0 != "/" && $0 != "?" }
            guard !authority.isEmpty else { return nil }
            rest = afterScheme.dropFirst(authority.count)
            if !rest.hasPrefix("/") { rest = "/" + rest }
        }
        guard rest.hasPrefix("/"), !rest.contains("#") else { return nil }
        text = String(rest)

        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        path = segments.compactMap { Self.decode($0, plusIsSpace: false) }
        guard path.count == segments.count else { return nil }

        var query: [(name: String, value: String)] = []
        for pair in parts.count == 2 ? parts[1].split(separator: "&") : [] {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(halves[0], plusIsSpace: true),
                let value = halves.count == 2 ? Self.decode(halves[1], plusIsSpace: true) : ""
            else { return nil }
            query.append((name, value))
        }
        self.query = query
    }

    private static func decode(_ text: Substring, plusIsSpace: Bool) -> String? {
        (plusIsSpace ? text.replacing("+", with: " ") : text).removingPercentEncoding
    }
}
