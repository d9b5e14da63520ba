import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Models within the model of a response, which a call returns alone.
struct ReturnedPartTests {
    private struct Note: Decodable, Sendable, Hashable { let id: Int }

    private func isOneReturnsFinding(_ found: [String]) -> Bool {
        found.count == 1
            && found[0].hasPrefix("client.returns: the result of the call is not the 'Note' of its response")
    }

    /// - Parameter gather: builds the returned value from the single response.
    private func rules(
        ofFeed body: String, notes: String = #""/notes""#, _ gather: @escaping @Sendable (Feed) -> any Sendable
    ) async throws -> [String] {
        let models = """
            "models": {
              "Note": { "schema": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } },
                        "examples": [{ "id": 1 }] },
              "Feed": { "schema": { "type": "object", "required": ["notes", "older", "pinned"], "properties": {
                          "older": { "type": "array", "items": { "$ref": "#/models/Note/schema" } },
                          "notes": { "type": "array", "items": { "$ref": "#/models/Note/schema" } },
                          "pinned": { "anyOf": [{ "$ref": "#/models/Note/schema" }, { "type": "null" }] } } },
                        "properties": { "notes": \(notes) }, "examples": [{ "notes": [{ "id": 1 }], "older": [], "pinned": null }] } },
            """
        let response = """
            { "200": { "content": "application/json", "schema": { "$ref": "#/models/Feed/schema" }, "models": { "": "Feed" } } }
            """
        let fixture = CallFixture(
            endpoint: #""request": { "method": "GET", "path": "/feed" }, "responses": \#(response), "#
                + #""cases": [ { "name": "all", "status": 200 } ]"#,
            members: models, recordings: ["call.all": [CallFixture.exchange("GET", "/feed", body)]],
            models: [Model("Note", decoding: Note.self), Model("Feed", decoding: Feed.self)])
        return try await fixture.report(
            ["client/call/*"],
            Endpoint("call") { _ in
                try notesRequest("/feed")
            } call: { _, transport in
                let (data, _) = try await transport.send(try notesRequest("/feed"))
                return gather(try JSONDecoder().decode(Feed.self, from: data))
            }
        ).findings.map { "\($0.rule): \($0.message)" }
    }

    private struct Feed: Decodable, Sendable { let notes, older: [Note]; let pinned: Note? }

    @Test func comparesElementsInsideTheModelOfTheResponse() async throws {
        let body = #"{"notes":[{"id":1},{"id":2},{"id":3}],"older":[{"id":4}],"pinned":{"id":9}}"#
        #expect(try await rules(ofFeed: body) { $0.notes } == [])
        #expect(try await rules(ofFeed: body) { $0.pinned } == [])
        #expect(try await rules(ofFeed: body) { $0.notes + $0.older + [$0.pinned].compactMap(\.self) } == [])
        #expect(try await rules(ofFeed: body) { $0.notes + $0.older } == [])
        #expect(isOneReturnsFinding(try await rules(ofFeed: body) { Array($0.notes.dropLast()) }))
        #expect(isOneReturnsFinding(try await rules(ofFeed: body) { $0.notes.reversed() as [Note] }))
        let lossy = #"{ "pointer": "/notes", "lossy": true, "absent": [] }"#
        #expect(try await rules(ofFeed: body, notes: lossy) { $0.notes } == [])
        #expect(isOneReturnsFinding(try await rules(ofFeed: body, notes: lossy) { Array($0.notes.dropLast()) }))
        // A call that returns no list may select elements.
        #expect(try await rules(ofFeed: body) { $0.notes.first } == [])
        #expect(try await rules(ofFeed: body) { $0 } == [])
    }
}
