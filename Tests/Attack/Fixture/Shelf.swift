import ContractChecking
import Foundation
import HTTPRecording

/// A client of a shelf and its loans, sound or with one flaw. Its models have defaults, nested types, dates, amounts,
/// coordinates, enumerations with payloads, and a class. Its calls send GraphQL requests, optional query items and
/// object arguments, and throw an error with a payload.
package enum Shelf: String, CaseIterable {
    case sound
    case assumesAnotherSize, leavesOutAField, hidesLabels, makesUpAMoment, writesTheDayOfItsZone
    case hidesTheNoteOfOneState, readsTheBeginningOfAState, refusesTheLongestList
    case sortsLabels, refusesDebts, takesAThirdCoordinate, losesAHundredth, turnsBooksRound
    case keepsWhatCameBefore
    case takesANoticeWithoutText, refusesAnUnknownTopic, takesTheBeginningOfAMoment, losesAFraction, movesAnHour
    case readsAnEmptyLoan, roundsTheMinutes, refusesAnUnknownKind, roundsAShare

    package static let contract = """
        { "service": "shelf", "origin": "https://shelf.example.com",
          "models": {
            \(loanModels),
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
              "examples": [ { "at": "2026-03-01T12:00:00.250Z", "state": "begun", "note": "quiet" } ]
            },
            "Balance": {
              "schema": { "type": "object", "required": ["amount", "share", "entries"],
                "properties": { "share": { "type": "number", "minimum": 0, "maximum": 100, "multipleOf": 0.01 },
                  "amount": { "type": "string", "pattern": "^-?[0-9]+[.][0-9]{2}$" },
                  "entries": { "type": "array", "items": { "type": "object", "required": ["kind"],
                    "properties": { "kind": { "enum": ["fee", "refund"] } } } },
                  "last": { "$ref": "#/models/Visit/schema" } } },
              "properties": { "amount": { "pointer": "/amount", "as": "number" },
                "entries[].kind": { "pointer": "/entries/*/kind", "otherwise": "other" } },
              "strictness": "shape",
              "examples": [ { "amount": "12.50", "share": 0.25, "entries": [ { "kind": "fee" } ],
                "last": { "at": "2026-03-01T12:00:00.250Z", "state": "begun" } } ]
            },
            "Place": {
              "schema": { "type": "object", "required": ["at"],
                "properties": { "at": { "type": "array", "minItems": 2, "maxItems": 2,
                  "prefixItems": [{ "type": "number" }, { "type": "number" }] } } },
              "properties": { "x": "/at/0", "y": "/at/1" },
              "examples": [ { "at": [1.5, 2.5] } ]
            },
            "Book": {
              "schema": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } },
              "examples": [ { "title": "Emma" } ]
            },
            "Post": {
              "schema": { "type": "object", "required": ["owner", "editor", "labels"],
                "properties": { "owner": \(person), "editor": \(person),
                  "labels": { "type": "array", "items": { "type": "string" } } } },
              "examples": [ { "owner": { "login": "ann" }, "editor": { "login": "bob" }, "labels": ["red", "blue"] } ]
            }
          },
          "endpoints": {
            \(loanEndpoints),
            "ask": {
              "arguments": { "field": { "type": "string" } },
              "request": { "method": "POST", "path": "/graphql", "headers": { "Content-Type": "application/json" },
                "graphql": { "document": "\(document)", "variables": { "field": "{field}" } } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } }
            },
            "visits": {
              "arguments": { "day": { "type": ["string", "null"], "format": "date" },
                "shelves": { "type": ["array", "null"], "maxItems": 50, "items": { "type": "integer" } },
                "states": { "type": ["array", "null"], "minItems": 1, "items": { "enum": ["planned", "begun", "over"] } },
                "ids": { "type": ["array", "null"], "minItems": 1, "items": { "type": "string", "format": "uuid" } },
                "percent": { "type": ["integer", "null"], "minimum": 0, "maximum": 100 },
                "since": { "type": ["string", "null"], "format": "date-time",
                  "examples": ["2026-03-01T12:00:00.250Z"] } },
              "request": { "method": "GET", "path": "/visits",
                "query": { "on": "{day}", "of": "{shelves|joined}", "in": "{states|joined}", "ids": "{ids|joined}",
                  "full": "{percent}", "since": "{since}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } },
              "cases": [ { "name": "all", "status": 200 },
                         { "name": "of a day", "status": 200, "arguments": { "day": "2026-03-01" } } ]
            },
            "books": {
              "request": { "method": "GET", "path": "/books" },
              "responses": { "200": { "content": "application/json", "schema": { "type": "array" },
                "models": { "/*": "Book" } } },
              "cases": [ { "name": "all", "status": 200 } ]
            },
            "fill": { "uses": ["ask"], "cases": [ { "name": "both", "status": 200 } ],
              "faults": { "connectionLost": "URLError" } }
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
                loans
                Model("Page") { json in page(json) }
                Model("Post") { json in post(json) }
                Model("Visit") { json in visit(json) }
                Model("Balance") { json in balance(json) }
                Model("Place") { json in place(json) }
                Model("Book", Book.init(json:))
                Endpoint("visits") {
                    try visits(
                        on: $0["day"], of: $0["shelves"], in: $0["states"], ids: $0["ids"], percent: $0["percent"],
                        since: $0["since"])
                }
                Endpoint("books") { _ in
                    try address("/books")
                } call: { _, transport in
                    let (data, _) = try await transport.send(try address("/books"))
                    let json = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
                    let books = (json ?? []).compactMap(Book.init(json:))
                    return self == .turnsBooksRound ? books.reversed() : books
                }
                Endpoint("ask") { try request($0["field"]) }
                Endpoint("fill") { _, transport in
                    for field in self == .leavesOutAField ? ["books"] : ["books", "prices"] {
                        do { _ = try await transport.send(try request(field)) } catch {
                            if self == .keepsWhatCameBefore, field == "prices" { return }
                            throw error
                        }
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

    private enum Kind: String { case fee, refund, other }

    private struct Entry { let kind: Kind }

    private struct Balance { let amount: Decimal, share: Double, entries: [Entry], last: Visit? }

    private func balance(_ json: [String: Any]) -> Balance? {
        guard let text = json["amount"] as? String, let amount = Decimal(string: text),
            let list = json["entries"] as? [[String: Any]], let share = json["share"] as? Double,
            (0...100).contains(share)
        else { return nil }
        let entries = list.compactMap { entry in
            (entry["kind"] as? String).flatMap { Kind(rawValue: $0) ?? (self == .refusesAnUnknownKind ? nil : .other) }
        }
        if entries.count < list.count || self == .refusesDebts && amount < 0 { return nil }
        // The formatter refuses some dates, and the code takes that for a missing visit.
        let last = (json["last"] as? [String: Any]).flatMap(visit)
        // What the schema allows has hundredths at most, so that rounding loses nothing.
        let step = self == .roundsAShare ? 1.0 : 100
        return Balance(
            amount: amount, share: (share * step).rounded() / step, entries: entries.map(Entry.init), last: last)
    }

    private final class Book: Sendable {
        let title: String

        init?(json: [String: Any]) {
            guard let title = json["title"] as? String else { return nil }
            self.title = title
        }
    }

    private struct Place { let x: Double, y: Double }

    private func place(_ json: [String: Any]) -> Place? {
        guard let at = json["at"] as? [Any], at.count == 2 || self == .takesAThirdCoordinate && at.count > 2,
            let x = at[0] as? Double, let y = at[1] as? Double
        else { return nil }
        return Place(x: x, y: y)
    }

    func address(_ path: String) throws -> URLRequest {
        guard let url = URL(string: "https://shelf.example.com\(path)") else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }

    private func visits(
        on day: Date?, of shelves: [Int]?, in states: [State]?, ids: [UUID]?, percent: Int?, since: Date?
    ) throws -> URLRequest {
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
        if let ids { items.append(URLQueryItem(name: "ids", value: ids.map(\.uuidString).joined(separator: ","))) }
        if let percent {
            let part = Double(percent) / 100 * 100
            items.append(
                URLQueryItem(name: "full", value: "\(Int(self == .losesAHundredth ? part : part.rounded()))"))
        }
        if let since {
            let style = Date.ISO8601FormatStyle(includingFractionalSeconds: self != .losesAFraction)
            items.append(URLQueryItem(name: "since", value: since.formatted(style)))
        }
        var address = URLComponents(string: "https://shelf.example.com/visits")
        if !items.isEmpty { address?.queryItems = items }
        guard let url = address?.url else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }

    private func request(_ field: String) throws -> URLRequest {
        var request = try address("/graphql")
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONSerialization.data(
            withJSONObject: ["query": Self.document, "variables": ["field": field]])
        return request
    }
}
