import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Request bodies sent by upload tasks and streams.
struct UploadTests {
    private func rules(_ send: @escaping @Sendable (URLSession, URLRequest, Data) async throws -> Void) async throws
        -> [String]
    {
        let fixture = CallFixture(
            endpoint: """
                "arguments": { "title": { "type": "string" } },
                "request": { "method": "POST", "path": "/notes", "body": { "title": "{title}" } },
                "responses": { "204": {} },
                "cases": [ { "name": "one", "status": 204, "arguments": { "title": "Milk" } } ]
                """,
            recordings: [
                "call.one": [
                    CallFixture.exchange(
                        "POST", "/notes", headers: ["Content-Type": "application/json"], sent: "{\"title\":\"Milk\"}",
                        status: 204, "")
                ]
            ])
        return try await fixture.report(
            ["request/*", "client/*"],
            Endpoint(
                "call",
                session: { arguments, session in
                    let title: String = try arguments["title"]
                    var request = try notesRequest("/notes", method: "POST")
                    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                    try await send(session, request, try JSONEncoder().encode(["title": title]))
                })
        ).findings.map(\.rule)
    }

    @Test func checksTheBodyOfAnUploadTask() async throws {
        #expect(try await rules { _ = try await $0.upload(for: $1, from: $2) } == [])
        #expect(
            try await rules { session, request, body in
                let file = FileManager.default.temporaryDirectory.appendingPathComponent("upload-\(UUID().uuidString)")
                try body.write(to: file)
                defer { try? FileManager.default.removeItem(at: file) }
                _ = try await session.upload(for: request, fromFile: file)
            } == [])
        #expect(
            try await rules { session, request, body in
                var request = request
                request.httpBodyStream = InputStream(data: body)
                _ = try await session.data(for: request)
            } == [])
        #expect(
            Set(try await rules { _ = try await $0.upload(for: $1, from: Data("{\"titel\":\"\($2.count)\"}".utf8)) })
                == ["request.body", "replay.no-match"])
    }
}

/// Requests that spell recorded values in another way. Replay accepts the spellings that the request check accepts.
struct RespelledRequestTests {
    @Test(arguments: [
        ("0e8b6a70-1d1c-4b0c-9d59-7a1f0a0c5b11", "12.5", "2026-01-02T03:04:05Z", [String]()),
        ("0E8B6A70-1D1C-4B0C-9D59-7A1F0A0C5B11", "12.50", "2026-01-02T04:04:05%2B01:00", []),
        (
            "0e8b6a70-1d1c-4b0c-9d59-7a1f0a0c5b11", "12.51", "2026-01-02T03:04:05Z",
            ["replay.no-match"]
        ),
        ("0e8b6a70-1d1c-4b0c-9d59-7a1f0a0c5b11", "12.5", "2026-01-02T03:04:06Z", ["replay.no-match"]),
    ])
    func answersOnlyEquivalentRequests(_ id: String, _ amount: String, _ time: String, _ rules: [String]) async throws {
        let fixture = CallFixture(
            endpoint: """
                "arguments": { "id": { "type": "string", "format": "uuid" }, "amount": { "type": "number" },
                    "time": { "type": "string", "format": "date-time" } },
                "request": { "method": "PUT", "path": "/notes/{id}", "query": { "amount": "{amount}", "time": "{time}" } },
                "responses": { "204": {} },
                "cases": [ { "name": "one", "status": 204, "arguments": {
                    "id": "0e8b6a70-1d1c-4b0c-9d59-7a1f0a0c5b11", "amount": 12.5, "time": "2026-01-02T03:04:05Z" } } ]
                """,
            recordings: [
                "call.one": [
                    CallFixture.exchange(
                        "PUT",
                        "/notes/0e8b6a70-1d1c-4b0c-9d59-7a1f0a0c5b11?amount=12.5&time=2026-01-02T03:04:05Z",
                        status: 204, "")
                ]
            ])
        let found = try await fixture.report(
            ["client/*"],
            Endpoint(
                "call",
                session: { _, session in
                    _ = try await session.data(
                        for: notesRequest("/notes/\(id)?amount=\(amount)&time=\(time)", method: "PUT"))
                })
        ).findings.map(\.rule)
        #expect(found == rules)
    }
}

