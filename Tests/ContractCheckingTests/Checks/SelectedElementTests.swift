import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Calls that leave out elements which no recording has.
struct SelectedElementTests {
    private struct Errand: Decodable, Sendable {
        let id: Int
        let isHidden: Bool
        let state: String
        let note: String?
    }

    private func messages(_ isKept: @escaping @Sendable (Errand) -> Bool) async throws -> [String] {
        let errands = [1, 2].map { #"{"id":\#($0),"isHidden":false,"state":"open","note":"a"}"# }.joined(separator: ",")
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/errands" },
                "responses": { "200": { "content": "application/json", "schema": { "type": "array",
                  "items": { "$ref": "#/models/Errand/schema" } } } },
                "cases": [ { "name": "two", "status": 200 } ]
                """,
            members: """
                "models": { "Errand": { "schema": { "type": "object", "required": ["id", "isHidden", "state"], "properties": {
                  "id": { "type": "integer" }, "isHidden": { "type": "boolean" }, "state": { "enum": ["open", "done"] },
                  "note": { "type": ["string", "null"] } } } } },
                """,
            recordings: ["call.two": [CallFixture.exchange("GET", "/errands", "[\(errands)]")]],
            models: [Model("Errand", decoding: Errand.self)])
        return try await fixture.report(
            ["client/*"],
            Endpoint("call") { _, transport in
                let (data, _) = try await transport.send(try notesRequest("/errands"))
                return try JSONDecoder().decode([Errand].self, from: data).filter(isKept)
            }
        ).findings.map(\.message)
    }

    @Test func reportsElementsThatAFlagAChoiceOrAnAbsentMemberLeavesOut() async throws {
        #expect(try await messages { _ in true } == [])
        func isLeftOut(_ found: [String], _ what: String) -> Bool {
            found.count == 1 && found[0].contains("it lacks 1 of 2")
                && found[0].hasSuffix("the last element of the response has \(what)")
        }
        #expect(isLeftOut(try await messages { !$0.isHidden }, "other flags and choices"))
        #expect(isLeftOut(try await messages { $0.state == "open" }, "other flags and choices"))
        #expect(isLeftOut(try await messages { $0.note != nil }, "no optional values"))
    }
}
