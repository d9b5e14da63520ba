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
