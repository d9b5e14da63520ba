import ContractChecking
import NotesFixture
import Testing

/// `returns` demands the members and elements whose schemas allow no null.
struct DemandedMemberTests {
    private struct Note: Sendable {
        struct Author { let name: String? }
        let title: String?
        var author: Author?
    }

    private func messages(
        _ returns: String, _ call: @escaping @Sendable () -> some Sendable
    ) async throws -> [String] {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/notes" },
                "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } },
                "cases": [ { "name": "one", "status": 200, "returns": \(returns) } ]
                """, recordings: ["call.one": [CallFixture.exchange("GET", "/notes", #"{"title":"Milk"}"#)]])
        return try await fixture.report(
            ["client/*"],
            Endpoint("call") { _, transport in
                _ = try await transport.send(try notesRequest("/notes"))
                return call()
            }
        ).findings.map(\.message)
    }

    @Test(arguments: [
        #"{ "properties": { "author": { "properties": { "name": { "const": "Ada" } } } } }"#,
        #"{ "properties": { "author": { "properties": { "name": { "response": "body:/title" } } } } }"#,
        #"{ "properties": { "author": { "type": "object" } } }"#,
        #"{ "allOf": [{ "properties": { "author": { "enum": ["Ada", "Bob"] } } }] }"#,
        #"{ "properties": { "heading": { "type": "string" } } }"#,
    ])
    func findsAMissingMember(returns: String) async throws {
        #expect(try await messages(returns) { Note(title: "Milk") }.count == 1)
    }

    @Test(arguments: [
        #"{ "properties": { "author": { "properties": { "name": { "type": ["string", "null"] } } } } }"#,
        #"{ "properties": { "author": { "const": null } } }"#,
        #"{ "properties": { "author": { "enum": ["Ada", null] }, "heading": false } }"#,
        #"{ "properties": { "author": { "type": ["object", "null"], "properties": { "name": { "const": "Ada" } } } } }"#,
        #"{ "anyOf": [{ "properties": { "heading": { "const": "Ada" } } }, { "const": "Milk" }] }"#,
        #"{ "properties": { "author": { "response": "body:/author" }, "title": { "response": "body:/title" } } }"#,
    ])
    func acceptsAMissingMemberThatMayBeNull(returns: String) async throws {
        #expect(try await messages(returns) { Note(title: "Milk") } == [])
    }

    @Test func findsAMissingElement() async throws {
        let returns = #"{ "prefixItems": [{}, { "const": "Milk" }] }"#
        #expect(try await messages(returns) { ["Bread", "Milk"] } == [])
        #expect(try await messages(returns) { ["Bread"] }.count == 1)
    }
}
