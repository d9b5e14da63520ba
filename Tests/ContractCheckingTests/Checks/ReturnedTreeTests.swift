import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Models that hold others of their kind.
struct ReturnedTreeTests {
    private struct Branch: Decodable, Sendable { let id: Int, name: String, twigs: [Branch] }

    /// Another element of the tree has fewer differences than the changed one has within itself.
    @Test func namesTheListInATreeWhoseOrderDiffers() async throws {
        let twigs = #"[{"id":3,"name":"c","twigs":[]},{"id":4,"name":"d","twigs":[]}]"#
        let tree = #"[{"id":1,"name":"a","twigs":[]},{"id":2,"name":"b","twigs":\#(twigs)}]"#
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/tree" },
                "responses": { "200": { "content": "application/json", "schema": { "type": "array" }, "models": { "/*": "Branch" } } },
                "cases": [ { "name": "all", "status": 200 } ]
                """,
            members: """
                "models": { "Branch": { "schema": { "type": "object", "required": ["id", "name", "twigs"], "properties": {
                  "id": { "type": "integer" }, "name": { "type": "string" },
                  "twigs": { "type": "array", "items": { "$ref": "#/models/Branch/schema" } } } } } },
                """,
            recordings: ["call.all": [CallFixture.exchange("GET", "/tree", tree)]],
            models: [Model("Branch", decoding: Branch.self)])
        let found = try await fixture.report(
            ["client/*"],
            Endpoint("call") { _, transport in
                let (data, _) = try await transport.send(try notesRequest("/tree"))
                return try JSONDecoder().decode([Branch].self, from: data).map {
                    Branch(id: $0.id, name: $0.name, twigs: $0.twigs.reversed())
                }
            }
        ).findings
        #expect(
            found.map { "\($0.rule): \($0.message)" } == [
                "client.returns: the result of the call is not the 'Branch' of its response: it contains a list in a "
                    + "different order: '/twigs/0/id', '/twigs/0/name', '/twigs/1/id'; \"returns\": true allows anything"
            ])
    }
}
