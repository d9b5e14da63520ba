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
        let schema = ##"{ "$ref": "#/models/Feed/schema" }"##
        return try await rules(body, schema, models: "\"\": \"Feed\"", notes: notes) {
            gather(try JSONDecoder().decode(Feed.self, from: $0))
        }
    }

    private func rules(
        _ body: String, _ schema: String, models uses: String, notes: String = #""/notes""#,
        _ read: @escaping @Sendable (Data) throws -> any Sendable
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
            { "200": { "content": "application/json", "schema": \(schema), "models": { \(uses) } } }
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
                return try read(data)
            }
        ).findings.map { "\($0.rule): \($0.message)" }
    }

    private struct Feed: Decodable, Sendable { let notes, older: [Note]; let pinned: Note? }

    private struct Start: Decodable, Sendable { var top: Note, feed: Feed }

    /// The other models that a call returns contain instances of their own.
    @Test(arguments: [true, false]) func comparesAModelBesideOthersThatContainSome(isSound: Bool) async throws {
        let body = #"{"top":{"id":7},"feed":{"notes":[{"id":1},{"id":2}],"older":[{"id":4}],"pinned":{"id":9}}}"#
        let schema = """
            { "type": "object", "required": ["top", "feed"], "properties": {
                "top": { "$ref": "#/models/Note/schema" }, "feed": { "$ref": "#/models/Feed/schema" } } }
            """
        let found = try await rules(body, schema, models: "\"/feed\": \"Feed\", \"/top\": \"Note\"") { data in
            var start = try JSONDecoder().decode(Start.self, from: data)
            if !isSound { start.top = start.feed.notes[0] }
            return start
        }
        if isSound { #expect(found == []) } else { #expect(isOneReturnsFinding(found)) }
    }

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