extension RespelledRequestTests {
    /// By default, the values of a repeated query item may come in any order.
    @Test(arguments: [
        ("amount=12.50&tag=b&tag=a", [String]()), ("amount=12.50&tag=a&tag=a", ["replay.no-match"]),
    ])
    func answersARepeatedItemInAnotherOrder(_ query: String, _ rules: [String]) async throws {
        let fixture = CallFixture(
            endpoint: """
                "arguments": { "amount": { "type": "number" }, "tags": { "type": "array", "items": { "type": "string" } } },
                "request": { "method": "PUT", "path": "/notes", "query": { "amount": "{amount}", "tag": "{tags}" } },
                "responses": { "204": {} },
                "cases": [ { "name": "one", "status": 204, "arguments": { "amount": 12.5, "tags": ["a", "b"] } } ]
                """,
            recordings: [
                "call.one": [CallFixture.exchange("PUT", "/notes?amount=12.5&tag=a&tag=b", status: 204, "")]
            ])
        let found = try await fixture.report(
            ["client/*"],
            Endpoint(
                "call",
                session: { _, session in
                    _ = try await session.data(for: notesRequest("/notes?\(query)", method: "PUT"))
                })
        ).findings.map(\.rule)
        #expect(found == rules)
    }
}

/// Requests that are wrong in every case. They are one fault, reported with the part that differs.
struct WrongRequestTests {
    private func report(_ body: @escaping @Sendable (String) -> String) async throws -> Report {
        func exchange(_ title: String) -> HTTPExchange {
            CallFixture.exchange(
                "POST", "/notes", headers: ["Content-Type": "application/json"],
                sent: "{\"title\":\"\(title)\",\"n\":2}",
                status: 204, "")
        }
        let fixture = CallFixture(
            endpoint: """
                "arguments": { "title": { "type": "string" } },
                "request": { "method": "POST", "path": "/notes", "body": { "title": "{title}", "n": 2 } },
                "responses": { "204": {} },
                "cases": [ { "name": "one", "status": 204, "arguments": { "title": "Milk" } },
                    { "name": "two", "status": 204, "arguments": { "title": "Bread" } } ]
                """,
            recordings: ["call.one": [exchange("Milk")], "call.two": [exchange("Bread")]])
        return try await fixture.report(
            ["client/*"],
            Endpoint(
                "call",
                session: { arguments, session in
                    var request = try notesRequest("/notes", method: "POST")
                    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                    request.httpBody = Data(body(try arguments["title"]).utf8)
                    _ = try await session.data(for: request)
                }))
    }

    @Test func reportsAWrongRequestOnceAndPassesNoCase() async throws {
        let report = try await report { "{\"title\":\"\($0)\",\"n\":3}" }
        #expect(report.findings.map(\.rule) == ["replay.no-match"])
        #expect(report.findings.first?.expected == "body: /n 2")
        #expect(report.findings.first?.found == "body: /n 3")
        #expect(report.checks.map(\.outcome) == [.failed, .error])
        #expect(
            report.checks.last?.reason
                == "it sends the same wrong request that \(report.checks.first?.check.id ?? "") reports"
        )
    }

    @Test func reportsEachPartThatDiffers() async throws {
        let report = try await report { "{\"title\":\"\($0 == "Milk" ? $0 : "")\",\"n\":\($0 == "Milk" ? 3 : 2)}" }
        #expect(report.findings.map(\.found) == ["body: /n 3", "body: /title \"\""])
    }

    @Test func acceptsARequestThatMeetsTheContract() async throws {
        let report = try await report { "{\"n\":2,\"title\":\"\($0)\"}" }
        #expect(report.checks.map(\.outcome) == [.passed, .passed])
    }
}

/// Network variations and faults, which reach every kind of client.
struct ClientKindTests {
    private struct Answer: Sendable { let status: Int; let total: String?; let count: Int }
    private struct Unreadable: Error {}

    /// The API with which a client sends a request.
    enum Kind: CaseIterable { case transport, session, completionHandler }

    private static func read(_ data: Data, _ response: URLResponse, exactly: Bool) throws -> Answer {
        let response = try #require(response as? HTTPURLResponse)
        let total =
            exactly
            ? response.allHeaderFields["X-Total"] as? String : response.value(forHTTPHeaderField: "X-Total")
        if response.statusCode == 304 || response.statusCode == 204 {
            return Answer(status: response.statusCode, total: nil, count: data.count)
        }
        do {
            return Answer(
                status: response.statusCode, total: total, count: try JSONDecoder().decode([Int].self, from: data).count
            )
        } catch {
            throw Unreadable()
        }
    }

    private static func endpoint(_ kind: Kind, exactly: Bool) -> Endpoint {
        @Sendable func url(_ arguments: Arguments) throws -> URLRequest {
            try notesRequest("/notes?page=\(try arguments["page"] as Int)")
        }
        switch kind {
        case .transport:
            return Endpoint("call") { arguments, transport in
                let (data, response) = try await transport.send(try url(arguments))
                return try read(data, response, exactly: exactly)
            }
        case .session:
            return Endpoint(
                "call",
                session: { arguments, session in
                    let (data, response) = try await session.data(for: try url(arguments))
                    return try read(data, response, exactly: exactly)
                })
        case .completionHandler:
            return Endpoint(
                "call",
                session: { arguments, session in
                    let request = try url(arguments)
                    return try await withCheckedThrowingContinuation { (done: CheckedContinuation<Answer, any Error>) in
                        session.dataTask(with: request) { data, response, error in
                            guard let data, let response else {
                                return done.resume(throwing: error ?? Unreadable())
                            }
                            done.resume(with: Result { try read(data, response, exactly: exactly) })
                        }.resume()
                    }
                })
        }
    }

