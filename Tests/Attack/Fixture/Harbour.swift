import ContractChecking
import Foundation
import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of ferries and tickets. Its flaws show with zeros, equal ends, emoji in keys, several problems, calls without
/// ferries, and a page for which an unrelated number was no bound.
package enum Harbour: String, FlawedClient {
    case sound
    case hidesZero, refusesEqualEnds, cutsEmoji, namesOneProblem
    case throwsWithoutFerries, stopsAfterTwoPages

    package static let service = "harbour"

    package static let contract = """
        { "service": "harbour", "origin": "\(origin)",
          "models": {
            "Place": { "schema": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } } },
            "Ferry": { "schema": { "type": "object", "required": ["id", "from", "to", "votes"], "properties": {
              "id": { "type": "integer" }, "seats": { "type": ["integer", "null"] },
              "from": { "$ref": "#/models/Place/schema" }, "to": { "$ref": "#/models/Place/schema" },
              "votes": { "type": "object", "additionalProperties": { "type": "integer" } } } } } },
          "endpoints": {
            "ferry": { "request": { "method": "GET", "path": "/ferries/1" },
              "responses": { "200": { "content": "application/json", "schema": { "$ref": "#/models/Ferry/schema" } },
                "422": { "content": "application/json", "schema": { "type": "object", "required": ["problems"], "properties": {
                  "problems": { "type": "array", "items": { "type": "object", "required": ["code"], "properties": {
                    "code": { "type": "string" } } } } } } } },
              "cases": [ { "name": "one", "status": 200 },
                { "name": "refused", "status": 422,
                  "throws": { "case": "refused", "payload": { "response": "body:/problems/*/code" } } } ] },
            "page": { "arguments": { "after": { "type": ["string", "null"] } },
              "request": { "method": "GET", "path": "/ferries", "query": { "after": "{after}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object", "required": ["ferries"],
                "properties": { "ferries": { "type": "array", "items": { "$ref": "#/models/Ferry/schema" } },
                  "next": { "type": ["string", "null"] } } } } } },
            "ferries": { "uses": ["page"], "arguments": { "walk": { "type": "integer" } },
              "cases": [ { "name": "all", "status": 200, "arguments": { "walk": 500 } } ] } } }
        """

    package static var exchanges: [String: [HTTPExchange]] {
        func ferry(_ id: Int) -> String {
            #"{"id":\#(id),"seats":40,"from":{"name":"Moss"},"to":{"name":"Horten"},"votes":{"up":\#(id)}}"#
        }
        return [
            "ferry.one": [exchange("/ferries/1", ferry(1))],
            "ferry.refused": [exchange("/ferries/1", status: 422, #"{"problems":[{"code":"closed"}]}"#)],
            "ferries.all": [
                exchange("/ferries", #"{"ferries":[\#(ferry(1)),\#(ferry(2))],"next":"f1"}"#),
                exchange("/ferries?after=f1", #"{"ferries":[\#(ferry(3))],"next":null}"#),
            ],
        ]
    }

    package var finding: (message: String, rule: String)? {
        switch self {
        case .sound: nil
        case .hidesZero: ("the response has zeros and empty texts", "client.returns")
        case .refusesEqualEnds: (#"probe: the whole has {"name":"Moss"} in every object"#, "model.false-reject")
        case .cutsEmoji: ("'votes' does not follow '/votes': its keys are spelled differently", "model.wrong-value")
        case .namesOneProblem: ("'/problems' of the response has another element", "client.wrong-error")
        case .throwsWithoutFerries: ("but must return; the response contains no elements", "client.threw")
        case .stopsAfterTwoPages: ("the call leaves out the pages after page 2", "client.returns")
        }
    }

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("harbour") {
                Model("Place", decoding: Ferry.Place.self)
                Model("Ferry") { (data: Data) in
                    do { return try shown(JSONDecoder().decode(Ferry.self, from: data)) } catch { return nil }
                }
                Endpoint("ferry") { _ in
                    URLRequest(url: try Self.url("/ferries/1"))
                } call: {
                    try await ferry($1)
                }
                Endpoint("page") { try page(after: $0["after"]) }
                Endpoint("ferries") { _, transport in try await ferries(transport) }
            }
        }
    }

    private struct Ferry: Decodable, Sendable {
        struct Place: Decodable, Sendable, Equatable { let name: String }
        let id: Int
        var seats: Int?
        let from: Place
        let to: Place
        var votes: [String: Int]
    }
    private struct Problems: Decodable {
        struct Problem: Decodable { let code: String }
        let problems: [Problem]
    }
    private struct Page: Decodable { let ferries: [Ferry], next: String? }
    private enum Refusal: Error { case refused([String]) }

    /// Returns the ferry as the flawed model shows it.
    private func shown(_ ferry: Ferry) throws -> Ferry {
        var shown = ferry
        if self == .refusesEqualEnds, ferry.from == ferry.to { throw URLError(.cannotParseResponse) }
        if self == .cutsEmoji {
            let keys = ferry.votes.map { (String($0.unicodeScalars.filter { $0 != "\u{FE0F}" }), $1) }
            shown.votes = Dictionary(keys) { first, _ in first }
        }
        return shown
    }

    private func ferry(_ transport: any Transport) async throws -> Ferry {
        let (data, response) = try await transport.send(URLRequest(url: try Self.url("/ferries/1")))
        if response.statusCode == 422 {
            let codes = try JSONDecoder().decode(Problems.self, from: data).problems.map(\.code)
            throw Refusal.refused(self == .namesOneProblem ? Array(codes.prefix(1)) : codes)
        }
        var ferry = try shown(try JSONDecoder().decode(Ferry.self, from: data))
        if self == .hidesZero, ferry.seats == 0 { ferry.seats = nil }
        return ferry
    }

    private func page(after cursor: String?) throws -> URLRequest {
        let text = cursor?.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        return URLRequest(url: try Self.url("/ferries" + (text.map { "?after=\($0)" } ?? "")))
    }

    private func ferries(_ transport: any Transport) async throws -> [Ferry] {
        var (ferries, next, pages): ([Ferry], String?, Int) = ([], nil, 0)
        repeat {
            let (data, _) = try await transport.send(try page(after: next))
            let page = try JSONDecoder().decode(Page.self, from: data)
            (ferries, next, pages) = (ferries + (try page.ferries.map(shown)), page.next, pages + 1)
        } while next != nil && !(self == .stopsAfterTwoPages && pages == 2)
        if self == .throwsWithoutFerries, ferries.isEmpty { throw URLError(.zeroByteResource) }
        return ferries
    }
}
