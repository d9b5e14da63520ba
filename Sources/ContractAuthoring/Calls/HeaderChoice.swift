import HTTPRecording

/// The distinction between a client's header fields and those that browsers, tools, and proxies add.
enum HeaderChoice {
    private static let volatile = ofTransport.union([
        "referer", "origin", "accept-language", "accept-charset", "cache-control", "pragma", "dnt",
        "upgrade-insecure-requests", "if-none-match", "if-modified-since", "if-match", "if-unmodified-since",
        "if-range", "range", "forwarded", "priority", "purpose", "save-data", "traceparent", "tracestate", "baggage",
        "sentry-trace", "newrelic", "x-request-id", "x-correlation-id", "x-amzn-trace-id", "x-real-ip",
        "x-client-data", "postman-token", "proxy-authorization",
    ])

    static func isVolatile(_ name: String) -> Bool {
        let name = name.lowercased()
        return [":", "sec-", "x-b3-", "x-forwarded-"].contains(where: name.hasPrefix) || volatile.contains(name)
    }

    private static let ofTransport: Set<String> = [
        "accept-encoding", "connection", "content-length", "date", "expect", "host", "keep-alive", "proxy-connection",
        "te", "trailer", "transfer-encoding", "upgrade", "user-agent", "via",
    ]

    /// Whether a header field belongs to the connection, so that no client sets it.
    static func isOfTransport(_ name: String) -> Bool {
        name.hasPrefix(":") || ofTransport.contains(name.lowercased())
    }

    /// Whether it is an `Accept` header field for any media type, as browsers and tools add by default.
    static func isAcceptAny(_ field: HeaderFields.Field) -> Bool {
        field.isNamed("Accept") && field.value.contains("*/*")
    }

    /// Returns a name in conventional spelling. HTTP/2 names are in lower case.
    static func conventionalName(_ name: String) -> String {
        guard name == name.lowercased() else { return name }
        return name.split(separator: "-", omittingEmptySubsequences: false)
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: "-")
    }

    static func withoutXPrefix(_ name: String) -> String {
        name.lowercased().hasPrefix("x-") && name.count > 2 ? String(name.dropFirst(2)) : name
    }

    static func credential(in value: String) -> (scheme: String, secret: String) {
        for scheme in ["Bearer ", "Basic ", "Token ", "Digest ", "ApiKey "]
        where value.lowercased().hasPrefix(scheme.lowercased()) {
            return (String(value.prefix(scheme.count)), value.dropFirst(scheme.count).trimmingSpaces())
        }
        return ("", value)
    }
}
