import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Integer arguments. Int64 suffices unless the contract names a larger value.
struct WholeNumberTests {
    private func findings<Page: BinaryInteger & Decodable & Sendable>(
        _ schema: String, readAs _: Page.Type = Int.self
    ) async throws -> [String] {
        let fixture = CallFixture(
            endpoint: """
                "arguments": { "page": \(schema) },
                "request": { "method": "GET", "path": "/notes", "query": { "page": "{page}" } }, "responses": { "200": {} },
                "cases": [ { "name": "one", "status": 200, "arguments": { "page": 1 } } ]
                """)
        return try await fixture.report(
            ["request/*"],
            Endpoint("call") { arguments in
                let page: Page? = try arguments["page"]
                return try notesRequest("/notes" + (page.map { "?page=\($0)" } ?? ""))
            }
        ).findings.map { "\($0.rule): \($0.message)" }
    }

    @Test(arguments: [
        "{ \"type\": \"integer\" }", "{ \"type\": [\"integer\", \"null\"] }",
        "{ \"anyOf\": [{ \"type\": \"integer\" }, { \"type\": \"null\" }] }",
        "{ \"type\": \"integer\", \"minimum\": 1 }",
        "{ \"type\": \"number\", \"multipleOf\": 1, \"minimum\": 0, \"maximum\": 1000 }",
    ])
    func acceptsAnIntIfTheContractAllowsNoLargerValue(schema: String) async throws {
        #expect(try await findings(schema) == [])
    }

    @Test func findsAnIntThatCannotHoldTheMaximum() async throws {
        let found = try await findings("{ \"type\": \"integer\", \"maximum\": 100000000000000000000 }")
        #expect(found.count == 1)
        #expect(
            found.first?.hasPrefix(
                "request.argument: the binding reads the argument 'page' as Int?, which cannot represent the contract's value; probe: page is 100000000000000000000"
            ) == true, "\(found)")
        // Foundation's reason is that the JSON is not valid.
        let small = try await findings(#"{ "type": "integer", "maximum": 3000000000 }"#, readAs: Int32.self)
        #expect(
            small.first?.hasPrefix(
                "request.argument: the binding reads the argument 'page' as Int32?, which cannot represent the contract's value; probe: page is 3000000000"
            ) == true, "\(small)")
    }
}

/// Comparison of a live call's result with the models of the received response, as in replay.
struct LiveReturnTests {
    private struct Note: Decodable, Sendable { let id: Int }

    private func rules(_ change: @escaping @Sendable ([Note]) -> [Note]) async throws -> [String] {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/notes" },
                "responses": { "200": { "content": "application/json", "schema": { "type": "array" },
                                        "models": { "/*": "Note" } } },
                "cases": [ { "name": "all", "status": 200 } ]
                """,
            members: """
                "models": { "Note": { "schema": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } },
                                      "examples": [{ "id": 1 }] } },
                """,
            models: [Model("Note", decoding: Note.self)])
        return try await fixture.report(
            ["client/*"], mode: .live, transport: Answering { _ in (200, "[{\"id\":1},{\"id\":2}]") },
            Endpoint("call") { _, transport in
                change(try JSONDecoder().decode([Note].self, from: await transport.send(try notesRequest("/notes")).0))
            }
        ).findings.map(\.rule)
    }

    @Test func findsAReversedOrShortenedList() async throws {
        #expect(try await rules { $0 } == [])
        #expect(try await rules { $0.reversed() } == ["client.returns"])
        #expect(try await rules { Array($0.dropLast()) } == ["client.returns"])
    }
}

/// Calls whose response has one bad element in any of its arrays.
struct BadElementOfAnyArrayTests {
    private struct Note: Decodable, Sendable { let id: Int; let tags: [String] }
    private struct LossyNote: Decodable, Sendable {
        let id: Int
        let tags: [String]
        enum CodingKeys: CodingKey { case id, tags }
        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            id = try members.decode(Int.self, forKey: .id)
            tags = try members.decode([String?].self, forKey: .tags).compactMap(\.self)
        }
    }
    private struct Page<Element: Decodable>: Decodable { let notes: [Element]; let facets: [String?]? }
    private struct Unreadable: Error {}

    private func findings<Value: Decodable & Sendable>(
        _ fault: String, _ type: Value.Type,
        _ read: @escaping @Sendable (Data) throws -> [Value]
    ) async throws -> [String] {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/notes" },
                "responses": { "200": { "content": "application/json", "schema": { "type": "object" },
                                        "models": { "/notes/*": "Note" } } },
                "cases": [ { "name": "all", "status": 200 } ], "faults": { "badElement": \(fault) }
                """,
            members: """
                "models": { "Note": { "schema": { "type": "object", "required": ["id", "tags"], "properties": {
                  "id": { "type": "integer" }, "tags": { "type": "array", "items": { "type": "string" } } } } } },
                """,
            recordings: [
                "call.all": [
                    CallFixture.exchange(
                        "GET", "/notes",
                        "{\"facets\":[\"new\"],\"notes\":[{\"id\":1,\"tags\":[]},{\"id\":2,\"tags\":[\"a\"]}]}")
                ]
            ], models: [Model("Note", decoding: Value.self)])
        return try await fixture.report(
            ["client/*", "faults/*"],
            Endpoint("call") { _, transport in
                let data = try await transport.send(try notesRequest("/notes")).0
                do { return try read(data) } catch { throw Unreadable() }
            }
        ).findings.map { "\($0.rule): \($0.message)" }
    }

    private static func strictly(_ data: Data) throws -> [Note] {
        try JSONDecoder().decode(Page<Note>.self, from: data).notes
    }

    @Test func acceptsAStrictCallThatToleratesBadElementsOfOtherArrays() async throws {
        #expect(try await findings("\"Unreadable\"", Note.self, Self.strictly) == [])
        #expect(
            try await findings("\"Unreadable\"", LossyNote.self) {
                try JSONDecoder().decode(Page<LossyNote>.self, from: $0).notes
            } == [])
    }

    @Test func findsACallThatHidesABadElementOfAnInnerArray() async throws {
        let found = try await findings("\"Unreadable\"", Note.self) { data in
            do { return try Self.strictly(data) } catch {
                // Hides a bad tag by returning no notes.
                if "\(error)".contains("tags") { return [] }
                throw error
            }
        }
        #expect(
            found == [
                "faults.returned: with a bad element in '/notes/1/tags' the call returns, but must throw Unreadable"
            ])
    }
}
