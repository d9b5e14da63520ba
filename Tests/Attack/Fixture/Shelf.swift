import ContractChecking
import Foundation
import HTTPRecording

/// A client with a model whose default only its schema knows, one whose inner type has a property of its own, one of a
/// moment, one of an amount, a call of two GraphQL requests, and a request with a day in its second case alone and with a list
/// of an enumeration; right, or with one flaw.
package enum Shelf: String, CaseIterable {
    case sound
    case assumesAnotherSize, leavesOutAField, hidesLabels, makesUpAMoment, writesTheDayOfItsZone
    case hidesTheNoteOfOneState, readsTheBeginningOfAState, refusesTheLongestList
    case sortsLabels, refusesDebts

    package static let contract = """
        { "service": "shelf", "origin": "https://shelf.example.com",
          "models": {
            "Page": {
              "schema": { "type": "object",
                "properties": { "size": { "type": ["integer", "string"], "default": "many" } } },
              "strictness": "shape",
              "examples": [ { "size": 5 } ]
            },
            "Visit": {
              "schema": { "type": "object", "required": ["at", "state"],
                "properties": { "at": { "type": "string", "format": "date-time" },
                  "state": { "enum": ["planned", "begun", "over"] }, "note": { "type": ["string", "null"] } } },
              "strictness": "shape",
              "examples": [ { "at": "2026-03-01T12:00:00Z", "state": "begun", "note": "quiet" } ]
            },
            "Balance": {
              "schema": { "type": "object", "required": ["amount"],
                "properties": { "amount": { "type": "string", "pattern": "^-?[0-9]+[.][0-9]{2}$" } } },
              "properties": { "amount": { "pointer": "/amount", "as": "number" } },
              "strictness": "shape",
              "examples": [ { "amount": "12.50" } ]
            },
            "Post": {
              "schema": { "type": "object", "required": ["owner", "editor", "labels"],
                "properties": { "owner": \(person), "editor": \(person),
                  "labels": { "type": "array", "items": { "type": "string" } } } },
              "examples": [ { "owner": { "login": "ann" }, "editor": { "login": "bob" }, "labels": ["red", "blue"] } ]
            }
          },
          "endpoints": {
            "ask": {
              "arguments": { "field": { "type": "string" } },
              "request": { "method": "POST", "path": "/graphql", "headers": { "Content-Type": "application/json" },
                "graphql": { "document": "\(document)", "variables": { "field": "{field}" } } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } }
            },
            "visits": {
              "arguments": { "day": { "type": ["string", "null"], "format": "date" },
                "shelves": { "type": ["array", "null"], "maxItems": 50, "items": { "type": "integer" } },
                "states": { "type": ["array", "null"], "minItems": 1, "items": { "enum": ["planned", "begun", "over"] } } },
              "request": { "method": "GET", "path": "/visits",
                "query": { "on": "{day}", "of": "{shelves|joined}", "in": "{states|joined}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } },
              "cases": [ { "name": "all", "status": 200 },
                         { "name": "of a day", "status": 200, "arguments": { "day": "2026-03-01" } } ]
            },
            "fill": { "uses": ["ask"], "cases": [ { "name": "both", "status": 200 } ] }
          } }
        """

    private static let person =
        #"{ "type": "object", "required": ["login"], "properties": { "login": { "type": "string" } } }"#
    private static let document = "query Find($field: String!) { find(field: $field) }"

    package static func body(_ field: String) -> String {
        #"{"query":"\#(document)","variables":{"field":"\#(field)"}}"#
    }

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("shelf") {
                Model("Page") { json in page(json) }
                Model("Post") { json in post(json) }
                Model("Visit") { json in visit(json) }
                Model("Balance") { json in balance(json) }
                Endpoint("visits") { try visits(on: $0["day"], of: $0["shelves"], in: $0["states"]) }
                Endpoint("ask") { try request($0["field"]) }
                Endpoint("fill") { _, transport in
                    for field in self == .leavesOutAField ? ["books"] : ["books", "prices"] {
                        _ = try await transport.send(try request(field))
                    }
                }
            }
        }
    }

    private struct Page { let size: AnyHashable }

    private func page(_ json: [String: Any]) -> Page {
        if let count = json["size"] as? Int { return Page(size: count) }
        if let word = json["size"] as? String { return Page(size: word) }
        return Page(size: self == .assumesAnotherSize ? 20 : "many")
    }

    private struct Person {
        let login: String
        var isFollowed = false

        init?(json: Any?) {
            guard let json = json as? [String: Any], let login = json["login"] as? String else { return nil }
            self.login = login
        }
    }

    private struct Post { let owner: Person, editor: Person, labels: [String] }

    private func post(_ json: [String: Any]) -> Post? {
        guard let owner = Person(json: json["owner"]), let editor = Person(json: json["editor"]),
            let labels = json["labels"] as? [String]
        else { return nil }
        return switch self {
        case .hidesLabels: Post(owner: owner, editor: editor, labels: labels.filter { !$0.hasPrefix("_") })
        case .sortsLabels: Post(owner: owner, editor: editor, labels: labels.sorted())
        default: Post(owner: owner, editor: editor, labels: labels)
        }
    }

    private enum State: String, CaseIterable { case planned, begun, over }

    private struct Visit { let at: Date, state: State, note: String? }

    private struct TooManyShelves: Error {}

    private func visit(_ json: [String: Any]) -> Visit? {
        guard let text = json["at"] as? String, let name = json["state"] as? String else { return nil }
        let state =
            self == .readsTheBeginningOfAState
            ? State.allCases.first { name.hasPrefix($0.rawValue) } : State(rawValue: name)
        guard let state else { return nil }
        let note = self == .hidesTheNoteOfOneState && state == .over ? nil : json["note"] as? String
        for isExact in [false, true] {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: isExact)
            if let date = try? Date(text, strategy: style) { return Visit(at: date, state: state, note: note) }
        }
        return self == .makesUpAMoment ? Visit(at: .distantPast, state: state, note: note) : nil
    }

    private struct Balance { let amount: Decimal }

    private func balance(_ json: [String: Any]) -> Balance? {
        guard let text = json["amount"] as? String, let amount = Decimal(string: text) else { return nil }
        return self == .refusesDebts && amount < 0 ? nil : Balance(amount: amount)
    }

    private func visits(on day: Date?, of shelves: [Int]?, in states: [State]?) throws -> URLRequest {
        var items: [URLQueryItem] = []
        if let day {
            let style = Date.ISO8601FormatStyle(timeZone: self == .writesTheDayOfItsZone ? .current : .gmt)
            items.append(URLQueryItem(name: "on", value: day.formatted(style.year().month().day())))
        }
        if let shelves, !shelves.isEmpty {
            guard shelves.count <= (self == .refusesTheLongestList ? 49 : 50) else { throw TooManyShelves() }
            items.append(URLQueryItem(name: "of", value: shelves.map(String.init).joined(separator: ",")))
        }
        if let states { items.append(URLQueryItem(name: "in", value: states.map(\.rawValue).joined(separator: ","))) }
        var address = URLComponents(string: "https://shelf.example.com/visits")
        if !items.isEmpty { address?.queryItems = items }
        guard let url = address?.url else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }

    private func request(_ field: String) throws -> URLRequest {
        guard let url = URL(string: "https://shelf.example.com/graphql") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONSerialization.data(
            withJSONObject: ["query": Self.document, "variables": ["field": field]])
        return request
    }
}
