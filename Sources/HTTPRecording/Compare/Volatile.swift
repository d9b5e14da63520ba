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
        let mediaType = MediaType(request.headers["Content-Type"] ?? "")
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
        guard MediaType(headers["Content-Type"] ?? "").isJSON else { return body }
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
        var result: [UInt8] = []
        result.reserveCapacity(body.count)
        var index = 0
        while index < body.count {
            let length = dateLength(body[index...])
            if length > 0, index == 0 || !body[index - 1].isASCIIAlphanumeric {
                result += Array("date-time".utf8)
                index += length
            } else {
                result.append(body[index])
                index += 1
            }
        }
        return result
    }

    private static func dateLength(_ text: ArraySlice<UInt8>) -> Int {
        func matches(_ text: ArraySlice<UInt8>, _ pattern: String) -> Bool {
            text.count >= pattern.utf8.count
                && zip(text, pattern.utf8).allSatisfy { $1 == UInt8(ascii: "d") ? $0.isASCIIDigit : $0 == $1 }
        }
        let pattern = "dddd-dd-ddTdd:dd:dd"
        guard matches(text, pattern) else { return 0 }
        var rest = text.dropFirst(pattern.utf8.count)
        if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop(while: \.isASCIIDigit) }
        if rest.first == UInt8(ascii: "Z") { return rest.startIndex + 1 - text.startIndex }
        guard matches(rest, "+dd:dd") || matches(rest, "-dd:dd") else { return 0 }
        return rest.startIndex + "+dd:dd".utf8.count - text.startIndex
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
