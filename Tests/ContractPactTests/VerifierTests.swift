import Foundation
import HTTPRecording
import JSONSchema
import Testing

@testable import ContractPact

@Suite("Verifying a provider")
struct VerifierTests {
    /// A provider that accepts every state, and closes the connection of every other request.
    private struct ClosingProvider: Transport {
        let actions = Locked<[String]>([])

        func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
            guard let url = request.url, url.path == "/states" else { throw URLError(.networkConnectionLost) }
            let action = JSON(ifValid: request.httpBody ?? Data())?["action"]?.stringValue ?? "none"
            actions.withLock { $0.append(action) }
            let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:])
            return (Data(), try #require(response))
        }
    }

    @Test("States are torn down after a request without a response")
    func tearsDownAfterAFailedRequest() async throws {
        let document = try pact(
            """
            {"consumer": {"name": "app"}, "provider": {"name": "shop"}, "metadata": {"pactSpecification": {"version": "3.0.0"}},
             "interactions": [{"description": "a note", "providerStates": [{"name": "a note exists"}],
              "request": {"method": "GET", "path": "/notes/1"}, "response": {"status": 200}}]}
            """)
        let transport = ClosingProvider()
        let verifier = PactVerifier(
            document, provider: try #require(URL(string: "http://127.0.0.1:1")),
            states: URL(string: "http://127.0.0.1:1/states"), transport: transport)
        let outcome = await verifier.verify(try #require(document.interactions.first))
        #expect(transport.actions.withLock { $0 } == ["setup", "teardown"])
        guard case .unreachable(let reason) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(reason.hasPrefix("the provider did not respond: "))
    }

    @Test(
        "A raw query takes its variables from the environment, and is unchanged without variables",
        arguments: [
            ("token={env:TOKEN}&page=1", ["TOKEN"], "/?token=s3&page=1"),
            ("token=%7benv%3aTOKEN%7d", ["TOKEN"], "/?token=s3"),
            ("token=%7Benv%3ATOKEN%7D", ["TOKEN"], "/?token=s3"),
            ("a=%7E&b", [], "/?a=%7E&b"),
        ] as [(String, Set<String>, String)])
    func fillsARawQuery(query: String, variables: Set<String>, target: String) throws {
        let document = try pact(
            """
            {"consumer": {"name": "app"}, "provider": {"name": "shop"}, "metadata": {"pactSpecification": {"version": "2.0.0"}},
             "interactions": [{"description": "a call",
              "request": {"method": "GET", "path": "/", "query": "\(query)"}, "response": {"status": 200}}]}
            """)
        let request = try #require(document.interactions.first).request
        #expect(request.variables == variables)
        #expect(StateValues { $0 == "TOKEN" ? "s3" : nil }.filled(request).target == target)
    }
}
