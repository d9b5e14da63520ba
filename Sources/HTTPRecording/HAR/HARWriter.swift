import Foundation
import JSONValues

/// A writer of HAR 1.2 with every mandatory field, in a fixed order.
enum HARWriter {
    typealias NamedBody = (name: String, file: BodyFile)

    /// - Parameter bodies: the body files by entry index.
    static func log(of recording: Recording, bodies: [Int: NamedBody] = [:]) -> JSON {
        var log: JSONObject = [
            "version": "1.2",
            "creator": ["name": .string(recording.creator.name), "version": .string(recording.creator.version)],
        ]
        if let provenance = recording.provenance {
            log["_provenance"] = [
                "origin": .string(provenance.origin), "provider": .string(provenance.provider.rawValue),
                "recordedAt": .string(provenance.recordedAt.text),
            ]
        }
        log["entries"] = .array(
            recording.entries.enumerated().map { index, exchange in
                let json = entry(exchange, bodies[index])
                return exchange.extras?.added(to: json) ?? json
            })
        let json: JSON = ["log": .object(log)]
        return recording.extras?.added(to: json) ?? json
    }

    static func entry(_ exchange: HTTPExchange, _ body: NamedBody? = nil) -> JSON {
        [
            "startedDateTime": .string(exchange.started.text),
            // Three decimals hide the rounding error of the sum.
            "time": number((exchange.timings.total * 1000).rounded() / 1000),
            "request": request(exchange.request),
            "response": response(exchange.response, body),
            "cache": [:],
            "timings": timings(exchange.timings),
        ]
    }

    private static func request(_ request: RecordedRequest) -> JSON {
        let url = URLText(request.url)
        var json: JSONObject = [
            "method": .string(request.method),
            "url": .string(request.url),
            "httpVersion": .string(request.httpVersion),
            "cookies": pairs(request.headers[all: "Cookie"].flatMap(CookiePair.parse).map { ($0.name, $0.value) }),
            "headers": pairs(request.headers.fields.map { ($0.name, $0.value) }),
            "queryString": pairs(url.queryPairs.map(\.text)),
        ]
        if let body = request.body, !body.isEmpty { json["postData"] = postData(body, request) }
        json["headersSize"] = -1
        json["bodySize"] = JSON(request.body?.count ?? 0)
        return .object(json)
    }

    private static func postData(_ body: [UInt8], _ request: RecordedRequest) -> JSON {
        let contentType = request.headers["Content-Type"] ?? ""
        let mediaType = MediaType(contentType)
        var json: JSONObject = ["mimeType": .string(contentType)]
        if mediaType.isForm { json["params"] = pairs(FormPair.parse(body[...], plusIsSpace: true).map(\.text)) }
        // HAR 1.2 defines an encoding for responses only.
        addText(of: body, mediaType, encoding: "_encoding", to: &json)
        return .object(json)
    }

    private static func addText(of body: [UInt8], _ mediaType: MediaType, encoding: String, to json: inout JSONObject) {
        let text = BodyText.text(of: body, mediaType: mediaType)
        json["text"] = .string(text ?? Data(body).base64EncodedString())
        if text == nil { json[encoding] = "base64" }
    }

    /// The `Content-Length` of a body in its own file, so that only that file states the length.
    static let contentLengthPlaceholder = "{size}"

    private static func response(_ response: RecordedResponse, _ body: NamedBody?) -> JSON {
        var fields = response.headers
        if body != nil, fields["Content-Length"] == String(response.body.count) {
            fields["Content-Length"] = contentLengthPlaceholder
        }
        return [
            "status": JSON(response.status),
            "statusText": .string(response.statusText),
            "httpVersion": .string(response.httpVersion),
            "cookies": .array(response.headers[all: "Set-Cookie"].compactMap(SetCookie.init).map(cookie)),
            "headers": pairs(fields.fields.map { ($0.name, $0.value) }),
            "content": content(response, body),
            "redirectURL": .string(response.headers["Location"] ?? ""),
            "headersSize": -1,
            "bodySize": -1,
        ]
    }

