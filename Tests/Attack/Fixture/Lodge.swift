import ContractChecking
import Foundation
import HTTPRecording
import JSONValues

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of bookings, whose pages name no cursor, whose guests are of another type than the bound one, and whose
/// exports are made by a job.
package enum Lodge: String, FlawedClient {
    case sound
    case stopsAtAShortPage, goesOnWhereTheLastCallEnded, asksForTheJobAtOnce, losesTheUnknownState, losesTheDetail
    case dropsTheZerosOfADay

    package static let service = "lodge"

    package static let contract = """
        { "service": "lodge", "origin": "\(origin)",
          "models": {
            "Guest": { "schema": { "type": "object", "required": ["name"], "properties": {
                "name": { "type": "string" }, "child": { "type": "boolean" } } },
              "properties": { "isChild": { "pointer": "/child", "absent": false } },
              "examples": [ { "name": "Ada", "child": true } ] },
            "Booking": { "schema": { "type": "object", "required": ["id", "guests", "states", "hours"], "properties": {
                "id": { "type": "integer" },
                "guests": { "type": "array", "items": { "$ref": "#/models/Guest/schema" } },
                "states": { "type": "object", "additionalProperties": { "enum": ["here", "away"] } },
                "hours": { "type": "object", "additionalProperties": { "type": "array", "items": {
                  "type": "string", "pattern": "^[0-2][0-9]h$" } } } } },
              "strictness": "shape",
              "properties": { "states": { "otherwise": "unknown" },
                "hours[][]": { "pointer": "/hours/*/*", "as": "hour" } } } },
          "endpoints": {
            "page": { "arguments": { "after": { "type": ["integer", "null"] } },
              "request": { "method": "GET", "path": "/bookings", "query": { "after": "{after}", "limit": "2" } },
              "responses": { "200": { "content": "application/json", "schema": {
                "type": "object", "required": ["bookings", "more"], "properties": {
                  "bookings": { "type": "array", "items": { "$ref": "#/models/Booking/schema" } },
                  "more": { "type": "boolean" } } }, "models": { "/bookings/*": "Booking" } } } },
            "bookings": { "uses": ["page"], "cases": [ { "name": "three", "status": 200 } ], "survives": ["longer-page"] },
            "export": { "request": { "method": "POST", "path": "/exports" },
              "responses": { "202": { "headers": { "Retry-After": "7" } } } },
            "job": { "request": { "method": "GET", "path": "/exports/1" },
              "responses": { "200": { "content": "text/plain", "text": {} } } },
            "exported": { "uses": ["export", "job"], "cases": [ { "name": "one", "status": 200 } ] },
            "cancel": { "request": { "method": "DELETE", "path": "/bookings/41" },
              "responses": { "204": {}, "409": { "content": "application/json", "schema": { "type": "array", "items": {
                "type": "object", "required": ["code"], "properties": {
                  "code": { "type": "string" }, "detail": { "type": "string" } } } } } },
              "cases": [ { "name": "too late", "status": 409,
                "throws": { "case": "refused", "payload": { "response": "body:" } } } ] },
            "free": { "arguments": { "from": { "type": "string", "format": "date" }, "to": { "type": "string", "format": "date" } },
              "request": { "method": "GET", "path": "/free", "query": { "from": "{from}", "to": "{to}" } },
              "responses": { "204": {} },
              "cases": [ { "name": "a week", "status": 204, "arguments": { "from": "2026-11-12", "to": "2026-11-19" } } ],
              "rejects": [ { "name": "backwards", "arguments": { "from": "2026-12-20", "to": "2026-12-10" },
                "throws": "Backwards" } ] } } }
        """

    package static var exchanges: [String: [HTTPExchange]] {
        func booking(_ id: Int) -> String {
            """
            {"id":\(id),"guests":[{"name":"Ada","child":true},{"name":"Bob"}],
             "states":{"Ada":"here","Bob":"away"},"hours":{"pool":["08h","19h"]}}
            """
        }
        func page(_ ids: [Int], more: Bool) -> String {
            #"{"bookings":[\#(ids.map(booking).joined(separator: ","))],"more":\#(more)}"#
        }
        var started = exchange("/exports", method: "POST", status: 202)
        started.response.headers = ["Location": "/exports/1", "Retry-After": "7"]
        var text = exchange("/exports/1", "41")
        text.response.headers["Content-Type"] = "text/plain"
        return [
            "bookings.three": [
                exchange("/bookings?limit=2", page([41, 42], more: true)),
                exchange("/bookings?limit=2&after=42", page([43], more: false)),
            ],
            "exported.one": [started, text],
            "cancel.too late": [
                exchange(
                    "/bookings/41", method: "DELETE", status: 409,
                    #"[{"code":"late"},{"code":"paid","detail":"in cash"}]"#)
            ],
            "free.a week": [exchange("/free?from=2026-11-12&to=2026-11-19", status: 204)],
        ]
    }

    package var finding: (message: String, rule: String)? {
        switch self {
        case .sound: nil
        case .stopsAtAShortPage:
            ("the call leaves out the pages after page 1, which has fewer elements than recorded", "client.returns")
        case .goesOnWhereTheLastCallEnded:
            ("the call sends a different request when it is made again", "client.returns")
        case .asksForTheJobAtOnce:
            ("the call asks 'job' at once, expected the Retry-After of 'export': 7 s", "client.retry-after")
        case .losesTheUnknownState: ("the case for unknown values does not keep the value", "model.wrong-value")
        case .dropsTheZerosOfADay: ("the query 'from' differs; probe: from is a moment on the first", "request.query")
        case .losesTheDetail: ("the payload of refused", "client.wrong-error")
        }
    }

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("lodge") {
                Model("Guest", decoding: Visitor.self)
                Model("Booking", data: { try booking($0) })
                Conversion("hour") { json in json.stringValue.flatMap(Hour.init) }
                Endpoint("page") { try Self.page(after: $0["after"]) }
                Endpoint("bookings") { _, transport in try await bookings(transport) }
                Endpoint("export") { _ in try Self.request("/exports", "POST") }
                Endpoint("job") { _ in try Self.request("/exports/1") }
                Endpoint("exported") { _, transport in try await exported(transport) }
                Endpoint("cancel") { _, transport in try await cancel(transport) }
                Endpoint("free") { arguments in
                    let (from, to): (String, String) = (try arguments["from"], try arguments["to"])
                    if from > to { throw Backwards() }
                    let first = self == .dropsTheZerosOfADay ? from.replacing(/-0([1-9])$/) { "-\($0.output.1)" } : from
                    return try Self.request("/free?from=\(first)&to=\(to)")
                }
            }
        }
    }

    private static func request(_ target: String, _ method: String = "GET") throws -> URLRequest {
        var request = URLRequest(url: try url(target))
        request.httpMethod = method
        return request
    }

    // MARK: - Bookings

    private enum State: Sendable {
        case here, away, unknown(String)
    }

    private struct Hour: Sendable {
        let number: Int

        init?(_ text: String) {
            guard let match = text.wholeMatch(of: /([0-2][0-9])h/), let number = Int(match.output.1) else { return nil }
            self.number = number
        }
    }

    /// The guest of another screen, which is bound to the model.
    private struct Visitor: Decodable, Sendable {
        let name: String, isChild: Bool

        init(from decoder: any Decoder) throws {
            let guest = try Guest(from: decoder)
            (name, isChild) = (guest.name, guest.isChild)
        }
    }

    private struct Guest: Decodable, Sendable {
        let name: String, isChild: Bool

        private enum Key: CodingKey { case name, child }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            name = try values.decode(String.self, forKey: .name)
            isChild = try values.decodeIfPresent(Bool.self, forKey: .child) ?? false
        }
    }

    private struct Booking: Sendable { let id: Int, guests: [Guest], states: [String: State], hours: [String: [Hour]] }

    private struct Read: Decodable {
        let id: Int, guests: [Guest], states: [String: String], hours: [String: [String]]
    }

    private struct Page: Decodable { let bookings: [Read], more: Bool }

    private func booking(_ data: Data) throws -> Booking {
        try booking(try JSONDecoder().decode(Read.self, from: data))
    }

    private func booking(_ read: Read) throws -> Booking {
        let states = read.states.mapValues { text -> State in
            switch text {
            case "here": .here
            case "away": .away
            default: .unknown(self == .losesTheUnknownState ? "" : text)
            }
        }
        let hours = try read.hours.mapValues { texts in
            try texts.map { text in
                guard let hour = Hour(text) else { throw URLError(.cannotParseResponse) }
                return hour
            }
        }
        return Booking(id: read.id, guests: read.guests, states: states, hours: hours)
    }

    private static func page(after id: Int?) throws -> URLRequest {
        try request("/bookings?limit=2\(id.map { "&after=\($0)" } ?? "")")
    }

    private static let end = Locked<Int?>(nil)

    private func bookings(_ transport: any Transport) async throws -> [Booking] {
        var bookings: [Booking] = []
        var last = self == .goesOnWhereTheLastCallEnded ? Self.end.withLock(\.self) : nil
        while true {
            let page = try JSONDecoder().decode(Page.self, from: try await transport.send(try Self.page(after: last)).0)
            bookings += try page.bookings.map(booking)
            last = bookings.last?.id
            if !page.more || self == .stopsAtAShortPage && page.bookings.count < 2 { break }
        }
        Self.end.withLock { $0 = last }
        return bookings
    }

    // MARK: - Others

    private func exported(_ transport: any Transport) async throws -> String {
        let (_, started) = try await transport.send(try Self.request("/exports", "POST"))
        let seconds = started.value(forHTTPHeaderField: "Retry-After").flatMap(Int.init) ?? 0
        if self != .asksForTheJobAtOnce { try await CallClock.current.sleep(for: .seconds(seconds)) }
        let job = started.value(forHTTPHeaderField: "Location") ?? ""
        return String(decoding: try await transport.send(try Self.request(job)).0, as: UTF8.self)
    }

    private struct Problem: Decodable, Sendable {
        let code: String
        var detail: String?
    }

    private enum Refusal: Error { case refused([Problem]) }
    private struct Backwards: Error {}

    private func cancel(_ transport: any Transport) async throws {
        let (data, response) = try await transport.send(try Self.request("/bookings/41", "DELETE"))
        if response.statusCode == 204 { return }
        let problems = try JSONDecoder().decode([Problem].self, from: data)
        throw Refusal.refused(self == .losesTheDetail ? problems.map { Problem(code: $0.code) } : problems)
    }
}
