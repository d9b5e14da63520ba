import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Calls that read a resource, change it, and return it as the change left it.
struct ChangedResourceTests {
    private struct Note: Decodable, Sendable { let id: Int, title: String }

    private static let fixture = CallFixture(
        endpoint: #""uses": ["read", "write"], "cases": [{ "name": "usual", "status": 200 }]"#,
        members: """
            "models": { "Note": { "schema": { "type": "object", "required": ["id", "title"], "properties": {
              "id": { "type": "integer" }, "title": { "type": "string" } } }, "examples": [{ "id": 9, "title": "a" }] } },
            """,
        recordings: [
            "call.usual": [
                CallFixture.exchange("GET", "/note", #"{"id":1,"title":"old"}"#),
                CallFixture.exchange("PUT", "/note", #"{"id":1,"title":"new"}"#),
            ]
        ],
        models: [Model("Note", decoding: Note.self)],
        others: (
            ["read": "GET", "write": "PUT"].sorted { $0.key < $1.key }.map { name, method in
                """
                "\(name)": { "request": { "method": "\(method)", "path": "/note" }, "responses": { "200": {
                  "schema": { "$ref": "#/models/Note/schema" } } } },
                """
            }.joined(),
            [
                Endpoint("read") { _ in try notesRequest("/note") },
                Endpoint("write") { _ in try put() },
            ]
        ))

    private static func put() throws -> URLRequest {
        var request = try notesRequest("/note")
        request.httpMethod = "PUT"
        return request
    }

    @Test(arguments: [
        (1, []),
        (0, ["the result of the call is not the 'Note' of its response: it is that of 'read', not that of 'write'"]),
    ]) func requiresTheLastResponse(returned: Int, expected: [String]) async throws {
        let call = Endpoint("call") { _, transport -> Note in
            var notes: [Note] = []
            for request in [try notesRequest("/note"), try Self.put()] {
                notes.append(try JSONDecoder().decode(Note.self, from: try await transport.send(request).0))
            }
            return notes[returned]
        }
        let report = try await Self.fixture.report(["client/call/*"], call)
        #expect(report.findings.map { $0.message.components(separatedBy: "; ")[0] } == expected)
    }
}
