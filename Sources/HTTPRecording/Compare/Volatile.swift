enum Volatile {
    /// Response header fields that differ in every response: dates, ages, request ids and traces.
    static let headers: Set<String> = [
        "date", "age", "expires", "last-modified", "x-request-id", "request-id", "x-requestid", "x-correlation-id",
        "correlation-id", "x-amzn-requestid", "x-amzn-trace-id", "x-amz-request-id", "x-amz-id-2", "x-amz-cf-id",
        "x-trace-id", "traceparent", "tracestate", "x-cloud-trace-context",
        "x-runtime", "x-response-time", "server-timing", "cf-ray", "x-served-by", "x-timer", "x-github-request-id",
        "x-vercel-id", "report-to", "nel",
        // Derived from the body, which is compared, or from the connection.
        "content-length", "content-encoding", "transfer-encoding", "connection", "keep-alive", "alt-svc",
    ]

    /// Request header fields that negotiate the form of the response, which is itself compared.
    private static let negotiation: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "user-agent",
    ]

    static func normalized(_ recording: Recording) -> Recording {
        var steady = recording
        steady.provenance?.recordedAt = epoch
        steady.entries = recording.entries.map { exchange in
            var exchange = exchange
            exchange.started = epoch
            exchange.timings = Timings()
            exchange.request = normalizingBoundary(exchange.request)
            exchange.request.url = sortedQuery(exchange.request.url)
            exchange.request.headers = sortedFields(exchange.request.headers, besides: headers.union(negotiation))
            exchange.response.headers = sortedFields(exchange.response.headers, besides: headers).mapValues {
                $0.isNamed("Set-Cookie") ? withoutExpiry($0.value) : $0.value
            }
            (exchange.request.httpVersion, exchange.response.httpVersion) = ("", "")
            exchange.response.statusText = ""
            exchange.request.body = exchange.request.body.map { sortedMembers($0, exchange.request.headers) }
            exchange.response.body = sortedMembers(normalizingDates(exchange.response.body), exchange.response.headers)
            exchange.response.chunks = []
            return exchange
        }
        return steady
    }

    /// Returns the request with its multipart boundary normalized. Clients generate a new boundary for each request.
    private static func normalizingBoundary(_ request: RecordedRequest) -> RecordedRequest {
        let mediaType = request.headers.mediaType
        guard mediaType.isMultipart, let boundary = mediaType.parameters["boundary"], !boundary.isEmpty else {
            return request
        }
        var request = request
        request.headers = request.headers.mapValues {
            $0.isNamed("Content-Type") ? $0.value.replacing(boundary, with: "-") : $0.value
        }
        request.body = request.body?.replacing(boundary.utf8, with: "-".utf8)
        return request
    }

    /// Returns the non-volatile header fields with lowercase names, as in HTTP/2, sorted by name.
    private static func sortedFields(_ fields: HeaderFields, besides volatile: Set<String>) -> HeaderFields {
        let steady = fields.fields.map { HeaderFields.Field($0.name.lowercased(), $0.value) }
            .filter { !volatile.contains($0.name) }
        return HeaderFields(steady.sorted { $0.name < $1.name })
    }

    private static func sortedQuery(_ url: String) -> String {
        guard let question = url.firstIndex(of: "?") else { return url }
        let pairs = url[question...].dropFirst().replacing("+", with: "%20").split(separator: "&").sorted()
        return String(url[...question]) + pairs.joined(separator: "&")
    }

    /// Returns a JSON body with its members sorted, because dictionaries are encoded in random order.
    private static func sortedMembers(_ body: [UInt8], _ headers: HeaderFields) -> [UInt8] {
        guard headers.mediaType.isJSON else { return body }
        // Strict parsing rejects duplicate keys, whose order matters.
        return JSONBody(body, options: .strict)?.normalized ?? body
    }

    private static let epoch = Timestamp(.init(timeIntervalSince1970: 0))

    private static func withoutExpiry(_ value: String) -> String {
        guard var cookie = SetCookie(value) else { return value }
        cookie.attributes = cookie.attributes.split(separator: ";", omittingEmptySubsequences: false)
            .filter { !$0.trimmingSpaces().lowercased().hasPrefix("expires=") }.joined(separator: ";")
        return cookie.text
    }

    /// Replaces timestamps such as `2026-01-31T09:05:00.250Z`, which state the time of the response.
    private static func normalizingDates(_ body: [UInt8]) -> [UInt8] {
        guard body.contains(UInt8(ascii: "T")) else { return body }
        let date = /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:Z|[+\-][0-9]{2}:[0-9]{2})/
        // As Latin-1, because the body may be binary.
        let text = String(latin1: body).replacing(date.matchingSemantics(.unicodeScalar), with: "date-time")
        return text.latin1 ?? body
    }
}

extension Recording {
    /// Returns whether two recordings differ only in volatile details.
    ///
    /// Volatile details are times, header fields with dates and request ids, the expiry of cookies, and the request's
    /// content negotiation. In bodies they are RFC 3339 timestamps of responses, the order of JSON members, and
    /// multipart boundaries.
    public func isEquivalent(to other: Recording) -> Bool {
        Volatile.normalized(self) == Volatile.normalized(other)
    }
}
