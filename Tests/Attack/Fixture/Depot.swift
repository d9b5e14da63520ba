import ContractChecking
import Foundation
import HTTPRecording
import JSONValues

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of boxes in a depot. Its flaws show with long and empty dictionaries and lists in another order, at repeated
/// calls and requests, and at pages of which only their number is told.
package enum Depot: String, FlawedClient {
    case sound
    case keepsTenLabels, takesBadWaitsForZero, sortsKinds, sendsTheLeastDigits
    case losesTheNoteOnRetry, retriesForEver, lowersTheTag, keepsTheLastRows
    case stopsAtAShortPage, stopsAfterThreePages, trapsWithoutPages
    case dropsUnmarkedShelves, refusesNoShelves, dropsABoxOfTheRoom, dropsLateChecks, dropsAColorAlone

    package var needsWorker: Bool { self == .trapsWithoutPages }

    package static let service = "depot"

    package static let contract = """
        { "service": "depot", "origin": "\(origin)",
          "models": {
            "Box": { "schema": { "type": "object", "required": ["id", "labels"], "properties": {
                "id": { "type": "string", "format": "uuid" }, "marks": { "type": "array", "items": { "type": "string" } },
                "labels": { "type": "object", "additionalProperties": { "type": "string" } } } },
              "properties": { "id": { "pointer": "/id", "as": "uuid" }, "marks": { "pointer": "/marks", "absent": [] } },
              "examples": [ { "id": "\(id(1))", "marks": ["a"], "labels": { "red": "x" } } ] },
            "Wait": { "strictness": "shape", "schema": { "type": "object", "required": ["wait"], "properties": {
                "wait": { "type": "string", "pattern": "^P[0-9]+D$" } } },
              "properties": { "wait": { "pointer": "/wait", "as": "days" } }, "examples": [ { "wait": "P2D" } ] },
            "Room": { "schema": { "type": "object", "required": ["boxes"], "properties": {
                "boxes": { "type": "array", "items": { "$ref": "#/models/Box/schema" } } } },
              "properties": { "boxes": { "pointer": "/boxes", "lossy": true } } },
            "Check": { "schema": { "type": "object", "required": ["at"], "properties": {
                "at": { "type": "integer", "minimum": 0 } } },
              "properties": { "at": { "pointer": "/at", "as": "epoch-milliseconds" } } },
            "Row": { "schema": { "oneOf": [
                { "type": "object", "required": ["kind", "from"], "properties": {
                  "kind": { "const": "in" }, "from": { "type": "string" } } },
                { "type": "object", "required": ["kind", "to"], "properties": {
                  "kind": { "const": "out" }, "to": { "type": "string" } } } ] },
              "discriminator": "/kind", "variants": { "in": { "case": "Arrival" }, "out": { "case": "Departure" } } } },
          "endpoints": {
            "box": { "request": { "method": "GET", "path": "/box" },
              "responses": { "200": { "content": "application/json", "headers": { "ETag": { "minLength": 1 } },
                "schema": { "$ref": "#/models/Box/schema" }, "models": { "": "Box" } } },
              "cases": [ { "name": "one", "status": 200,
                "returns": { "properties": { "tag": { "response": "header:ETag" } } } } ],
              "survives": ["member-gone"] },
            "boxes": { "arguments": {
                "kinds": { "type": "array", "items": { "enum": ["big", "flat", "wet"] } },
                "price": { "type": "string", "pattern": "^[1-9][0-9]?[.][0-9]{2}$" } },
              "request": { "method": "GET", "path": "/boxes", "query": { "kinds": "{kinds|joined}", "price": "{price}" } },
              "responses": { "200": { "content": "application/json",
                "schema": { "type": "array", "items": { "$ref": "#/models/Box/schema" } }, "models": { "/*": "Box" } } },
              "cases": [ { "name": "two", "status": 200, "arguments": { "kinds": ["big", "flat"], "price": "12.55" } } ],
              "survives": ["longer-page"] },
            "send": { "arguments": { "note": { "type": ["string", "null"] } },
              "request": { "method": "PUT", "path": "/note", "body": { "note": "{note}" } },
              "responses": { "204": {} },
              "cases": [ { "name": "one", "status": 204, "arguments": { "note": "a" } } ],
              "faults": { "status:503": "Busy", "unreachable": "URLError" } },
            "room": { "request": { "method": "GET", "path": "/room" },
              "responses": { "200": { "content": "application/json", "schema": { "$ref": "#/models/Room/schema" },
                "models": { "": "Room" } } }, "cases": [ { "name": "two", "status": 200 } ] },
            "checks": { "arguments": { "color": { "type": ["string", "null"] },
                "size": { "type": ["string", "null"] }, "shape": { "type": ["string", "null"] } },
              "request": { "method": "GET", "path": "/checks", "query": {
                "color": "{color}", "size": "{size}", "shape": "{shape}" } },
              "responses": { "200": { "content": "application/json",
                "schema": { "type": "array", "items": { "$ref": "#/models/Check/schema" } }, "models": { "/*": "Check" } } },
              "cases": [ { "name": "two", "status": 200, "arguments": { "color": "red", "size": "big", "shape": "flat" } } ] },
            "shelves": { "request": { "method": "GET", "path": "/shelves" },
              "responses": { "200": { "content": "application/json", "models": { "/*": "Box" }, "schema": {
                "type": "object", "additionalProperties": { "$ref": "#/models/Box/schema" } } } },
              "cases": [ { "name": "two", "status": 200 } ] },
            "move": { "arguments": { "at": { "type": "string", "format": "date-time" } },
              "request": { "method": "PUT", "path": "/move", "body": { "at": "{at}" } },
              "responses": { "204": {} }, "survives": ["redirect"],
              "cases": [ { "name": "one", "status": 204, "arguments": { "at": "2026-11-20T10:11:12Z" } } ] },
            "rows": { "request": { "method": "GET", "path": "/rows" },
              "responses": { "200": { "content": "application/json",
                "schema": { "type": "array", "items": { "$ref": "#/models/Row/schema" } }, "models": { "/*": "Row" } } },
              "cases": [ { "name": "two", "status": 200 } ] },
            "page": { "arguments": { "depot": { "type": "integer" }, "number": { "type": "integer", "minimum": 1 },
                "size": { "type": "integer" } },
              "request": { "method": "GET", "path": "/{depot}/pages", "query": { "page": "{number}", "size": "{size}" } },
              "responses": { "200": { "content": "application/json", "schema": {
                "type": "object", "required": ["boxes", "pages"], "properties": {
                  "boxes": { "type": "array", "items": { "$ref": "#/models/Box/schema" } },
                  "pages": { "type": "integer", "minimum": 0 } } }, "models": { "/boxes/*": "Box" } } } },
            "pages": { "arguments": { "depot": { "type": "integer" }, "size": { "type": "integer" } }, "uses": ["page"],
              "cases": [ { "name": "two", "status": 200, "arguments": { "depot": 7, "size": 5 } } ] } } }
        """

    private static func id(_ number: Int) -> String { "0F8FAD5B-D9CB-469F-A165-7086772895E\(number)" }

    package static var exchanges: [String: [HTTPExchange]] {
        func box(_ number: Int) -> String { #"{"id":"\#(id(number))","marks":["a","b"],"labels":{"red":"x"}}"# }
        func boxes(_ numbers: Int...) -> String { "[\(numbers.map(box).joined(separator: ","))]" }
        var tagged = exchange("/box", box(1))
        tagged.response.headers["ETag"] = "\"a1\""
        return [
            "box.one": [tagged],
            "boxes.two": [exchange("/boxes?kinds=big,flat&price=12.55", boxes(1, 2))],
            "send.one": [exchange("/note", method: "PUT", send: #"{"note":"a"}"#, status: 204)],
            "room.two": [exchange("/room", #"{"boxes":\#(boxes(1, 2))}"#)],
            "checks.two": [
                exchange("/checks?color=red&size=big&shape=flat", #"[{"at":1795162800123},{"at":1795162900456}]"#)
            ],
            "shelves.two": [exchange("/shelves", #"{"s1":\#(box(1)),"s2":\#(box(2))}"#)],
            "move.one": [exchange("/move", method: "PUT", send: #"{"at":"2026-11-20T10:11:12Z"}"#, status: 204)],
            "rows.two": [exchange("/rows", #"[{"kind":"in","from":"a"},{"kind":"out","to":"b"}]"#)],
            "pages.two": [
                exchange("/7/pages?page=1&size=5", #"{"boxes":\#(boxes(1, 2, 3, 4, 5)),"pages":2}"#),
                exchange("/7/pages?page=2&size=5", #"{"boxes":\#(boxes(6)),"pages":2}"#),
            ],
        ]
    }

    package var finding: (message: String, rule: String)? {
        switch self {
        case .sound: nil
        case .keepsTenLabels: ("'labels' does not follow '/labels'", "model.wrong-value")
        case .takesBadWaitsForZero: ("'wait' does not follow '/wait'", "model.wrong-value")
        case .sortsKinds: ("probe: kinds is a list of 3 values backwards", "request.query")
        case .sendsTheLeastDigits: ("the query 'price' differs; probe: price is the pattern's", "request.query")
        case .losesTheNoteOnRetry:
            ("with status 503 the call tries again with another request: the body differs at '/note'", "request.body")
        case .retriesForEver: ("with no connection the call does not finish", "faults.hang")
        case .lowersTheTag: (#"the header 'ETag' is "A1""#, "client.returns")
        case .keepsTheLastRows: ("the call was made before, with the same responses", "client.returns")
        case .stopsAtAShortPage:
            ("the call leaves out the pages after page 1, which has fewer elements than recorded", "client.returns")
        case .stopsAfterThreePages: ("the call leaves out the pages after page 3 where there", "client.returns")
        case .dropsABoxOfTheRoom: ("the 'Box' of its response: it lacks 1 of 2", "client.returns")
        case .dropsLateChecks: ("the last elements of the response have large numbers and late dates", "client.returns")
        case .dropsAColorAlone: ("probe: 'color' is the only optional argument that is given", "request.query")
        case .dropsUnmarkedShelves: ("it lacks 1 of 2", "client.returns")
        case .refusesNoShelves:
            ("the call throws Busy, but must return; the response contains no elements", "client.threw")
        case .trapsWithoutPages: ("; a call where there is no page", "client.trap")
        }
    }

    package func suite(in folder: URL) -> ContractSuite {
        ContractSuite(
            contracts: folder.appendingPathComponent("Contracts"),
            recordings: folder.appendingPathComponent("Recordings")
        ) {
            Service("depot") {
                Model("Box", data: { try box($0) })
                Model("Room", decoding: Room.self)
                Model("Check", data: { try Self.decoder.decode(Check.self, from: $0) })
                Model("Wait") { json in (json["wait"] as? String).flatMap(wait) }
                Model("Row", data: { try Self.row($0) })
                Conversion("days") { json in json.stringValue.flatMap(Self.days) }
                Endpoint("box") { _, transport in
                    let (data, response) = try await transport.send(URLRequest(url: try Self.url("/box")))
                    let tag = response.value(forHTTPHeaderField: "ETag") ?? ""
                    return Tagged(box: try box(data), tag: self == .lowersTheTag ? tag.lowercased() : tag)
                }
                Endpoint("boxes") {
                    try boxes(of: $0["kinds"], price: $0["price"])
                } call: {
                    try await boxes(try boxes(of: $0["kinds"], price: $0["price"]), $1)
                }
                Endpoint("send") {
                    try Self.send($0["note"])
                } call: {
                    try await send($0["note"], $1)
                }
                Endpoint("room") { _, transport -> [Box] in
                    let (data, _) = try await transport.send(URLRequest(url: try Self.url("/room")))
                    let room = try JSONDecoder().decode(Room.self, from: data)
                    return self == .dropsABoxOfTheRoom ? room.boxes.dropLast() : room.boxes
                }
                Endpoint("checks") {
                    try checks($0["color"], $0["size"], $0["shape"])
                } call: {
                    let (data, _) = try await $1.send(try checks($0["color"], $0["size"], $0["shape"]))
                    let checks = try Self.decoder.decode([Check].self, from: data)
                    // The last second that 32 bits hold.
                    let end = Date(timeIntervalSince1970: 0x7FFF_FFFF)
                    return self == .dropsLateChecks ? checks.filter { $0.at <= end } : checks
                }
                Endpoint("shelves") { _, transport -> [String: Box] in
                    let (data, _) = try await transport.send(URLRequest(url: try Self.url("/shelves")))
                    let shelves = try JSONDecoder().decode([String: Box].self, from: data)
                    if self == .refusesNoShelves, shelves.isEmpty { throw Busy() }
                    return self == .dropsUnmarkedShelves ? shelves.filter { !$0.value.marks.isEmpty } : shelves
                }
                Endpoint("move") {
                    try Self.put(["at": Self.text(of: $0["at"])], to: "/move")
                }
                Endpoint("rows") { _, transport -> [any Row] in
                    let (data, _) = try await transport.send(URLRequest(url: try Self.url("/rows")))
                    let rows = try JSONDecoder().decode([Movement].self, from: data).map { try $0.row }
                    if self != .keepsTheLastRows { return rows }
                    return Self.kept.withLock { kept in
                        kept += rows
                        return kept
                    }
                }
                Endpoint("page") { try Self.page(of: $0["depot"], $0["number"], $0["size"]) }
                Endpoint("pages") { try await pages(of: $0["depot"], size: $0["size"], $1) }
            }
        }
    }

    /// The rows of all calls.
    private static let kept = Locked<[any Row]>([])

    private struct Tagged: Sendable { let box: Box, tag: String }

    private struct Box: Decodable, Sendable {
        let id: String
        var marks: [String] = []
        var labels: [String: String]

        private enum Key: CodingKey { case id, marks, labels }

        /// Keeps the identifier in lowercase.
        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            id = try values.decode(UUID.self, forKey: .id).uuidString.lowercased()
            marks = try values.decodeIfPresent([String].self, forKey: .marks) ?? []
            labels = try values.decode([String: String].self, forKey: .labels)
        }
    }

    private func box(_ data: Data) throws -> Box {
        var box = try JSONDecoder().decode(Box.self, from: data)
        if self == .keepsTenLabels {
            box.labels = Dictionary(uniqueKeysWithValues: Array(box.labels.sorted { $0.key < $1.key }.prefix(10)))
        }
        return box
    }

    /// Leaves out boxes that cannot be read.
    private struct Room: Decodable, Sendable {
        private struct Read: Decodable {
            let box: Box?
            init(from decoder: any Decoder) throws { box = try? Box(from: decoder) }
        }
        private enum Key: CodingKey { case boxes }
        let boxes: [Box]

        init(from decoder: any Decoder) throws {
            boxes = try decoder.container(keyedBy: Key.self).decode([Read].self, forKey: .boxes).compactMap(\.box)
        }
    }

    private struct Check: Decodable, Sendable { let at: Date }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return decoder
    }

    private func checks(_ color: String?, _ size: String?, _ shape: String?) throws -> URLRequest {
        var url = URLComponents(string: Self.origin + "/checks")
        let sent = self == .dropsAColorAlone && size == nil && shape == nil ? nil : color
        let items = [("color", sent), ("size", size), ("shape", shape)].filter { $0.1 != nil }.map {
            URLQueryItem(name: $0, value: $1)
        }
        if !items.isEmpty { url?.queryItems = items }
        let query = url?.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        url?.percentEncodedQuery = query
        guard let url = url?.url else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }

    private struct Wait { let wait: Int }

    private func wait(_ text: String) -> Wait? {
        (Self.days(text) ?? (self == .takesBadWaitsForZero ? 0 : nil)).map(Wait.init)
    }

    private static func days(_ text: String) -> Int? {
        text.wholeMatch(of: /P([0-9]+)D/).flatMap { Int($0.output.1) }
    }

    private protocol Row: Sendable {}
    private struct Arrival: Row { let from: String }
    private struct Departure: Row { let to: String }

    private struct Movement: Decodable {
        let kind: String, from: String?, to: String?

        var row: any Row {
            get throws {
                if kind == "in", let from { return Arrival(from: from) }
                if kind == "out", let to { return Departure(to: to) }
                throw URLError(.cannotParseResponse)
            }
        }
    }

    private static func row(_ data: Data) throws -> any Row { try JSONDecoder().decode(Movement.self, from: data).row }

    private func boxes(of kinds: [String], price: String) throws -> URLRequest {
        let list = (self == .sortsKinds ? kinds.sorted() : kinds).joined(separator: ",")
        let sent = self == .sendsTheLeastDigits ? Double(price).map { "\($0)" } ?? price : price
        return URLRequest(url: try Self.url("/boxes?\(kinds.isEmpty ? "" : "kinds=\(list)&")price=\(sent)"))
    }

    private func boxes(_ request: URLRequest, _ transport: any Transport) async throws -> [String: Box] {
        let found = try JSONDecoder().decode([Box].self, from: try await transport.send(request).0)
        return Dictionary(found.map { ($0.id, $0) }) { $1 }
    }

    private struct Busy: Error {}

    private static func send(_ note: String?) throws -> URLRequest {
        try put(note.map { ["note": $0] } ?? [:], to: "/note")
    }

    private static func put(_ body: [String: String], to path: String) throws -> URLRequest {
        var request = URLRequest(url: try url(path))
        request.httpMethod = "PUT"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode(body)
        return request
    }

    /// Writes milliseconds, also if there are none.
    private static func text(of moment: Date) -> String {
        moment.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// Tries twice if the service is busy.
    private func send(_ note: String?, _ transport: any Transport) async throws {
        for attempt in 1...2 {
            let sent = attempt == 2 && self == .losesTheNoteOnRetry ? nil : note
            let (_, response) = try await answer(to: try Self.send(sent), transport)
            if response.statusCode == 204 { return }
        }
        throw Busy()
    }

    private func answer(to request: URLRequest, _ transport: any Transport) async throws -> (Data, HTTPURLResponse) {
        while true {
            do { return try await transport.send(request) } catch  where self == .retriesForEver { continue }
        }
    }

    private struct Page: Decodable { let boxes: [Box], pages: Int }

    private static func page(of depot: Int, _ number: Int, _ size: Int) throws -> URLRequest {
        URLRequest(url: try url("/\(depot)/pages?page=\(number)&size=\(size)"))
    }

    private func pages(of depot: Int, size: Int, _ transport: any Transport) async throws -> [Box] {
        var (boxes, number, count): ([Box], Int, Int) = ([], 0, 1)
        while number < count {
            number += 1
            let page = try JSONDecoder().decode(
                Page.self, from: try await transport.send(try Self.page(of: depot, number, size)).0)
            (boxes, count) = (boxes + page.boxes, page.pages)
            if self == .trapsWithoutPages { count = (1...page.pages).count }
            if self == .stopsAtAShortPage, page.boxes.count < size { break }
            if self == .stopsAfterThreePages, number == 3 { break }
        }
        return boxes
    }
}
