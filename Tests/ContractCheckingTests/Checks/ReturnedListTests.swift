import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Order and multiplicity of the elements in lists that a call returns from its responses.
struct ReturnedListTests {
    private struct Note: Decodable, Sendable, Hashable { let id: Int }
    private struct Listed: Sendable { let notes: [Note]; let count: Int }

    private static let models = """
        "models": { "Note": { "schema": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } },
                              "examples": [{ "id": 1 }] } },
        """

    private func rules(
        _ pages: [String] = ["[{\"id\":1},{\"id\":2}]", "[{\"id\":2},{\"id\":3}]", "[{\"id\":4}]"],
        returns: String = "", items: String = "", named: String = #", "models": { "/*": "Note" }"#,
        asksAgain: Bool = false, isConfirmed: Bool = false,  // The last is answered with 304.
        _ gather: @escaping @Sendable ([[Note]]) -> any Sendable
    ) async throws -> [String] {
        let page = """
            "page": { "arguments": { "number": { "type": "integer" } }, "request": { "method": "GET", "path": "/pages/{number}" },
              "responses": { "200": { "content": "application/json", "schema": { "type": "array"\(items) }\(named) } },
              "cases": [ { "name": "one", "status": 200, "arguments": { "number": 1 } } ] },
            """
        let fixture = CallFixture(
            endpoint: #""uses": ["page"], "cases": [ { "name": "all", "status": 200\#(returns) } ]"#,
            members: Self.models,
            recordings: [
                "call.all": pages.enumerated().map {
                    CallFixture.exchange("GET", "/pages/\(asksAgain ? 1 : $0 + 1)", $1)
                } + (isConfirmed ? [CallFixture.exchange("GET", "/pages/1", status: 304, "")] : [])
            ],
            models: [Model("Note", decoding: Note.self)],
            others: (page, [Endpoint("page") { try notesRequest("/pages/\($0["number"] as Int)") }]))
        return try await fixture.report(
            ["client/call/*"],
            Endpoint("call") { _, transport in
                var all: [[Note]] = []
                for number in pages.indices {
                    let (data, _) = try await transport.send(try notesRequest("/pages/\(asksAgain ? 1 : number + 1)"))
                    all.append(try JSONDecoder().decode([Note].self, from: data))
                }
                if isConfirmed, try await transport.send(try notesRequest("/pages/1")).1.statusCode == 304 {
                    all.append(all[0])
                }
                return gather(all)
            }
        ).findings.map { "\($0.rule): \($0.message)" }
    }

    private static func isOneReturnsFinding(_ found: [String]) -> Bool {
        found.count == 1
            && found[0].hasPrefix("client.returns: the result of the call is not the 'Note' of its response")
    }

    @Test func requiresThePagesInOrder() async throws {
        #expect(try await rules { $0.flatMap(\.self) } == [])
        #expect(try await rules { $0 } == [])
        // An element repeated by the next page may be returned once.
        #expect(try await rules { $0.joined().reduce(into: [Note]()) { if !$0.contains($1) { $0.append($1) } } } == [])
        #expect(Self.isOneReturnsFinding(try await rules { $0.reversed().flatMap(\.self) }))
        #expect(Self.isOneReturnsFinding(try await rules { $0[1...].flatMap(\.self) + $0[0] }))
        #expect(try await rules(returns: #", "returns": "any order""#) { $0.reversed().flatMap(\.self) } == [])
    }

