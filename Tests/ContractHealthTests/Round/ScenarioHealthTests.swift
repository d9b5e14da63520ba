import ContractChecking
import Foundation
import HTTPRecording
import HealthTestSupport
import TestSupport
import Testing

@testable import ContractHealth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Scenarios as health checks with several steps.
struct ScenarioHealthTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Signs in and lists notes with the received token. `replies` maps paths to the server's responses.
    private func observe(
        unsafe: Bool = true, replies: [String: (status: Int, body: String)], fails: URLError.Code? = nil
    ) async throws -> (observation: EndpointObservation, tokens: [String]) {
        let agreed = unsafe ? #", "health": { "unsafe": true }"# : ""
        try folder.write(
            """
            { "service": "notes", "origin": "https://notes.example.com", "health": { "latency": 3600 },
              "endpoints": {
                "signIn": { "request": { "method": "POST", "path": "/session" },
                  "responses": { "201": { "content": "application/json",
                    "schema": { "type": "object", "required": ["token"], "properties": { "token": { "type": "string" } } } } },
                  "cases": [ { "name": "in", "status": 201 } ]\(agreed) },
                "list": { "arguments": { "token": { "type": "string" } },
                  "request": { "method": "GET", "path": "/notes", "headers": { "X-Token": "{token}" } },
                  "responses": { "200": { "content": "application/json", "schema": { "type": "array" } } },
                  "cases": [ { "name": "none", "status": 200, "arguments": { "token": "t" } } ] } },
              "scenarios": { "signed in": { "health": true, "steps": [
                { "endpoint": "signIn", "case": "in", "capture": { "token": "body:/token" } },
                { "endpoint": "list", "arguments": { "token": "{token}" }, "status": 200 } ] } } }
            """, to: "Contracts/notes/contract.json")
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"), recordings: folder.url
        ) {
            Service("notes") {
                Endpoint("signIn") { _ in
                    var request = try Self.request("session")
                    request.httpMethod = "POST"
                    return request
                }
                Endpoint("list") { arguments in
                    var request = try Self.request("notes")
                    request.setValue(try arguments["token"], forHTTPHeaderField: "X-Token")
                    return request
                }
            }
        }
        let tokens = Box<[String]>([])
        var live = Options(mode: .live)
        live.command = "contracts health"
        live.servers.transport = Replying(replies: replies, fails: fails, tokens: tokens)
        let targets = HealthTarget.all(in: suite, HealthOptions())
        #expect(targets.map(\.id) == ["notes/scenario/signed in"])
        let observer = try HealthObserver(targets, .unhurried, live: live) { _ in }
        return (try #require(await observer.observe().first), tokens.value)
    }

    private static func request(_ path: String) throws -> URLRequest {
        guard let url = URL(string: "https://notes.example.com/\(path)") else { throw URLError(.badURL) }
        return URLRequest(url: url)
    }

    private static let sound: [String: (status: Int, body: String)] = [
        "/session": (201, #"{"token":"s3cret"}"#), "/notes": (200, "[]"),
    ]

    @Test func passesCapturedValuesToLaterSteps() async throws {
        let (observation, tokens) = try await observe(replies: Self.sound)
        #expect(observation.verdict == .healthy, "\(observation.aspects)")
        #expect(observation.id == "notes/scenario/signed in")
        #expect(observation.cases == ["signIn", "list"])
        #expect(observation.aspects[.contract] == .held)
        #expect(observation.aspects[.latency] == .held)
        #expect(tokens == ["s3cret"])
    }

    @Test func failsAtTheStepThatBreaksItsContract() async throws {
        var replies = Self.sound
        replies["/notes"] = (200, "{}")
        let observation = try await observe(replies: replies).observation
        #expect(observation.verdict == .failing)
        let finding = try #require(observation.aspects[.contract]?.findings.first)
        #expect(finding.message.hasPrefix("step 2 (list): "))
        #expect(finding.contract.pointer.description.hasPrefix("/endpoints/list/responses/200"))
        #expect(finding.repeatCommand == "contracts health --only 'notes/scenario/signed in'")
    }

    @Test func isUnreachableWhenTheConnectionFails() async throws {
        let observation = try await observe(replies: [:], fails: .cannotConnectToHost).observation
        #expect(observation.verdict == .unreachable)
        #expect(
            observation.aspects[.reachable]?.findings.first?.found
                == "notes.example.com returned no response (connection refused)")
        #expect(observation.attempts == 1)
    }

    @Test func requiresConsentToUnsafeRequests() async throws {
        let (observation, tokens) = try await observe(unsafe: false, replies: Self.sound)
        #expect(observation.verdict == .unsupported)
        #expect(observation.aspects[.reachable]?.reason?.contains("the call would send a POST") == true)
        #expect(tokens == [])
    }
}

/// Returns responses by path, without a network.
private struct Replying: Transport {
    let replies: [String: (status: Int, body: String)]
    let fails: URLError.Code?
    let tokens: Box<[String]>

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        if let fails { throw URLError(fails) }
        if let token = request.value(forHTTPHeaderField: "X-Token") { tokens.change { $0.append(token) } }
        guard let url = request.url, let (status, body) = replies[url.path],
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: nil, headerFields: ["Content-Type": "application/json"])
        else { throw URLError(.badURL) }
        return (Data(body.utf8), response)
    }
}