    private func findings(_ kind: Kind, exactly: Bool) async throws -> [String] {
        func page(_ number: Int, _ headers: HeaderFields) -> HTTPExchange {
            CallFixture.exchange("GET", "/notes?page=\(number)", answering: headers, "[1,2]")
        }
        let plain: HeaderFields = ["Content-Type": "application/json"]
        let counted: HeaderFields = ["Content-Type": "application/json", "X-Total": "2"]
        let fixture = CallFixture(
            endpoint: """
                "arguments": { "page": { "type": "integer" } },
                "request": { "method": "GET", "path": "/notes", "query": { "page": "{page}" } },
                "responses": { "200": { "content": "application/json", "schema": { "type": "array" } } },
                "cases": [ { "name": "one", "status": 200, "arguments": { "page": 1 } },
                           { "name": "two", "status": 200, "arguments": { "page": 2 } },
                           { "name": "three", "status": 200, "arguments": { "page": 3 } } ],
                "faults": { "status:304": { "returns": { "properties": { "status": { "const": 304 }, "count": { "const": 0 } } } },
                            "status:204": { "returns": { "properties": { "status": { "const": 204 }, "count": { "const": 0 } } } },
                            "emptyBody": "Unreadable", "timeout": "URLError.timedOut", "badElement": "Unreadable" }
                """,
            recordings: [
                "call.one": [page(1, plain)], "call.two": [page(2, counted)], "call.three": [page(3, counted)],
            ])
        return try await fixture.report(["*/call*"], Self.endpoint(kind, exactly: exactly)).findings.map {
            "\($0.rule) \($0.contract.pointer)"
        }
    }

    @Test(arguments: Kind.allCases)
    func acceptsSoundClientsOfEveryKind(kind: Kind) async throws {
        #expect(try await findings(kind, exactly: false) == [])
    }

    /// The first case has no such header field.
    @Test(arguments: Kind.allCases)
    func findsACaseSensitiveHeaderLookup(kind: Kind) async throws {
        #expect(
            try await findings(kind, exactly: true) == [
                "client.header-case /endpoints/call/cases/1", "client.header-case /endpoints/call/cases/2",
            ])
    }
}

/// Singletons over `URLSession.shared`, bound by the seams that the article BindingClients shows.
struct SingletonTests {
    private struct TaskLocalSeam: Sendable {
        @TaskLocal static var session = URLSession.shared
        static let shared = TaskLocalSeam()
        func titles(of tag: String) async throws -> [String] {
            let (data, _) = try await Self.session.data(for: try notesRequest("/titles?tag=\(tag)"))
            return try JSONDecoder().decode([String].self, from: data)
        }
    }

    private final class VariableSeam: @unchecked Sendable {
        // Safe to share: set before each call, and calls run one at a time.
        static let shared = VariableSeam()
        var session = URLSession.shared
        func titles(of tag: String) async throws -> [String] {
            let (data, _) = try await session.data(for: try notesRequest("/titles?tag=\(tag)"))
            return try JSONDecoder().decode([String].self, from: data)
        }
    }

    private func findings(_ call: Endpoint) async throws -> [String] {
        try await CallFixture(
            endpoint: """
                "arguments": { "tag": { "type": "string", "pattern": "^[a-z]+$" } },
                "request": { "method": "GET", "path": "/titles", "query": { "tag": "{tag}" } },
                "responses": { "200": { "content": "application/json", "schema": { "type": "array" } } },
                "cases": [ { "name": "one", "status": 200, "arguments": { "tag": "home" }, "returns": { "const": ["Milk"] } } ]
                """, recordings: ["call.one": [CallFixture.exchange("GET", "/titles?tag=home", "[\"Milk\"]")]]
        ).report(["client/*", "response/*"], call).findings.map { "\($0.rule): \($0.message)" }
    }

    @Test func bindsASingletonWithATaskLocalSession() async throws {
        let found = try await findings(
            Endpoint(
                "call",
                session: { arguments, session in
                    try await TaskLocalSeam.$session.withValue(session) {
                        try await TaskLocalSeam.shared.titles(of: arguments["tag"])
                    }
                }))
        #expect(found == [])
    }

    @Test func bindsASingletonWithASessionVariable() async throws {
        let found = try await findings(
            Endpoint(
                "call",
                session: { arguments, session in
                    VariableSeam.shared.session = session
                    return try await VariableSeam.shared.titles(of: arguments["tag"])
                }))
        #expect(found == [])
    }
}
