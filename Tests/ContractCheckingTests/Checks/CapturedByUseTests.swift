import ContractChecking
import HTTPRecording
import NotesFixture
import Testing

/// A scenario's step of an endpoint without a request of its own.
struct CapturedByUseTests {
    @Test func capturesAValueOfTheBodyOfAUsedEndpoint() async throws {
        let exchanges = [
            CallFixture.exchange("GET", "/token", #"{"key":"7"}"#), CallFixture.exchange("GET", "/items/7", "{}"),
        ]
        let fixture = CallFixture(
            endpoint: #""uses": ["token"], "cases": [ { "name": "one", "status": 200 } ]"#,
            members: """
                "scenarios": { "chain": [ { "endpoint": "call", "case": "one", "capture": { "key": "body:/key" } },
                                          { "endpoint": "item", "arguments": { "id": "{key}" }, "status": 200 } ] },
                """,
            recordings: ["call.one": [exchanges[0]], "chain": exchanges],
            others: (
                """
                "token": { "request": { "method": "GET", "path": "/token" },
                  "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } } },
                "item": { "arguments": { "id": { "type": "string" } },
                  "request": { "method": "GET", "path": "/items/{id}" },
                  "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } } },
                """,
                [
                    Endpoint("token") { _ in try notesRequest("/token") },
                    Endpoint("item") { arguments in try notesRequest("/items/\(try arguments["id"] as String)") },
                ]
            ))
        let report = try await fixture.report(
            ["scenario/*"],
            Endpoint("call") { _, transport in _ = try await transport.send(try notesRequest("/token")) })
        #expect(report.findings.map(\.message) == [])
    }
}
