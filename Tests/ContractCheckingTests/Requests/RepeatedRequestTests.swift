import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct RepeatedRequestTests {
    private struct Job: Decodable, Sendable { let state: String }

    private static let fixture = CallFixture(
        endpoint: """
            "request": { "method": "GET", "path": "/jobs/1" },
            "responses": {
              "200": { "content": "application/json", "schema": { "$ref": "#/models/Job/schema" } },
              "202": { "content": "application/json", "headers": { "Retry-After": "5" } } },
            "cases": [ { "name": "done", "status": 200 } ]
            """,
        members: """
            "models": { "Job": { "schema": { "type": "object", "required": ["state"],
              "properties": { "state": { "type": "string" } } } } },
            """,
        recordings: [
            "call.done": [
                CallFixture.exchange(
                    "GET", "/jobs/1", status: 202,
                    answering: ["Content-Type": "application/json", "Retry-After": "5"], #"{"state":"busy"}"#),
                CallFixture.exchange("GET", "/jobs/1", #"{"state":"done"}"#),
            ]
        ],
        models: [Model("Job", decoding: Job.self)])

    /// Polls a job until it is done, and waits between two requests.
    private static func poll(_ wait: @escaping @Sendable (Int) async throws -> Void) -> Endpoint {
        Endpoint("call") { _, transport -> Job in
            while true {
                let (data, response) = try await transport.send(try notesRequest("/jobs/1"))
                if response.statusCode == 200 { return try JSONDecoder().decode(Job.self, from: data) }
                try await wait(response.value(forHTTPHeaderField: "Retry-After").flatMap(Int.init) ?? 1)
            }
        }
    }

    @Test func requiresAPollingCallToWait() async throws {
        let sound = Self.poll { try await CallClock.current.sleep(for: .seconds($0)) }
        #expect(try await Self.fixture.report(["client/*"], sound).findings.map(\.message) == [])
        let found = try await Self.fixture.report(["client/*"], Self.poll { _ in }).findings
        #expect(
            found.map(\.message) == ["the call asks 'call' again at once, expected the Retry-After of 'call': 5 s"])
        #expect(found.map(\.rule) == ["client.retry-after"])
    }

    /// The `Location` of a 202 is asked after its `Retry-After`.
    @Test(arguments: [(true, []), (false, ["client.retry-after"])] as [(Bool, [String])])
    func requiresTheWaitBeforeTheFirstPoll(waits: Bool, rules: [String]) async throws {
        let accepted: HeaderFields = ["Content-Type": "application/json", "Location": "/jobs/1", "Retry-After": "900"]
        let fixture = CallFixture(
            endpoint: #""uses": ["start", "job"], "cases": [ { "name": "done", "status": 200 } ]"#,
            members: """
                "models": { "Job": { "schema": { "type": "object", "required": ["state"],
                  "properties": { "state": { "type": "string" } } } } },
                """,
            recordings: [
                "call.done": [
                    CallFixture.exchange("POST", "/jobs", status: 202, answering: accepted, "{}"),
                    CallFixture.exchange("GET", "/jobs/1", #"{"state":"done"}"#),
                ]
            ],
            models: [Model("Job", decoding: Job.self)],
            others: (
                """
                "start": { "request": { "method": "POST", "path": "/jobs" },
                  "responses": { "202": { "content": "application/json", "headers": { "Retry-After": "900" } } } },
                "job": { "request": { "method": "GET", "path": "/jobs/1" },
                  "responses": { "200": { "content": "application/json", "schema": { "$ref": "#/models/Job/schema" } } } },
                """,
                [
                    Endpoint("start") { _ in try notesRequest("/jobs", method: "POST") },
                    Endpoint("job") { _ in try notesRequest("/jobs/1") },
                ]
            ))
        let report = try await fixture.report(
            ["client/*"],
            Endpoint("call") { _, transport -> Job in
                let (_, started) = try await transport.send(try notesRequest("/jobs", method: "POST"))
                let seconds = started.value(forHTTPHeaderField: "Retry-After").flatMap(Int.init) ?? 1
                try await CallClock.current.sleep(for: .seconds(waits ? seconds : 1))
                let (data, _) = try await transport.send(try notesRequest("/jobs/1"))
                return try JSONDecoder().decode(Job.self, from: data)
            })
        #expect(report.findings.map(\.rule) == rules, "\(report.findings.map(\.text))")
    }
}