    @Test(arguments: [("", true), (#", "models": {}"#, false)])
    func findsTheModelsToWhichTheSchemaOfAResponseRefers(named: String, isCompared: Bool) async throws {
        let items = ##", "items": { "$ref": "#/models/Note/schema" }"##
        #expect(try await rules(items: items, named: named) { $0.flatMap(\.self) } == [])
        let found = try await rules(items: items, named: named) { $0.reversed().flatMap(\.self) }
        #expect(isCompared ? Self.isOneReturnsFinding(found) : found == [])
    }

    private struct NotePage: Decodable, Sendable { let notes: [Note] }

    /// The response is bound as a page, and the call returns the notes of all pages.
    @Test func comparesTheNestedModelsOfAllPages() async throws {
        func rules(_ gather: @escaping @Sendable ([NotePage]) -> any Sendable) async throws -> [String] {
            let bodies = [#"{"notes":[{"id":1},{"id":2}]}"#, #"{"notes":[{"id":3}]}"#]
            let fixture = CallFixture(
                endpoint: #""uses": ["page"], "cases": [ { "name": "all", "status": 200 } ]"#,
                members: """
                    "models": { "Note": { "schema": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } },
                                          "examples": [{ "id": 1 }] },
                                "Page": { "schema": { "type": "object", "required": ["notes"], "properties": { "notes": {
                                            "type": "array", "items": { "$ref": "#/models/Note/schema" } } } },
                                          "properties": { "notes": { "pointer": "/notes", "model": "Note" } },
                                          "examples": [{ "notes": [{ "id": 1 }] }] } },
                    """,
                recordings: [
                    "call.all": bodies.enumerated().map { CallFixture.exchange("GET", "/pages/\($0 + 1)", $1) }
                ],
                models: [Model("Note", decoding: Note.self), Model("Page", decoding: NotePage.self)],
                others: (
                    """
                    "page": { "arguments": { "number": { "type": "integer" } },
                      "request": { "method": "GET", "path": "/pages/{number}" },
                      "responses": { "200": { "content": "application/json", "schema": { "$ref": "#/models/Page/schema" },
                        "models": { "": "Page" } } },
                      "cases": [ { "name": "one", "status": 200, "arguments": { "number": 1 } } ] },
                    """, [Endpoint("page") { try notesRequest("/pages/\($0["number"] as Int)") }]
                ))
            return try await fixture.report(
                ["client/call/*"],
                Endpoint("call") { _, transport in
                    var all: [NotePage] = []
                    for number in [1, 2] {
                        let (data, _) = try await transport.send(try notesRequest("/pages/\(number)"))
                        all.append(try JSONDecoder().decode(NotePage.self, from: data))
                    }
                    return gather(all)
                }
            ).findings.map { "\($0.rule): \($0.message)" }
        }
        #expect(try await rules { $0.flatMap(\.notes) } == [])
        #expect(try await rules { $0 } == [])
        #expect(try await rules { $0.map(\.notes.count) } == [])
        #expect(Self.isOneReturnsFinding(try await rules { $0[0].notes }))
        #expect(Self.isOneReturnsFinding(try await rules { $0.reversed().flatMap(\.notes) }))
        #expect(Self.isOneReturnsFinding(try await rules { $0[0].notes + $0[0].notes + $0[1].notes }))
    }

    private final class Book: Sendable {
        let title: String

        init?(json: [String: Any]) {
            guard let title = json["title"] as? String else { return nil }
            self.title = title
        }
    }

    /// The allocator may reuse the address of one element for the next.
    @Test func comparesModelsThatAreClasses() async throws {
        let titles = ["Ada", "Bea", "Cid", "Dan", "Eve"]
        let body = "[\(titles.map { #"{"title":"\#($0)"}"# }.joined(separator: ","))]"
        func found(_ pick: @escaping @Sendable ([Book]) -> [Book]) async throws -> [String] {
            let fixture = CallFixture(
                endpoint: """
                    "request": { "method": "GET", "path": "/books" },
                    "responses": { "200": { "content": "application/json", "schema": { "type": "array" },
                        "models": { "/*": "Book" } } },
                    "cases": [ { "name": "all", "status": 200 } ]
                    """,
                members: """
                    "models": { "Book": { "schema": { "type": "object", "required": ["title"],
                      "properties": { "title": { "type": "string" } } }, "examples": [{ "title": "Ada" }] } },
                    """,
                recordings: ["call.all": [CallFixture.exchange("GET", "/books", body)]],
                models: [Model("Book", Book.init(json:))])
            return try await fixture.report(
                ["client/call/*"],
                Endpoint("call") { _ in
                    try notesRequest("/books")
                } call: { _, transport in
                    let (data, _) = try await transport.send(notesRequest("/books"))
                    let json = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
                    return pick(json?.compactMap(Book.init(json:)) ?? [])
                }
            ).findings.map(\.message)
        }
        #expect(try await found { $0 } == [])
        let reversed = try await found { $0.reversed() }
        #expect(reversed.count == 1 && reversed[0].contains("it contains them in a different order"), "\(reversed)")
        let doubled = try await found { books in books.map { _ in books[0] } }
        #expect(doubled.count == 1 && doubled[0].contains("it lacks 4 of 5"), "\(doubled)")
    }

    /// A repeated request returns the newer representation. A cache that keeps the older one is a fault.
    @Test func requiresTheLatestResponseToARepeatedRequest() async throws {
        func found(_ pick: @escaping @Sendable ([[Note]]) -> any Sendable) async throws -> [String] {
            try await rules(["[{\"id\":1}]", "[{\"id\":2}]"], asksAgain: true, pick)
        }
        #expect(try await found { $0[1] } == [])
        #expect(try await found { $0 } == [])
        #expect(Self.isOneReturnsFinding(try await found { $0[0] }))
        // A page never replaces another page.
        #expect(Self.isOneReturnsFinding(try await rules(["[{\"id\":1}]", "[{\"id\":2}]"]) { $0[1] }))
    }

    /// The copy confirmed by a 304 may be returned again or omitted.
    @Test func allowsOneRepetitionOfAConfirmedCopy() async throws {
        #expect(try await rules(isConfirmed: true) { $0.flatMap(\.self) } == [])
        #expect(try await rules(isConfirmed: true) { $0.dropLast().flatMap(\.self) } == [])
        #expect(Self.isOneReturnsFinding(try await rules(isConfirmed: true) { $0[0] + $0.flatMap(\.self) }))
    }

    @Test func findsACallThatRemovesDuplicateElements() async throws {
        let page = ["[{\"id\":1},{\"id\":2},{\"id\":3}]"]
        #expect(try await rules(page) { $0[0] } == [])
        #expect(try await rules(page) { Set($0[0]) } == [])
        let once: @Sendable ([[Note]]) -> any Sendable = { pages in
            pages[0].reduce(into: [Note]()) { if !$0.contains($1) { $0.append($1) } }
        }
        let found = try await rules(page, once)
        #expect(Self.isOneReturnsFinding(found), "\(found)")
        #expect(found.allSatisfy { $0.contains("the response contains an element twice") })
        // The schema demands unique items, or the contract leaves the returned value open.
        #expect(try await rules(page, items: #", "uniqueItems": true"#, once) == [])
        #expect(try await rules(page, returns: #", "returns": true"#, once) == [])
    }

    private enum Item: Decodable, Sendable, Hashable {
        case song(id: Int), talk(id: Int), unknown

        private enum Keys: CodingKey { case kind, id }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Keys.self)
            let id = try values.decode(Int.self, forKey: .id)
            switch try values.decode(String.self, forKey: .kind) {
            case "song": self = .song(id: id)
            case "talk": self = .talk(id: id)
            default: self = .unknown
            }
        }
    }

    /// No recorded element has an unknown kind, but the contract says what becomes of one.
    @Test(arguments: [true, false]) func findsACallThatDropsUnknownElements(isSound: Bool) async throws {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/items" },
                "responses": { "200": { "content": "application/json",
                  "schema": { "type": "array", "items": { "$ref": "#/models/Item/schema" } }, "models": { "/*": "Item" } } },
                "cases": [ { "name": "all", "status": 200 } ]
                """,
            members: """
                "models": { "Item": { "schema": { "type": "object", "required": ["kind", "id"],
                    "properties": { "kind": { "type": "string" }, "id": { "type": "integer" } } },
                  "discriminator": "/kind", "variants": { "song": { "case": "song" }, "talk": { "case": "talk" } },
                  "otherwise": "unknown", "examples": [{ "kind": "song", "id": 1 }, { "kind": "talk", "id": 2 }] } },
                """,
            recordings: [
                "call.all": [
                    CallFixture.exchange("GET", "/items", #"[{"kind":"song","id":1},{"kind":"talk","id":2}]"#)
                ]
            ],
            models: [Model("Item", decoding: Item.self)])
        let found = try await fixture.report(
            ["client/call/*"],
            Endpoint("call") { _ in
                try notesRequest("/items")
            } call: { _, transport in
                let (data, _) = try await transport.send(notesRequest("/items"))
                let items = try JSONDecoder().decode([Item].self, from: data)
                return isSound ? items : items.filter { $0 != .unknown }
            }
        ).findings.map(\.message)
        #expect(found.count == (isSound ? 0 : 1))
        #expect(found.allSatisfy { $0.contains("the response contains an element of an unknown kind") }, "\(found)")
    }

    @Test func allowsSortingOnlyIfTheCaseDoes() async throws {
        let page = ["[{\"id\":1},{\"id\":2},{\"id\":3}]"]
        let sorted: @Sendable ([[Note]]) -> any Sendable = { $0[0].sorted { $0.id < $1.id } }
        let found = try await rules(page, sorted)
        #expect(Self.isOneReturnsFinding(found), "\(found)")
        #expect(found.allSatisfy { $0.contains("the elements of the response are in a different order") })
        #expect(try await rules(page, returns: #", "returns": "any order""#, sorted) == [])
        #expect(try await rules(page, returns: #", "returns": true"#, sorted) == [])
        #expect(try await rules(page) { $0[0] } == [])
    }

    @Test func findsSortingAcrossPages() async throws {
        let pages = ["[{\"id\":1},{\"id\":2}]", "[{\"id\":3},{\"id\":4}]"]
        let found = try await rules(pages) { $0.flatMap(\.self).sorted { $0.id < $1.id } }
        #expect(Self.isOneReturnsFinding(found), "\(found)")
        #expect(try await rules(pages) { $0.flatMap(\.self) } == [])
        #expect(
            try await rules(pages, returns: #", "returns": "any order""#) {
                $0.flatMap(\.self).sorted { $0.id < $1.id }
            } == [])
    }

    @Test func comparesModelsInAdditionToASchema() async throws {
        let schema = #", "returns": { "properties": { "count": { "minimum": 1 } } }"#
        let page = ["[{\"id\":1},{\"id\":2},{\"id\":3}]"]
        #expect(try await rules(page, returns: schema) { Listed(notes: $0[0], count: $0[0].count) } == [])
        #expect(
            Self.isOneReturnsFinding(
                try await rules(page, returns: schema) { Listed(notes: Array($0[0].dropLast()), count: 3) }))
        // The models alone would violate this schema, so the call converts them.
        let two = #", "returns": { "properties": { "notes": { "maxItems": 2 } } }"#
        #expect(try await rules(page, returns: two) { Listed(notes: Array($0[0].dropLast()), count: 2) } == [])
    }

    private struct Page: Decodable, Sendable {
        private struct Edge: Decodable { let node: Note }
        private enum CodingKeys: CodingKey { case edges, next }

        let notes: [Note], next: Int?

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            notes = try values.decode([Edge].self, forKey: .edges).map(\.node)
            next = try values.decodeIfPresent(Int.self, forKey: .next)
        }
    }

    @Test func comparesElementsInsideTheModelsOfAllPages() async throws {
        let page = """
            "page": { "arguments": { "number": { "type": "integer" } }, "request": { "method": "GET", "path": "/pages/{number}" },
              "responses": { "200": { "content": "application/json", "schema": { "$ref": "#/models/Page/schema" },
                                      "models": { "": "Page" } } },
              "cases": [ { "name": "one", "status": 200, "arguments": { "number": 1 } } ] },
            """
        let models = """
            "models": {
              "Note": { "schema": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } },
                        "examples": [{ "id": 1 }] },
              "Page": { "schema": { "type": "object", "required": ["edges"], "properties": {
                          "next": { "type": ["integer", "null"] },
                          "edges": { "type": "array", "items": { "type": "object", "required": ["node"], "properties": {
                            "cursor": { "type": "string" }, "node": { "$ref": "#/models/Note/schema" } } } } } },
                        "properties": { "notes": "/edges/*/node" }, "unread": ["/edges/*/cursor"],
                        "examples": [{ "edges": [{ "node": { "id": 1 } }], "next": 2 }] } },
            """
        let bodies = [[1, 2], [3, 4], [5]].map { ids in
            "{\"edges\":[\(ids.map { "{\"node\":{\"id\":\($0)}}" }.joined(separator: ","))]}"
        }
        func rules(_ gather: @escaping @Sendable ([Note]) -> any Sendable) async throws -> [String] {
            let fixture = CallFixture(
                endpoint: #""uses": ["page"], "cases": [ { "name": "all", "status": 200 } ]"#, members: models,
                recordings: [
                    "call.all": bodies.enumerated().map { CallFixture.exchange("GET", "/pages/\($0 + 1)", $1) }
                ],
                models: [Model("Note", decoding: Note.self), Model("Page", decoding: Page.self)],
                others: (page, [Endpoint("page") { try notesRequest("/pages/\($0["number"] as Int)") }]))
            return try await fixture.report(
                ["client/call/*"],
                Endpoint("call") { _, transport in
                    var all: [Note] = []
                    for number in bodies.indices {
                        let (data, _) = try await transport.send(try notesRequest("/pages/\(number + 1)"))
                        all += try JSONDecoder().decode(Page.self, from: data).notes
                    }
                    return gather(all)
                }
            ).findings.map { "\($0.rule): \($0.message)" }
        }
        #expect(try await rules { $0 } == [])
        #expect(Self.isOneReturnsFinding(try await rules { Array($0.suffix(1)) }))
        #expect(Self.isOneReturnsFinding(try await rules { $0.reversed() as [Note] }))
    }
}
