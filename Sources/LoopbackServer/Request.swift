/// The methods that the server knows; any other is answered with 501.
package enum Method: String, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
    case patch = "PATCH"
    case options = "OPTIONS"
}

/// One whole request as it was read from a connection.
package struct Request: Sendable {
    package var method: Method
    /// Path and query as the client wrote them: printable ASCII without spaces.
    package var target: String
    /// The segments of the path, percent-decoded.
    package var path: [String]
    /// The names and values of the query, decoded as a form: `+` is a space.
    package var query: [(name: String, value: String)]
    /// The names, in lower case, and the values without the space around them.
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8] = []
    /// Indicates whether the client speaks HTTP/1.1, and so chunks and persistent connections.
    package var isHTTP11: Bool

    package func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// The first value of a header, whose name is given in lower case.
    package func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Every member of a header that is a list, in lower case.
    func tokens(_ name: String) -> [String] {
        headers.filter { $0.name == name }.flatMap { $0.value.split(separator: ",") }.map {
            $0.trimmingSpace.lowercased()
        }.filter { !$0.isEmpty }
    }

    /// Indicates whether the connection stays open after this exchange (RFC 9112, section 9.3).
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

/// The address in a request line, taken apart (RFC 9112, section 3.2, and RFC 3986).
struct RequestTarget {
    let path: [String]
    let query: [(name: String, value: String)]
    /// Path and query as written.
    let text: String

    /// Reads `/path?query` or `http://host/path?query`; `nil` for anything else and for broken percent-encodings.
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
        var path: [String] = []
        for segment in parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let decoded = Self.decode(segment, plusIsSpace: false) else { return nil }
            path.append(decoded)
        }
        self.path = path

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
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch Unicode.Scalar(byte) {
            case "%":
                guard let high = rest.popFirst(), let low = rest.popFirst(),
                    let first = Character(Unicode.Scalar(high)).hexDigitValue,
                    let second = Character(Unicode.Scalar(low)).hexDigitValue
                else { return nil }
                bytes.append(UInt8(first << 4 | second))
            case "+" where plusIsSpace: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
