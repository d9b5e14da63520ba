import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Calls that renew an expired token. They must send the secret of the renewal endpoint's cases, not another one.
struct MisplacedSecretTests {
    private func messages(
        _ name: String = "refresh", pattern: String? = nil,
        sends: @escaping @Sendable (_ token: String, _ refresh: String) -> String
    ) async throws -> [String] {
        let shape = pattern.map { #", "pattern": "\#($0)""# } ?? ""
        let secret = #"{ "type": "string", "format": "password"\#(shape) }"#
        let others = """
            "account": { "arguments": { "token": \(secret) },
              "request": { "method": "GET", "path": "/account", "headers": { "Authorization": "Bearer {token}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } }, "401": {} },
              "cases": [{ "name": "mine", "status": 200, "arguments": { "token": "{env:NOTES_TOKEN}" } }] },
            "renew": { "arguments": { "\(name)": \(secret) },
              "request": { "method": "POST", "path": "/token", "form": { "refresh_token": "{\(name)}" } },
              "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } },
              "cases": [{ "name": "good", "status": 200, "arguments": { "\(name)": "{env:NOTES_REFRESH}" } }] },
            """
        let account = CallFixture.exchange(
            "GET", "/account", headers: ["Authorization": "Bearer {env:NOTES_TOKEN}"], "{}")
        let fixture = CallFixture(
            endpoint: """
                "uses": ["account", "renew"], "arguments": { "token": \(secret), "refresh": \(secret) },
                "cases": [{ "name": "mine", "status": 200,
                  "arguments": { "token": "{env:NOTES_TOKEN}", "refresh": "{env:NOTES_REFRESH}" } }],
                "faults": { "expiredToken": { "returns": true } }
                """,
            recordings: [
                "call.mine": [account], "account.mine": [account],
                "renew.good": [
                    CallFixture.exchange(
                        "POST", "/token", headers: ["Content-Type": "application/x-www-form-urlencoded"],
                        sent: "refresh_token=%7Benv%3ANOTES_REFRESH%7D", #"{"access_token":"redactedaccesstokenredac"}"#
                    )
                ],
            ],
            others: (
                others,
                [
                    Endpoint("account") { try Self.account($0["token"]) },
                    Endpoint("renew") { try Self.renewal($0["\(name)"]) },
                ]
            ))
        return try await fixture.report(
            ["faults/call/*"],
            Endpoint("call") { arguments, transport in
                let (token, refresh): (String, String) = (try arguments["token"], try arguments["refresh"])
                let (_, answer) = try await transport.send(try Self.account(token))
                guard answer.statusCode == 401 else { return }
                let (data, _) = try await transport.send(try Self.renewal(sends(token, refresh)))
                let renewed = try JSONDecoder().decode([String: String].self, from: data)
                let (_, last) = try await transport.send(try Self.account(renewed["access_token"] ?? ""))
                guard last.statusCode == 200 else { throw URLError(.userAuthenticationRequired) }
            }
        ).findings.map { "\($0.rule): \($0.message)" }
    }

    private enum Refusal: Error { case invalid(String) }

    @Test(arguments: [true, false]) func findsASecretInTheErrorOfARejectedCall(isTold: Bool) async throws {
        let found = try await requestFindings(
            arguments: #"{ "size": { "type": "integer" }, "key": { "type": "string", "format": "password" } }"#,
            request: #"{ "method": "GET", "path": "/notes", "query": { "n": "{size}", "key": "{key}" } }"#,
            given: #"{ "size": 1, "key": "good-key-123" }"#,
            rejects: """
                [{ "name": "many", "arguments": { "size": 201, "key": "rejected-key-7" }, "throws": "invalid" }]
                """, of: "notes/rejects/call/many"
        ) { arguments in
            let (size, key): (Int, String) = (try arguments["size"], try arguments["key"])
            guard size <= 200 else { throw Refusal.invalid(isTold ? "size, key \(key)" : "size") }
            return try notesRequest("/notes?n=\(size)&key=\(key)")
        }
        let leak = "client.secret-leak: the error of the call, or its payload, contains the secret 'key'"
        #expect(found == (isTold ? [leak] : []))
    }

    private static func account(_ token: String) throws -> URLRequest {
        var request = try notesRequest("/account")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return request
    }

    private static func renewal(_ token: String) throws -> URLRequest {
        var request = try notesRequest("/token", method: "POST")
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("refresh_token=\(escaped(token))".utf8)
        return request
    }

    /// Argument names do not matter: a renewal endpoint may name its refresh token `token`.
    @Test(arguments: ["refresh", "token"])
    func findsTheWrongSecretInARefresh(name: String) async throws {
        #expect(try await messages(name) { $1 } == [])
        #expect(
            try await messages(name) { token, _ in token } == [
                "faults.wrong-value: with an expired token the call sends its 'token' as the '\(name)' of 'renew'"
            ])
        // A token that is not an argument of the call may come from an earlier response.
        #expect(try await messages(name) { _, _ in "of-another-answer" } == [])
    }

    /// If the schema rejects placeholders, each variable still has one value of its own in all calls.
    @Test(arguments: ["^[A-Za-z0-9._-]+$", "^[a-z0-9]{8}$", "^[0-9]{6}$", "^[A-Z0-9]+$"])
    func findsTheWrongSecretIfSecretsHaveAPattern(pattern: String) async throws {
        #expect(try await messages(pattern: pattern) { $1 } == [])
        #expect(
            try await messages(pattern: pattern) { token, _ in token } == [
                "faults.wrong-value: with an expired token the call sends its 'token' as the 'refresh' of 'renew'"
            ])
    }
}
