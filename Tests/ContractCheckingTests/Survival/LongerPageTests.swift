import Foundation
import JSONSchema
import Testing

@testable import ContractChecking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Results of a call after a page has gained elements.
struct LongerPageTests {
    private static func page(_ ids: ClosedRange<Int>) -> [JSON] {
        ids.map { JSON.object(["id": .number(JSONNumber($0)), "room": "A"]) }
    }

    private static func lost(_ elements: [JSON]) -> [String] {
        JSONLoss.lists(from: .object(["all": .array(page(1...5))]), to: .object(["all": .array(elements)]), adding: 100)
    }

    /// The elements of a longer first page come before those of the second one.
    private static let joined = page(1...2) + page(101...200) + page(3...5)

    @Test func acceptsElementsBetweenThoseOfTwoPages() {
        #expect(Self.lost(Self.joined) == [])
        #expect(Self.lost(Self.page(1...5)) == [])
    }

    @Test func findsATruncatedList() {
        #expect(Self.lost(Array(Self.joined.prefix(20))) == ["all[]"])
        #expect(Self.lost(Self.page(1...2)) == ["all[]"])
    }

    @Test func findsALostMember() {
        let withoutRooms = Self.page(1...5).map { $0.setting("/room", to: .null) }
        #expect(Self.lost(withoutRooms) == ["all[]"])
    }

    /// The identifier of a page's last element is the cursor of the next page.
    @Test(arguments: [Int.max, 50]) func keepsTheElementThatNamesTheNextPage(most: Int) async throws {
        struct Note: Decodable, Sendable { let id: Int }
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/notes", "query": { "after": "{after}" } },
                "arguments": { "after": { "type": ["integer", "null"] } },
                "responses": { "200": { "content": "application/json", "schema": { "type": "array", "items": { "type": "object",
                  "required": ["id"], "properties": { "id": { "type": "integer" } } } } } },
                "cases": [ { "name": "all", "status": 200 } ], "survives": ["longer-page"]
                """,
            recordings: [
                "call.all": [
                    CallFixture.exchange("GET", "/notes", #"[{"id":31},{"id":32}]"#),
                    CallFixture.exchange("GET", "/notes?after=32", #"[{"id":33}]"#),
                    CallFixture.exchange("GET", "/notes?after=33", "[]"),
                ]
            ])
        let report = try await fixture.report(
            ["survival/call/*"],
            Endpoint("call") { _, transport in
                var notes: [Note] = []
                while true {
                    let query = notes.last.map { "?after=\($0.id)" } ?? ""
                    let (data, _) = try await transport.send(try notesRequest("/notes\(query)"))
                    let page = try JSONDecoder().decode([Note].self, from: data)
                    if page.isEmpty { return notes }
                    notes = (notes + page).suffix(most)
                }
            })
        #expect(report.findings.map(\.rule) == (most == 50 ? ["survival.lost-value"] : []), "\(report.findings)")
    }
}
