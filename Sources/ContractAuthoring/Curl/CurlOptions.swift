enum CurlOption: Sendable {
    /// Says something of the request, and takes a value.
    enum Value: Sendable {
        case method, header, data, rawData, encodedData, json, user, cookie, bearer, formText, form, url, urlQuery,
            userAgent,
            referer, upload
    }

    /// Says something of the request, and takes none.
    enum Flag: Sendable {
        case get, head
    }

    case value(Value)
    case flag(Flag)
    /// Says how curl works and nothing of the request.
    case ignored(takesValue: Bool)

    /// The option of a name: one letter, or a word.
    static func named(_ name: String) -> CurlOption? {
        if let value = values[name] { return .value(value) }
        if let flag = flags[name] { return .flag(flag) }
        if ignoredFlags.contains(name) || name.hasPrefix("no-") { return .ignored(takesValue: false) }
        if ignoredValues.contains(name) { return .ignored(takesValue: true) }
        return nil
    }

    static var words: [String] {
        (Array(values.keys) + flags.keys + ignoredFlags + ignoredValues).filter { $0.count > 1 }.sorted()
    }

    private static let values: [String: Value] = [
        "X": .method, "request": .method, "H": .header, "header": .header, "d": .data, "data": .data,
        "data-ascii": .data, "data-binary": .data, "data-raw": .rawData, "data-urlencode": .encodedData, "json": .json,
        "u": .user, "user": .user, "b": .cookie, "cookie": .cookie, "oauth2-bearer": .bearer, "F": .form, "form": .form,
        "form-string": .formText, "url": .url, "url-query": .urlQuery, "A": .userAgent, "user-agent": .userAgent,
        "e": .referer, "referer": .referer, "T": .upload, "upload-file": .upload,
    ]
    private static let flags: [String: Flag] = ["G": .get, "get": .get, "I": .head, "head": .head]
    private static let ignoredFlags: Set<String> = [
        "s", "silent", "S", "show-error", "L", "location", "k", "insecure", "v", "verbose", "i", "include", "f", "fail",
        "fail-with-body", "g", "globoff", "N", "O", "remote-name", "J", "remote-header-name", "compressed", "http2",
        "http1.1", "http1.0", "http3", "http2-prior-knowledge", "0", "1", "2", "3", "4", "ipv4", "6", "ipv6", "#",
        "progress-bar", "basic", "digest", "anyauth", "path-as-is", "raw", "tcp-nodelay", "tlsv1.2", "tlsv1.3",
        "location-trusted", "show-headers", "n", "netrc", "q", "disable", "create-dirs", "ssl-reqd",
    ]
    private static let ignoredValues: Set<String> = [
        "o", "output", "m", "max-time", "connect-timeout", "x", "proxy", "c", "cookie-jar", "w", "write-out", "D",
        "dump-header", "cacert", "capath", "E", "cert", "key", "cert-type", "key-type", "resolve", "connect-to",
        "retry",
        "retry-delay", "retry-max-time", "r", "range", "max-redirs", "limit-rate", "interface", "trace", "trace-ascii",
        "stderr", "ciphers", "pass", "U", "proxy-user", "y", "speed-time", "Y", "speed-limit", "unix-socket",
        "aws-sigv4",
        "t", "telnet-option", "C", "continue-at", "keepalive-time", "output-dir",
    ]
}
