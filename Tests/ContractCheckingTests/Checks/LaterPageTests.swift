import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Faults on the first and the last page of a multi-page call. The pages before a fault are not a complete result.
struct LaterPageTests {
    private struct Note: Decodable, Sendable { let id: Int }
    private struct Page: Decodable { let notes: [Note], next: Int? }
    private struct Failed: Error {}

    private enum Habit: CaseIterable {
        case sound, keepsThePagesBefore, leavesOutBadNotesOfLaterPages, asksForThePageOnce
    }

    private static func fixture(_ fault: String) -> CallFixture {
        CallFixture(
            endpoint: """
                "uses": ["page"], "cases": [{ "name": "usual", "status": 200 }], "faults": { "\(fault)": "Failed" }
                """,
            members: """
                "models": { "Note": { "schema": { "type": "object", "required": ["id"],
                  "properties": { "id": { "type": "integer" } } }, "examples": [{ "id": 9 }] } },
                """,
            recordings: [
                "call.usual": [
                    CallFixture.exchange("GET", "/pages?page=1", #"{"notes":[{"id":1},{"id":2}],"next":2}"#),
                    CallFixture.exchange("GET", "/pages?page=2", #"{"notes":[{"id":3}],"next":null}"#),
                ]
            ],
            models: [Model("Note", decoding: Note.self)],
            others: (
                """
                "page": { "arguments": { "page": { "type": "integer" } },
                  "request": { "method": "GET", "path": "/pages", "query": { "page": "{page}" } },
                  "responses": { "200": { "schema": { "type": "object", "required": ["notes"], "properties": {
                    "notes": { "type": "array", "items": { "$ref": "#/models/Note/schema" } },
                    "next": { "type": ["integer", "null"] } } }, "models": { "/notes/*": "Note" } } } },
                """, []
            ))
    }

    private static func call(_ habit: Habit) -> Endpoint {
        Endpoint("call") { _, transport -> [Note] in
            var (notes, number): ([Note], Int?) = ([], 1)
            while let page = number {
                do {
                    let (data, response) = try await transport.send(notesRequest("/pages?page=\(page)"))
                    guard response.statusCode == 200 else { throw Failed() }
                    if habit == .leavesOutBadNotesOfLaterPages, page > 1 {
                        let json = try JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]]
                        return notes + (json?["notes"] ?? []).compactMap { ($0["id"] as? Int).map(Note.init) }
                    }
                    let read = try JSONDecoder().decode(Page.self, from: data)
                    notes += read.notes
                    number = read.next
                } catch {
                    if habit == .keepsThePagesBefore, page > 1 { return notes }
                    throw Failed()
                }
                if habit == .asksForThePageOnce { return notes }
            }
            return notes
        }
    }

    @Test(arguments: ["connectionLost", "status:500", "badElement", "malformedBody"])
    func appliesEachFaultToTheLastPageToo(fault: String) async throws {
        func messages(_ habit: Habit) async throws -> [String] {
            try await Self.fixture(fault).report(["faults/call/*"], Self.call(habit)).findings
                .map { "\($0.rule): \($0.message)" }
        }
        #expect(try await messages(.sound) == [])
        // The client check reports that the call requests fewer pages.
        #expect(try await messages(.asksForThePageOnce) == [])
        let kept = try await messages(.keepsThePagesBefore)
        #expect(kept.count == 1 && kept[0].hasPrefix("faults.returned: "), "\(kept)")
        #expect(kept.first?.contains(" at request 2 the call returns, but must throw Failed") ?? false, "\(kept)")
        let lossy = try await messages(.leavesOutBadNotesOfLaterPages)
        #expect(lossy.isEmpty == (fault != "badElement"), "\(lossy)")
    }
}
