import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Multi-page calls that start over after a rejected cursor and so load earlier pages again.
struct StaleCursorTests {
    private struct Note: Decodable, Sendable { let id: Int }
    private struct Page: Decodable { let notes: [Note], next: String? }

    private static let fixture = CallFixture(
        endpoint: """
            "uses": ["page"], "cases": [{ "name": "usual", "status": 200 }], "faults": { "staleCursor": { "returns": true } }
            """,
        members: """
            "models": { "Note": { "schema": { "type": "object", "required": ["id"],
              "properties": { "id": { "type": "integer" } } }, "examples": [{ "id": 9 }] } },
            """,
        recordings: [
            "call.usual": [
                CallFixture.exchange("GET", "/pages", #"{"notes":[{"id":1},{"id":2}],"next":"cur-aa2"}"#),
                CallFixture.exchange("GET", "/pages?after=cur-aa2", #"{"notes":[{"id":3}],"next":null}"#),
            ]
        ],
        models: [Model("Note", decoding: Note.self)],
        others: (
            """
            "page": { "arguments": { "after": { "type": ["string", "null"] } },
              "request": { "method": "GET", "path": "/pages", "query": { "after": "{after}" } },
              "responses": { "200": { "schema": { "type": "object", "required": ["notes"], "properties": {
                "notes": { "type": "array", "items": { "$ref": "#/models/Note/schema" } },
                "next": { "type": ["string", "null"] } } }, "models": { "/notes/*": "Note" } }, "410": { "empty": true } } },
            """,
            [
                Endpoint("page") { arguments -> URLRequest in
                    let after: String? = try arguments["after"]
                    return try notesRequest("/pages" + (after.map { "?after=\($0)" } ?? ""))
                }
            ]
        ))

    /// - Parameter forgets: whether the call discards the loaded notes before it starts over.
    private static func call(forgets: Bool) -> Endpoint {
        Endpoint("call") { _, transport -> [Note] in
            var (notes, after): ([Note], String?) = ([], nil)
            while true {
                let (data, response) = try await transport.send(
                    notesRequest("/pages" + (after.map { "?after=\($0)" } ?? "")))
                if response.statusCode == 410 {
                    after = nil
                    if forgets { notes = [] }
                    continue
                }
                let page = try JSONDecoder().decode(Page.self, from: data)
                notes += page.notes
                guard let next = page.next else { return notes }
                after = next
            }
        }
    }

    @Test func acceptsACallThatDiscardsEarlierPages() async throws {
        let report = try await Self.fixture.report(["client/*", "faults/*"], Self.call(forgets: true))
        #expect(report.findings.map(\.message) == [])
        #expect(report.checks.map(\.outcome) == [.passed, .passed])
    }

    @Test func reportsACallThatReturnsEarlierPagesTwice() async throws {
        let report = try await Self.fixture.report(["client/*", "faults/*"], Self.call(forgets: false))
        #expect(
            report.findings.map(\.message) == [
                "the result of the call is not the 'Note' of its response: it contains 5 instead of 3"
            ])
        #expect(report.findings.map(\.rule) == ["client.returns"])
        #expect(report.findings.map(\.contract.pointer) == ["/endpoints/call/faults/staleCursor/returns"])
        #expect(report.findings.map(\.expectation) == ["3"])
        #expect(report.findings.map(\.observation) == ["5"])
    }
}
