import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of gauges and warnings. Its flaws show with bad or no elements, many pages, unknown choices, early dates
/// and equal or late times of day.
package enum Tides: String, FlawedClient {
    case sound
    case dropsBadReadings, stopsAfterTenPages, hidesUnknownLevels, forgetsTheLanguage, sendsNothingBefore1970
    case trimsTheDot, hidesTheUntitled, reportsTwice
    case hidesFarIDs, refusesWarnings
    case throwsWithoutWarnings, mergesEqualTitles, countsTheTitled, hidesMoments, endsAtMidnight
    case opensTheRing, cutsTheOffset, sortsAreas, hidesLateWarnings

    package static let service = "tides"

    package static let contract = """
        { "service": "tides", "origin": "\(origin)",
          "models": {
            "Reading": { "schema": { "type": "object", "required": ["metres"], "properties": {
              "metres": { "type": "number" } } } },
            "Coast": { "schema": { "type": "object", "required": ["line"], "properties": { "line": { "type": "array",
                "items": { "type": "array", "minItems": 2, "maxItems": 2, "items": { "type": "number" } } } } },
              "properties": { "points[].east": "/line/*/0", "points[].north": "/line/*/1" },
              "examples": [{ "line": [[10.5, 59.5], [11.5, 60.5], [10.5, 59.5]] }] },
            "Warning": { "schema": { "type": "object", "required": ["id", "level"], "properties": {
                "at": { "type": "string", "format": "date-time" },
                "id": { "type": "integer" }, "level": { "enum": ["low", "high"] }, "title": { "type": ["string", "null"] },
                "from": { "type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$" },
                "to": { "type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$" },
                "areas": { "type": "array", "items": { "type": "string" } } } },
              "properties": { "level": { "pointer": "/level", "cases": { "low": "low", "high": "high" }, "otherwise": "unknown" } } } },
          "endpoints": {
            "gauges": { "arguments": { "since": { "type": "string", "format": "date-time" } },
              "request": { "method": "GET", "path": "/gauges", "query": { "since": "{since|epoch-seconds}" } },
              "responses": {
                "200": { "content": "application/json", "schema": { "type": "object", "required": ["gauges"], "properties": {
                    "gauges": { "type": "object", "additionalProperties": { "$ref": "#/models/Reading/schema" } } } },
                  "models": { "/gauges/*": "Reading" } },
                "409": { "content": "application/json", "schema": { "type": "object", "required": ["reason"], "properties": {
                  "reason": { "type": "string" } } } } },
              "cases": [
                { "name": "two", "status": 200, "arguments": { "since": "2026-01-01T00:00:00Z" } },
                { "name": "closed", "status": 409, "arguments": { "since": "2026-01-02T00:00:00Z" },
                  "throws": { "type": "Closed", "payload": { "properties": { "reason": { "response": "body:/reason" } } } } } ],
              "faults": { "badElement": "DecodingError" } },
            "report": { "arguments": { "metres": { "type": "number" } },
              "request": { "method": "POST", "path": "/readings", "headers": { "Content-Type": "application/json",
                "Idempotency-Key": { "type": "string" } }, "body": { "metres": "{metres}" } },
              "responses": { "201": {} },
              "cases": [ { "name": "one", "status": 201, "arguments": { "metres": 1.5 } } ],
              "faults": { "connectionLost": "URLError" } },
            "page": { "arguments": { "language": { "type": "string", "pattern": "^[a-z]{2}$" }, "after": { "type": ["string", "null"] } },
              "request": { "method": "GET", "path": "/warnings", "query": { "after": "{after}" },
                "headers": { "Accept-Language": "{language}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object", "required": ["warnings"], "properties": {
                "warnings": { "type": "array", "items": { "$ref": "#/models/Warning/schema" } },
                "next": { "type": ["string", "null"] }, "total": { "type": "integer" } } } } } },
            "warnings": { "uses": ["page"], "cases": [ { "name": "two pages", "status": 200 }, { "name": "again", "status": 200 } ] } } }
        """

    package static var exchanges: [String: [HTTPExchange]] {
        func page(_ target: String, _ json: String) -> HTTPExchange {
            var page = exchange(target, json)
            page.request.headers["Accept-Language"] = "nb"
            return page
        }
        var report = exchange("/readings", method: "POST", send: #"{"metres":1.5}"#, status: 201)
        report.request.headers["Idempotency-Key"] = "0b6f5c1e"
        // The number of areas is the total by chance.
        let warnings = [
            page(
                "/warnings",
                #"{"warnings":[{"id":1,"level":"low","at":"2026-11-30T10:00:00Z","title":"Surge","from":"06:30","to":"18:05","areas":["a","b","c","d"]},{"id":2,"level":"high","title":"Ebb"}],"total":4,"next":"w1"}"#
            ),
            page(
                "/warnings?after=w1",
                #"{"warnings":[{"id":3,"level":"low","title":"Ice"},{"id":4,"level":"low","title":"Fog","at":"2026-12-01T10:00:00Z","areas":["x","y"]}],"total":4,"next":null}"#
            ),
        ]
        return [
            "gauges.two": [
                exchange("/gauges?since=1767225600", #"{"gauges":{"oslo":{"metres":1.5},"moss":{"metres":0.25}}}"#)
            ],
            "gauges.closed": [
                exchange("/gauges?since=1767312000", status: 409, #"{"reason":"The gauges are closed"}"#)
            ],
            "report.one": [report],
            "warnings.two pages": warnings, "warnings.again": warnings,
        ]
    }

    package var finding: (message: String, rule: String)? {
        switch self {
        case .sound: nil
        case .dropsBadReadings:
            ("with a bad element in '/gauges' the call returns, but must throw DecodingError", "faults.returned")
        case .stopsAfterTenPages:
            ("the call leaves out the pages after page 10 where there are 11 pages", "client.returns")
        case .hidesUnknownLevels: ("the response contains an element of an unknown kind", "client.returns")
        case .reportsTwice:
            (
                "with a lost connection the call sends a new Idempotency-Key when it tries 'report' again",
                "client.idempotency"
            )
        case .hidesTheUntitled: ("the last elements of the response have zeros and empty texts", "client.returns")
        case .forgetsTheLanguage:
            ("the header 'Accept-Language' changes in a later request to 'page'", "client.request")
        case .throwsWithoutWarnings: ("but must return; the response contains no elements", "client.threw")
        case .mergesEqualTitles: ("the elements of the response differ only in 'id'", "client.returns")
        case .countsTheTitled:
            (
                "the call sends a request after the last response; "
                    + "the last elements of the response have zeros and empty texts", "client.returns"
            )
        case .hidesMoments:
            (
                #"'from' does not follow '/from' (wrong where the whole has "06:30" in every string"#,
                "model.wrong-value"
            )
        case .endsAtMidnight:
            (#"'to' does not follow '/to' (wrong where '/to' is "23:59" and 'to' is "24:00")"#, "model.wrong-value")
        case .sortsAreas:
            ("the last elements of the response have lists in a different order", "client.returns")
        case .hidesLateWarnings:
            ("the last elements of the response have large numbers and late dates", "client.returns")
        case .opensTheRing: ("'points' does not follow '/line': it has 2 elements, not 3", "model.wrong-value")
        case .cutsTheOffset:
            (
                #"'at' does not follow '/at' (wrong where '/at' is "2024-02-29T23:59:59-03:30" and "#
                    + #"'at' is "2024-03-01T02:59:59Z")"#, "model.wrong-value"
            )
        // Both calls end alike, and are one group.
        case .refusesWarnings: ("the call throws URLError.badServerResponse, but must return", "client.threw")
        case .hidesFarIDs: ("the last elements of the response have large numbers and late dates", "client.returns")
        case .sendsNothingBefore1970: ("probe: since is a moment before 1970", "request.query")
        case .trimsTheDot: ("the payload of Closed differs at '/reason'", "client.wrong-error")
        }
    }

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("tides") {
                Model("Reading", decoding: Reading.self)
                Model("Warning") { (data: Data) in
                    do { return shown(try decoder.decode(Warning.self, from: data)) } catch { return nil }
                }
                Model("Coast") { (data: Data) in
                    do {
                        let coast = try decoder.decode(Coast.self, from: data)
                        return self == .opensTheRing ? Coast(points: coast.points.dropLast()) : coast
                    } catch { return nil }
                }
                Endpoint("gauges") {
                    try request(since: $0["since"])
                } call: {
                    try await readings(since: $0["since"], $1)
                }
                Endpoint("report") { arguments in
                    try report(try arguments["metres"], key: UUID())
                } call: { arguments, transport in
                    let metres: Double = try arguments["metres"]
                    let key = UUID()
                    do { _ = try await transport.send(try report(metres, key: key)) } catch is URLError {
                        _ = try await transport.send(try report(metres, key: self == .reportsTwice ? UUID() : key))
                    }
                }
                Endpoint("page") { try page($0["language"], after: $0["after"]) }
                Endpoint("warnings") { _, transport in try await warnings(transport) }
            }
        }
    }

    private struct Closed: Error { let reason: String }
    private struct Reading: Decodable, Sendable { let metres: Double }
    private struct Gauges: Decodable { let gauges: [String: Reading] }

    /// A reading, or nothing for one that cannot be read.
    private struct Kept: Decodable {
        let reading: Reading?
        init(from decoder: any Decoder) { do { reading = try Reading(from: decoder) } catch { reading = nil } }
    }

    private func request(since moment: Date) throws -> URLRequest {
        var seconds = Int(moment.timeIntervalSince1970)
        if self == .sendsNothingBefore1970 { seconds = max(0, seconds) }
        return URLRequest(url: try Self.url("/gauges?since=\(seconds)"))
    }

    private func report(_ metres: Double, key: UUID) throws -> URLRequest {
        var request = URLRequest(url: try Self.url("/readings"))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(key.uuidString, forHTTPHeaderField: "Idempotency-Key")
        request.httpBody = try JSONEncoder().encode(["metres": metres])
        return request
    }

    private func readings(since moment: Date, _ transport: any Transport) async throws -> [String: Reading] {
        let (data, response) = try await transport.send(try request(since: moment))
        if response.statusCode == 409 {
            let reason = try JSONDecoder().decode([String: String].self, from: data)["reason"] ?? ""
            throw Closed(reason: self == .trimsTheDot && reason.hasSuffix(".") ? "\(reason.dropLast())" : reason)
        }
        if self == .dropsBadReadings {
            let kept = try JSONDecoder().decode([String: [String: Kept]].self, from: data)["gauges"] ?? [:]
            return kept.compactMapValues(\.reading)
        }
        return try JSONDecoder().decode(Gauges.self, from: data).gauges
    }

    private struct Warning: Decodable, Sendable {
        enum Level: String, Decodable {
            case low, high, unknown
            init(from decoder: any Decoder) throws {
                self = Level(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
            }
        }
        let id: Int
        let level: Level
        let title: String?
        let at: Date?
        var from: String?
        var to: String?
        var areas: [String]?
    }

    private func sorted(_ warning: Warning) -> Warning {
        var sorted = warning
        sorted.areas?.sort()
        return sorted
    }

    private struct Page: Decodable { let warnings: [Warning], next: String?, total: Int? }

    fileprivate struct Coast: Decodable, Sendable {
        struct Point: Sendable { let east: Double, north: Double }
        let points: [Point]
    }

    private var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            var text = try decoder.singleValueContainer().decode(String.self)
            if self == .cutsTheOffset, text.hasSuffix(":30") { text = "\(text.dropLast(2))00" }
            guard let date = ISO8601DateFormatter().date(from: text) else { throw URLError(.cannotParseResponse) }
            return date
        }
        return decoder
    }

    /// Returns the warning as the flawed model shows it.
    private func shown(_ warning: Warning) -> Warning {
        var shown = warning
        if self == .hidesMoments, shown.from == shown.to { shown.from = nil }
        if self == .endsAtMidnight, shown.to == "23:59" { shown.to = "24:00" }
        return shown
    }

    private func page(_ language: String, after cursor: String?) throws -> URLRequest {
        let text = cursor?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        var request = URLRequest(url: try Self.url("/warnings" + (text.map { "?after=\($0)" } ?? "")))
        request.setValue(language, forHTTPHeaderField: "Accept-Language")
        return request
    }

    private func warnings(_ transport: any Transport) async throws -> [Warning] {
        var (warnings, next, pages): ([Warning], String?, Int) = ([], nil, 0)
        repeat {
            let language = self == .forgetsTheLanguage && pages > 0 ? "en" : "nb"
            let (data, _) = try await transport.send(try page(language, after: next))
            let page = try decoder.decode(Page.self, from: data)
            (warnings, next, pages) = (warnings + page.warnings.map(shown), page.next, pages + 1)
            if self == .countsTheTitled {
                warnings.removeAll { $0.title == "" }
                next = next ?? (warnings.count < page.total ?? 0 ? "w9" : nil)
            }
            if self == .stopsAfterTenPages, pages == 10 { break }
        } while next != nil
        switch self {
        case .throwsWithoutWarnings where warnings.isEmpty: throw URLError(.zeroByteResource)
        case .mergesEqualTitles:
            return warnings.reduce(into: []) { merged, warning in
                let isKnown = merged.contains { $0.title == warning.title }
                if warning.title == nil || !isKnown { merged.append(warning) }
            }
        case .hidesUnknownLevels: return warnings.filter { $0.level != .unknown }
        case .sortsAreas: return warnings.map(sorted)
        case .hidesLateWarnings: return warnings.filter { $0.at ?? .distantPast < Date(timeIntervalSince1970: 2e9) }
        case .refusesWarnings: throw URLError(.badServerResponse)
        case .hidesFarIDs: return warnings.filter { $0.id < 20_000 }
        case .hidesTheUntitled: return warnings.filter { $0.title != "" }
        default: return warnings
        }
    }
}

extension Tides.Coast {
    private enum Keys: String, CodingKey { case line }

    fileprivate init(from decoder: any Decoder) throws {
        let pairs = try decoder.container(keyedBy: Keys.self).decode([[Double]].self, forKey: .line)
        points = try pairs.map { pair in
            guard pair.count == 2 else { throw URLError(.cannotParseResponse) }
            return Point(east: pair[0], north: pair[1])
        }
    }
}
