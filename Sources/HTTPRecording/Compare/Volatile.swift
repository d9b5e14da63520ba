/// Removes differences between recordings that mean nothing.
enum Volatile {
    /// Response headers that differ in every response: dates, ages, request ids and traces.
    static let headers: Set<String> = [
        "date", "age", "expires", "last-modified", "x-request-id", "request-id", "x-requestid", "x-correlation-id",
        "correlation-id", "x-amzn-requestid", "x-amzn-trace-id", "x-amz-request-id", "x-amz-id-2", "x-amz-cf-id",
        "x-trace-id", "traceparent", "tracestate", "x-cloud-trace-context",
        "x-runtime", "x-response-time", "server-timing", "cf-ray", "x-served-by", "x-timer", "x-github-request-id",
        "x-vercel-id", "report-to", "nel",
        // They follow from the body, which is compared, and from the connection.
        "content-length", "content-encoding", "transfer-encoding", "connection", "keep-alive", "alt-svc",
    ]

    /// Request headers by which a client asks for a form of the answer, which is compared itself.
    private static let negotiation: Set<String> = [
        "accept", "accept-charset", "accept-encoding", "accept-language", "user-agent",
    ]

    /// The recording with all that is volatile made equal.
    static func removed(from recording: Recording) -> Recording {
        var steady = recording
        steady.provenance?.recordedAt = epoch
        steady.entries = recording.entries.map { exchange in
            var exchange = exchange
            exchange.started = epoch
            exchange.timings = Timings()
            exchange.request = withoutBoundary(exchange.request)
            exchange.request.url = inOneOrder(exchange.request.url)
            exchange.request.headers = inOneOrder(exchange.request.headers, besides: headers.union(negotiation))
            exchange.response.headers = inOneOrder(exchange.response.headers, besides: headers).mapValues {
                $0.isNamed("Set-Cookie") ? withoutExpiry($0.value) : $0.value
            }
            (exchange.request.httpVersion, exchange.response.httpVersion) = ("", "")
            exchange.response.statusText = ""
            exchange.request.body = exchange.request.body.map { inOneOrder($0, exchange.request.headers) }
            exchange.response.body = inOneOrder(withoutDates(exchange.response.body), exchange.response.headers)
            // The network decides the pieces of a stream.
            exchange.response.chunks = []
            return exchange
        }
        return steady
    }

    /// The request with what stands between the parts of a multipart body made equal: clients make it up for each.
    private static func withoutBoundary(_ request: RecordedRequest) -> RecordedRequest {
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

    /// Returns the headers that are not volatile, sorted by their names in lower case, as HTTP/2 has them.
    private static func inOneOrder(_ fields: HeaderFields, besides volatile: Set<String>) -> HeaderFields {
        let steady = fields.fields.map { HeaderFields.Field($0.name.lowercased(), $0.value) }
            .filter { !volatile.contains($0.name) }
        return HeaderFields(steady.sorted { $0.name < $1.name })
    }

    /// Returns the URL with the pairs of its query sorted.
    private static func inOneOrder(_ url: String) -> String {
        guard let question = url.firstIndex(of: "?") else { return url }
        let pairs = url[question...].dropFirst().replacing("+", with: "%20").split(separator: "&").sorted()
        return String(url[...question]) + pairs.joined(separator: "&")
    }

    /// Returns a body of JSON with its members in one order: dictionaries write them in another one each time.
    private static func inOneOrder(_ body: [UInt8], _ headers: HeaderFields) -> [UInt8] {
        guard MediaType(headers["Content-Type"] ?? "").isJSON else { return body }
        // A key that occurs twice means something else in each order.
        return JSONBody(body, options: .strict)?.normalized ?? body
    }

    private static let epoch = Timestamp(.init(timeIntervalSince1970: 0))

    private static func withoutExpiry(_ value: String) -> String {
        guard var cookie = SetCookie(value) else { return value }
        cookie.attributes = cookie.attributes.split(separator: ";", omittingEmptySubsequences: false)
            .filter { !$0.trimmingSpaces().lowercased().hasPrefix("expires=") }.joined(separator: ";")
        return cookie.text
    }

    /// The body with each `2026-01-31T09:05:00.250Z` made equal: such a date names the moment of the answer.
    private static func withoutDates(_ body: [UInt8]) -> [UInt8] {
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

    /// The length of the date and time that a text begins with, 0 where there is none.
    private static func dateLength(_ text: ArraySlice<UInt8>) -> Int {
        let pattern = "dddd-dd-ddTdd:dd:dd".utf8
        guard text.count > pattern.count,
            zip(text, pattern).allSatisfy({ $1 == UInt8(ascii: "d") ? $0.isASCIIDigit : $0 == $1 })
        else { return 0 }
        var rest = text.dropFirst(pattern.count)
        if rest.first == UInt8(ascii: ".") { rest = rest.dropFirst().drop(while: \.isASCIIDigit) }
        if rest.first == UInt8(ascii: "Z") { return rest.startIndex + 1 - text.startIndex }
        let zone = "+dd:dd".utf8
        guard rest.count >= zone.count, rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-"),
            zip(rest.dropFirst(), zone.dropFirst()).allSatisfy({ $1 == UInt8(ascii: "d") ? $0.isASCIIDigit : $0 == $1 })
        else { return 0 }
        return rest.startIndex + zone.count - text.startIndex
    }
}

extension Recording {
    /// Returns whether two recordings differ in volatile details alone.
    ///
    /// Those are the times of exchanges and recordings, headers with dates and request ids, and the expiry of cookies. A
    /// request may ask for another form of the answer by its headers. In
    /// bodies they are moments (RFC 3339) of responses, the order of JSON members and the boundaries of multipart.
    public func isEquivalent(to other: Recording) -> Bool {
        Volatile.removed(from: self) == Volatile.removed(from: other)
    }
}
