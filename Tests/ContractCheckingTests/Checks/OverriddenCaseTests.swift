import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Steps that begin with a case and state another outcome.
struct OverriddenCaseTests {
    private enum Failure: Error { case gone }

    private func rules(back: Bool) async throws -> [String] {
        let gone = CallFixture.exchange("GET", "/note", status: 404, answering: [:], "")
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/note" },
                "responses": { "200": { "content": "application/json", "schema": { "type": "object" } }, "404": {} },
                "cases": [ { "name": "gone", "status": 404, "throws": "gone" } ]
                """,
            members: """
                "scenarios": { "comes back": [ { "endpoint": "call", "case": "gone" },
                  { "endpoint": "call", "case": "gone", "status": 200, "returns": { "type": "string" } } ] },
                """,
            recordings: ["call.gone": [gone], "comes back": [gone, CallFixture.exchange("GET", "/note", "{}")]])
        return try await fixture.report(
            ["client/*", "scenario/*"],
            Endpoint("call") { _, transport in
                let (_, response) = try await transport.send(try notesRequest("/note"))
                guard response.statusCode == 200, back else { throw Failure.gone }
                return "a note"
            }
        ).findings.map(\.rule)
    }

    @Test func aStepMayReturnWhereItsCaseThrows() async throws {
        #expect(try await rules(back: true) == [])
        #expect(try await rules(back: false).count == 1)
    }
}
