import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Replay of GraphQL requests, which matches them as the request check does, also in calls that use other endpoints.
struct GraphQLReplayTests {
    private static let document =
        "query Find($text: String!) { notes(text: $text) { ...Part } } fragment Part on Note { id }"

    /// - Parameter unsent: recorded exchanges that the call does not send.
    private func findings(method: String, _ rest: String, unsent: [HTTPExchange] = []) async throws -> [Finding] {
        @Sendable func path(_ query: String) throws -> String {
            var components = URLComponents()
            components.queryItems = [
                URLQueryItem(name: "query", value: Self.document),
                URLQueryItem(name: "variables", value: #"{"text":"tea"}"#),
            ]
            return "/graphql" + (method == "GET" ? "?\(try #require(components.percentEncodedQuery))\(query)" : "")
        }
        let start = #"{"query":"\#(Self.document)","variables":{"text":"tea"}"#
        let json: HeaderFields = ["Content-Type": "application/json"]
        let isGet = method == "GET"
        let fixture = CallFixture(
            endpoint: #""uses": ["search"], "cases": [{ "name": "tea", "status": 200 }]"#,
            recordings: [
                "call.tea": [
                    CallFixture.exchange(
                        method, try path("&operationName=Find"), headers: isGet ? [:] : json,
                        sent: isGet ? nil : start + #","operationName":"Find"}"#, "{}")
                ] + unsent
            ],
            others: (
                """
                "search": { "arguments": { "text": { "type": "string" } },
                  "request": { "method": "\(method)", "path": "/graphql"\(isGet ? "" : #", "headers": { "Content-Type": "application/json" }"#),
                    "graphql": { "document": "\(Self.document)", "variables": { "text": "{text}" } } },
                  "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } } },
                """,
                [Endpoint("search") { _ in URLRequest(url: try #require(URL(string: "https://notes.example.com"))) }]
            ))
        let report = try await fixture.report(
            ["client/call/*"],
            Endpoint("call") { _, transport in
                var request = URLRequest(
                    url: try #require(URL(string: "https://notes.example.com\(try path(isGet ? rest : ""))")))
                request.httpMethod = method
                if !isGet {
                    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                    request.httpBody = Data((start + rest + "}").utf8)
                }
                _ = try await transport.send(request)
            })
        return report.findings
    }

    @Test(
        arguments: [
            ("POST", ""), ("POST", #","operationName":null"#), ("POST", #","extensions":{}"#),
            ("POST", #","operationName":"Find","extensions":{}"#), ("GET", ""), ("GET", "&extensions=%7B%7D"),
        ])
    func acceptsEquivalentRequests(method: String, rest: String) async throws {
        #expect(try await findings(method: method, rest).isEmpty)
    }

    @Test(arguments: [("POST", #","operationName":"Lose""#), ("GET", "&operationName=Lose")])
    func refusesAnotherOperation(method: String, rest: String) async throws {
        #expect(try await findings(method: method, rest).map(\.rule) == ["replay.no-match"])
    }

    @Test func namesTheOperationOfAnUnsentRequest() async throws {
        let body = #"{"query":"\#(Self.document)","variables":{"text":"milk"}}"#
        let unsent = CallFixture.exchange(
            "POST", "/graphql", headers: ["Content-Type": "application/json"], sent: body, "{}")
        let found = try await findings(method: "POST", "", unsent: [unsent]).filter { $0.rule == "replay.unplayed" }
        #expect(found.map(\.expectation) == ["POST https://notes.example.com/graphql (query Find)"])
    }
}