    private static func content(_ response: RecordedResponse, _ body: NamedBody?) -> JSON {
        let contentType = response.headers["Content-Type"] ?? ""
        if let body {
            var json: JSONObject = ["size": -1, "mimeType": .string(contentType), "_file": .string(body.name)]
            if body.file.layout != .exact { json["_layout"] = .string(body.file.layout.rawValue) }
            json["_chunks"] = chunks(of: response)
            return .object(json)
        }
        var json: JSONObject = ["size": JSON(response.body.count), "mimeType": .string(contentType)]
        if response.body.isEmpty { return .object(json) }
        addText(of: response.body, MediaType(contentType), encoding: "encoding", to: &json)
        json["_chunks"] = chunks(of: response)
        return .object(json)
    }

    private static func chunks(of response: RecordedResponse) -> JSON? {
        guard response.chunks.count > 1, response.chunks.reduce(0, +) == response.body.count else { return nil }
        return .array(response.chunks.map { JSON($0) })
    }

    private static func timings(_ timings: Timings) -> JSON {
        [
            "blocked": number(timings.blocked ?? -1), "dns": number(timings.dns ?? -1),
            "connect": number(timings.connect ?? -1), "send": number(timings.send), "wait": number(timings.wait),
            "receive": number(timings.receive), "ssl": number(timings.ssl ?? -1),
        ]
    }

    static func pairs(_ pairs: [(name: String, value: String)]) -> JSON {
        .array(pairs.map { ["name": .string($0.name), "value": .string($0.value)] })
    }

    private static func cookie(_ cookie: SetCookie) -> JSON {
        var json: JSONObject = ["name": .string(cookie.name), "value": .string(cookie.value)]
        let attributes = cookie.attributePairs.map { (name: $0.name.lowercased(), value: $0.value) }
        for (name, value) in attributes {
            switch name {
            case "path", "domain": json[name] = .string(value)
            case "expires": json[name] = HTTPDate.parse(value).map { .string(Timestamp($0).text) }
            default: break
            }
        }
        json["httpOnly"] = .bool(attributes.contains { $0.name == "httponly" })
        json["secure"] = .bool(attributes.contains { $0.name == "secure" })
        return .object(json)
    }

    private static func number(_ value: Double) -> JSON { JSONNumber(value).map(JSON.number) ?? -1 }
}

/// One `name=value` of a `Cookie` header field (RFC 6265, 4.2).
struct CookiePair: Hashable {
    var name: String
    var value: String

    static func parse(_ header: String) -> [CookiePair] {
        header.split(separator: ";").compactMap { part in
            guard let equals = part.firstIndex(of: "=") else { return nil }
            let name = part[..<equals].trimmingSpaces()
            return name.isEmpty
                ? nil : CookiePair(name: name, value: part[part.index(after: equals)...].trimmingSpaces())
        }
    }
}

/// HTTP dates (RFC 9110, 5.6.7), including the dashed form in cookies of old servers.
package enum HTTPDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// Parses the three forms of RFC 9110, 5.6.7, such as `Wed, 21 Oct 2026 07:28:00 GMT`; `nil` for any other text.
    package static func parse(_ text: String) -> Date? {
        var parts = text.split { " ,-".contains($0) }
        // The form of asctime: Sun Nov  6 08:49:37 1994.
        if parts.count == 5, Int(parts[1]) == nil { parts = [0, 2, 1, 4, 3].map { parts[$0] } }
        // Another time zone would change the time.
        guard parts.count == 5 || parts.count == 6 && ["GMT", "UTC"].contains(parts[5].uppercased()),
            let day = Int(parts[1]),
            let month = months.firstIndex(of: parts[2].prefix(3).lowercased()), let year = Int(parts[3])
        else { return nil }
        func pad(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let fullYear = year < 70 ? year + 2000 : year < 100 ? year + 1900 : year
        return Timestamp("\(fullYear)-\(pad(month + 1))-\(pad(day))T\(parts[4])Z")?.date
    }
}
