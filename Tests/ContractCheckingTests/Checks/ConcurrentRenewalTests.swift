import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Concurrent requests that are refused because their token has expired. One renewal, in a task of its own, serves all.
struct ConcurrentRenewalTests {
    /// Whether a request that is refused after the renewal uses the new token, or renews it again.
    @Test(arguments: [true, false])
    func requiresOneRenewalInEachOrder(usesTheNewToken: Bool) async throws {
        let fixture = CallFixture(
            endpoint: #""uses": ["list", "token"], "cases": [ { "name": "both", "status": 200 } ]"#,
            recordings: [
                "call.both": [
                    CallFixture.exchange("GET", "/v/a", status: 401, "{}"),
                    CallFixture.exchange("GET", "/v/b", status: 401, "{}"),
                    CallFixture.exchange("POST", "/token", #"{"token":"new"}"#),
                    CallFixture.exchange("GET", "/v/a", #"{"id":1}"#),
                    CallFixture.exchange("GET", "/v/b", #"{"id":2}"#),
                ]
            ],
            others: (
                """
                "list": { "arguments": { "name": { "type": "string" } },
                  "request": { "method": "GET", "path": "/v/{name}" },
                  "responses": { "200": { "content": "application/json", "schema": { "type": "object" } }, "401": {} } },
                "token": { "request": { "method": "POST", "path": "/token" },
                  "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } } },
                """,
                [
                    Endpoint("list") { try notesRequest("/v/\(try $0["name"] as String)") },
                    Endpoint("token") { _ in try notesRequest("/token", method: "POST") },
                ]
            ))
        let report = try await fixture.report(
            ["client/*"],
            Endpoint("call") { _, transport -> [Int] in
                let login = Login(transport: transport, usesTheNewToken: usesTheNewToken)
                async let one = login.load("a")
                async let other = login.load("b")
                return [try await one, try await other]
            })
        #expect(report.findings.map(\.rule) == (usesTheNewToken ? [] : ["client.reply-order"]))
    }

    private actor Login {
        private let transport: any Transport
        private let usesTheNewToken: Bool
        private var token = "old"
        private var renewal: Task<String, any Error>?

        init(transport: any Transport, usesTheNewToken: Bool) {
            (self.transport, self.usesTheNewToken) = (transport, usesTheNewToken)
        }

        func load(_ name: String) async throws -> Int {
            let old = token
            var (data, response) = try await transport.send(try notesRequest("/v/\(name)"))
            if response.statusCode == 401 {
                try await renew(after: old)
                (data, response) = try await transport.send(try notesRequest("/v/\(name)"))
            }
            return try JSONDecoder().decode([String: Int].self, from: data)["id"] ?? 0
        }

        private func renew(after old: String) async throws {
            if usesTheNewToken, token != old { return }
            let transport = transport
            let task =
                renewal
                ?? Task {
                    let (data, _) = try await transport.send(try notesRequest("/token", method: "POST"))
                    return try JSONDecoder().decode([String: String].self, from: data)["token"] ?? ""
                }
            renewal = task
            token = try await task.value
            renewal = nil
        }
    }
}
