import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Steps of a case, which describe the requests of a call that has no recording.
struct CaseStepTests {
    private static let endpoints = """
        "token": {
          "arguments": { "scopes": { "type": ["array", "null"], "items": { "type": "string", "minLength": 1 } } },
          "request": { "method": "GET", "path": "/token", "query": { "scope": "{scopes}" } },
          "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } }
        },
        "note": {
          "arguments": { "token": { "type": "string" } },
          "request": { "method": "GET", "path": "/note", "headers": { "Authorization": "Bearer {token}" },
                       "allowedHeaders": ["If-None-Match", "X-Try"] },
          "responses": { "200": { "content": "application/json", "headers": { "ETag": { "type": "string" } },
                                  "schema": { "type": "object" } }, "304": {} }
        },
        """

    private static let steps = """
        "steps": [
          { "endpoint": "token", "capture": { "key": "body:/key" } },
          { "endpoint": "note", "arguments": { "token": "{key}" }, "headers": { "If-None-Match": null, "X-Try": "1" },
            "capture": { "tag": "header:ETag", "first": "sent:X-Try" }, "status": { "enum": [200, 304] } },
          { "endpoint": "note", "arguments": { "token": "{key}" },
            "headers": { "If-None-Match": "{tag}", "X-Try": "{first}" }, "status": { "enum": [200, 304] } }
        ]
        """

    private enum Flaw { case none, otherKey, tagAtOnce, noTag, unquoted, weak, otherTry, oneMore, one }

    private static func request(_ method: String, _ path: String, _ headers: [String: String] = [:]) throws
        -> URLRequest
    {
        var request = URLRequest(url: try #require(URL(string: "https://notes.example.com\(path)")))
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    private static func call(_ transport: any Transport, _ flaw: Flaw) async throws {
        let (data, _) = try await transport.send(request("GET", "/token"))
        let key = try JSONDecoder().decode([String: String].self, from: data)[flaw == .otherKey ? "other" : "key"] ?? ""
        var headers = ["Authorization": "Bearer \(key)", "X-Try": "1"]
        if flaw == .tagAtOnce { headers["If-None-Match"] = "\"v1\"" }
        let (_, response) = try await transport.send(request("GET", "/note", headers))
        if flaw == .one { return }
        let tag = response.value(forHTTPHeaderField: "ETag") ?? ""
        headers["If-None-Match"] =
            switch flaw {
            case .noTag: nil
            case .unquoted: tag.filter { $0 != "\"" }
            case .weak: "W/" + tag
            case .none, .otherKey, .tagAtOnce, .otherTry, .oneMore, .one: tag
            }
        if flaw == .otherTry { headers["X-Try"] = "2" }
        _ = try await transport.send(request("GET", "/note", headers))
        if flaw == .oneMore { _ = try await transport.send(request("GET", "/note", headers)) }
    }

    private struct Server: Transport {
        func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            let url = try #require(request.url)
            let isTagged = request.value(forHTTPHeaderField: "If-None-Match") != nil
            let headers = ["Content-Type": "application/json", "ETag": "\"v1-8c21f0\""]
            let response = try #require(
                HTTPURLResponse(
                    url: url, statusCode: isTagged ? 304 : 200, httpVersion: "HTTP/1.1", headerFields: headers))
            let body = isTagged ? "" : #"{"key":"k-5d81c2f0a9","other":"o-77b1e4c3d2"}"#
            return (Data(body.utf8), response)
        }
    }

    private static func messages(_ flaw: Flaw, steps: String = steps) async throws -> [String] {
        let bindings = [
            Endpoint("token") { arguments in
                let scopes: [String] = try arguments["scopes"] ?? []
                let query = scopes.map { "scope=\(escaped($0))" }.joined(separator: "&")
                return try request("GET", "/token" + (query.isEmpty ? "" : "?\(query)"))
            },
            Endpoint("note") { try request("GET", "/note", ["Authorization": "Bearer \(try $0["token"] as String)"]) },
        ]
        return try await report(flaw, steps: steps, bindings).findings.map { "\($0.rule): \($0.message)" }
    }

    private static func report(_ flaw: Flaw, steps: String = steps, _ bindings: [Endpoint]) async throws -> Report {
        let fixture = CallFixture(
            endpoint: """
                "uses": ["token", "note"],
                "cases": [{ "name": "twice", "status": { "enum": [200, 304] }, \(steps) }]
                """,
            others: (endpoints, bindings))
        return try await fixture.report(
            ["client/call/*", "request/*", "contract"], mode: .live, transport: Server(),
            Endpoint("call") { _, transport in try await call(transport, flaw) })
    }

    @Test func acceptsACallThatMatchesItsSteps() async throws {
        #expect(try await Self.messages(.none) == [])
    }

    /// A call does not run the bindings of the endpoints that it uses.
    @Test func runsACallThatUsesUnboundEndpoints() async throws {
        let report = try await Self.report(.none, [])
        #expect(report.findings.map(\.rule) == ["contract.fault"])
        #expect(
            report.checks.filter { $0.outcome == .skipped }.map(\.check.id)
                == ["notes/request/token", "notes/request/note"])
        #expect(report.checks.last { $0.outcome == .passed }?.check.id == "notes/client/call/twice")
    }

    /// A query cannot show an empty list.
    @Test func acceptsAnOmittedEmptyList() async throws {
        let empty = Self.steps.replacing(
            #""token", "capture""#, with: #""token", "arguments": { "scopes": [] }, "capture""#)
        #expect(try await Self.messages(.none, steps: empty) == [])
        let full = empty.replacing("[] }", with: #"["read"] }"#)
        #expect(
            try await Self.messages(.none, steps: full) == [
                "client.flow: the call sends no argument 'scopes' to 'token', expected [\"read\"]"
            ])
    }

    @Test(
        arguments: [
            (
                .otherKey,
                "client.flow: the call sends the other of 'token' in the argument 'token' to 'note', expected the key of 'token'"
            ),
            (
                .noTag,
                "client.flow: the call sends no header 'If-None-Match' to 'note', expected the Etag of 'token'"
            ),
            (
                .unquoted,
                "client.flow: the call sends the Etag of 'token' without its quotes in the header 'If-None-Match' to 'note', "
                    + "expected the Etag of 'token'"
            ),
            (
                .weak,
                "client.flow: the call sends the Etag of 'token' with the mark of a weak entity tag in the header "
                    + "'If-None-Match' to 'note', expected the Etag of 'token'"
            ),
            (
                .tagAtOnce,
                "client.flow: the call sends another value in the header 'If-None-Match' to 'note', expected none"
            ),
            (
                .otherTry,
                "client.flow: the call sends 2 in the header 'X-Try' to 'note', expected 1"
            ),
            (.one, "client.request: the call sends 2 requests, but its case has 3 steps"),
            (.oneMore, "client.request: the call sends 4 requests, but its case has 3 steps"),
        ] as [(Flaw, String)])
    private func reportsADifferenceFromAStep(flaw: Flaw, message: String) async throws {
        let messages = try await Self.messages(flaw)
        #expect(messages == [message])
    }

    @Test func reportsInvalidSteps() async throws {
        let messages = try await Self.messages(
            .none,
            steps: #""steps": [{ "endpoint": "tokens", "headers": { "X-Try": "{first}" } }, { "endpoint": "call" }]"#)
        #expect(
            messages.map { $0.replacing("contract.fault: ", with: "") } == [
                "'call' sends no request of 'tokens'", "'call' sends no request of 'call'",
                "there is no endpoint 'tokens'; did you mean 'token'?",
                "no earlier step captures '{first}'",
            ])
    }
}
