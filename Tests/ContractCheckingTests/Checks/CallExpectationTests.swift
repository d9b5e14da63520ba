import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// References in `returns` to parts of the response.
struct ResponseReferenceTests {
    private struct Session: Decodable { let id: Int; let user: UUID; let since: Date; let token: String? }

    private func findings(
        returns: String, _ change: @escaping @Sendable (inout [String: Any]) -> Void = { _ in }
    ) async throws -> [String] {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/session" },
                "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } },
                "cases": [ { "name": "one", "status": 200, "returns": \(returns) } ]
                """,
            recordings: [
                "call.one": [
                    CallFixture.exchange(
                        "GET", "/session",
                        answering: [
                            "Content-Type": "application/json", "X-Count": "7", "Set-Cookie": "sid=abc; Path=/",
                        ],
                        "{\"id\":42,\"user\":\"123e4567-e89b-12d3-a456-426614174000\",\"since\":\"2024-01-01T02:00:00+02:00\"}"
                    )
                ]
            ])
        let report = try await fixture.report(
            ["client/*", "contract"],
            Endpoint("call") { _, transport in
                let (data, response) = try await transport.send(try notesRequest("/session"))
                let decoder = JSONDecoder()
                decoder.dateDecodingStrategy = .iso8601
                let session = try decoder.decode(Session.self, from: data)
                var shown: [String: Any] = [
                    "id": session.id, "user": session.user, "since": session.since,
                    "count": response.value(forHTTPHeaderField: "X-Count").flatMap { Int($0) } as Any,
                ]
                change(&shown)
                return Shown(members: shown)
            })
        return report.findings.filter { !$0.message.contains("or add a case for it") }.map {
            "\($0.rule) \($0.contract.pointer)"
        }
    }

    private struct Shown: CustomReflectable {
        let members: [String: Any]
        var customMirror: Mirror {
            Mirror(self, children: members.sorted { $0.key < $1.key }.map { (label: $0.key, value: $0.value) })
        }
    }

    private static let returns = """
        { "properties": {
            "id": { "response": "body:/id" }, "user": { "response": "body:/user" }, "since": { "response": "body:/since" },
            "count": { "response": "header:X-Count" }, "gone": { "response": "cookie:none" } } }
        """

    @Test func acceptsValuesThatMatchTheResponse() async throws {
        #expect(try await findings(returns: Self.returns) == [])
        #expect(try await findings(returns: Self.returns) { $0["gone"] = String?.none as Any } == [])
    }

    @Test(
        arguments: [
            ("id", 43), ("user", UUID()), ("since", Date(timeIntervalSince1970: 0)), ("count", 8), ("gone", "there"),
        ] as [(String, any Sendable)])
    func findsAValueThatDiffersFromTheResponse(name: String, value: any Sendable) async throws {
        let found = try await findings(returns: Self.returns) { $0[name] = value }
        #expect(found.count == 1)
        #expect(found.first == "client.returns /endpoints/call/cases/0/returns/properties/\(name)")
    }

    @Test(arguments: ["id", "user", "since", "count"])
    func findsAMissingValue(name: String) async throws {
        let found = try await findings(returns: Self.returns) { $0[name] = nil }
        #expect(found.count == 1 && found.first?.hasPrefix("client.returns /endpoints/call/cases/0/returns") == true)
    }

    @Test func findsAMissingNestedMember() async throws {
        let returns = #"{ "properties": { "session": { "properties": { "id": { "response": "body:/id" } } } } }"#
        let sound = try await findings(returns: returns) { $0["session"] = ["id": $0["id"] as Any] }
        #expect(sound == [])
        for members in [nil, [:] as [String: Int], ["other": 42]] {
            let found = try await findings(returns: returns) { $0["session"] = members }
            #expect(found.count == 1, "\(found)")
        }
    }

    @Test func comparesAWholeValue() async throws {
        let found = try await findings(returns: "{ \"response\": \"body:/id\" }")
        #expect(found == ["client.returns /endpoints/call/cases/0/returns"])
    }

    @Test func reportsAMalformedReference() async throws {
        for malformed in ["body:id", "heade:X", "cookie:", "returned:/id"] {
            let found = try await findings(returns: "{ \"response\": \"\(malformed)\" }")
            #expect(found == ["contract.fault /endpoints/call/cases/0/returns/response"], "\(malformed)")
        }
        let number = try await findings(returns: "{ \"response\": 5 }")
        #expect(number.count == 1 && number.first?.hasPrefix("contract.fault /endpoints/call/cases/0/returns") == true)
    }
}

/// Secret arguments in the errors that a client throws.
struct SecretErrorTests {
    private enum APIError: Error {
        case denied, refused(URLRequest), rejected(header: [String: String]), failed(underlying: any Error)
    }
    private struct Report: LocalizedError { let errorDescription: String? }

    private func rules(
        schema: String = "{ \"type\": \"string\", \"format\": \"password\" }", given: String = "\"{env:NOTES_TOKEN}\"",
        _ error: @escaping @Sendable (URLRequest, String) -> any Error
    ) async throws -> [String] {
        let fixture = CallFixture(
            endpoint: """
                "arguments": { "token": \(schema) },
                "request": { "method": "GET", "path": "/notes", "headers": { "X-Token": "{token}" } },
                "responses": { "401": {} },
                "cases": [ { "name": "denied", "status": 401, "arguments": { "token": \(given) },
                             "throws": { "type": "\(type(of: error(URLRequest(url: URL(fileURLWithPath: "/")), "")))" } } ],
                "faults": { "timeout": { "type": "\(type(of: error(URLRequest(url: URL(fileURLWithPath: "/")), "")))" } }
                """,
            members: "\"$defs\": { \"secret\": { \"type\": \"string\", \"format\": \"password\" } },",
            recordings: [
                "call.denied": [
                    CallFixture.exchange("GET", "/notes", headers: ["X-Token": "{env:NOTES_TOKEN}"], status: 401, "")
                ]
            ])
        return try await fixture.report(
            ["client/*", "faults/*"],
            Endpoint("call") { arguments, transport in
                let token: String = try arguments["token"]
                let request = try notesRequest("/notes", token: token)
                do { _ = try await transport.send(request) } catch { throw error is URLError ? APIError.denied : error }
                throw error(request, token)
            }
        ).findings.map(\.rule)
    }

    @Test func findsASecretInAnErrorOrItsPayload() async throws {
        #expect(
            try await rules { _, token in Report(errorDescription: "No note for \(token).") } == [
                "client.secret-leak", "faults.wrong-error",
            ])
        #expect(try await rules { request, _ in APIError.refused(request) } == ["client.secret-leak"])
        #expect(
            try await rules { _, token in APIError.failed(underlying: Report(errorDescription: token)) }
                == ["client.secret-leak"])
        #expect(
            try await rules { request, _ in APIError.rejected(header: request.allHTTPHeaderFields ?? [:]) }
                == ["client.secret-leak"])
    }

    @Test(arguments: [
        "{ \"$ref\": \"#/$defs/secret\" }", "{ \"allOf\": [{ \"$ref\": \"#/$defs/secret\" }, { \"minLength\": 4 }] }",
        "{ \"anyOf\": [{ \"type\": \"null\" }, { \"$ref\": \"#/$defs/secret\" }] }",
        // The placeholder does not match the pattern, so another string stands for the secret.
        "{ \"type\": \"string\", \"format\": \"password\", \"pattern\": \"^[0-9a-f]{8}$\" }",
    ])
    func recognizesSecretsByTheWholeSchema(schema: String) async throws {
        #expect(try await rules(schema: schema) { request, _ in APIError.refused(request) } == ["client.secret-leak"])
        #expect(try await rules(schema: schema) { _, _ in APIError.denied } == [])
    }

    @Test func acceptsFoundationErrorsThatContainTheURL() async throws {
        let sound = try await rules(
            schema: "{ \"type\": \"string\", \"format\": \"password\", \"pattern\": \"^[0-9a-f]{8}$\" }"
        ) { _, token in
            let url = URL(string: "https://notes.example.com/notes?key=\(token)")
            return APIError.failed(
                underlying: URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url as Any]))
        }
        #expect(sound == [])
        #expect(try await rules { _, _ in APIError.denied } == [])
        let found = try await rules { _, token in
            let words = "the request with \(token) failed"
            return APIError.failed(
                underlying: URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: words as Any]))
        }
        #expect(found == ["client.secret-leak"])
    }
}

/// Bindings that read the wrong arguments. Each is reported once, at the line of the arguments.
struct WrongArgumentTests {
    private static let fixture = CallFixture(
        endpoint: """
            "arguments": { "title": { "type": "string" }, "limit": { "type": ["integer", "null"] } },
            "request": { "method": "GET", "path": "/notes", "query": { "q": "{title}", "limit": "{limit}" } },
            "responses": { "200": { "content": "application/json", "schema": { "type": "array" } } },
            "cases": [ { "name": "one", "status": 200, "arguments": { "title": "a" } },
                       { "name": "two", "status": 200, "arguments": { "title": "b" } } ],
            "faults": { "timeout": "URLError" }
            """,
        recordings: [
            "call.one": [CallFixture.exchange("GET", "/notes?q=a", "[]")],
            "call.two": [CallFixture.exchange("GET", "/notes?q=b", "[]")],
        ])

    private static func endpoint(_ read: @escaping @Sendable (Arguments) throws -> (String, Int?)) -> Endpoint {
        Endpoint("call") { arguments, transport in
            let (title, limit) = try read(arguments)
            let (data, _) = try await transport.send(
                try notesRequest(
                    "/notes?q=\(title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
                        + (limit.map { "&limit=\($0)" } ?? "")))
            return try JSONDecoder().decode([Int].self, from: data)
        }
    }

    private func messages(
        _ only: String, _ read: @escaping @Sendable (Arguments) throws -> (String, Int?)
    ) async throws -> [String] {
        try await Self.fixture.report([only], Self.endpoint(read)).findings.map {
            "\($0.contract.pointer): \($0.message)"
        }
    }

    private static let misspelled =
        "/endpoints/call/arguments: the binding asks for the argument 'titel', which the contract does not declare; did you mean 'title'?"

    @Test(arguments: ["*/call*", "client/*", "client/call/two"])
    func reportsAnUnknownArgumentOnce(only: String) async throws {
        #expect(try await messages(only) { (try $0["titel"], try $0["limit"]) } == [Self.misspelled])
    }

    @Test func reportsAnArgumentReadAsAnotherTypeOnce() async throws {
        #expect(
            try await messages("*/call*") { (try $0["title"], Int(try $0["title"] as Double)) } == [
                "/endpoints/call/arguments/title: the binding reads the argument 'title' as Double, which cannot represent the contract's value"
            ])
        #expect(
            try await messages("*/call*") { arguments in
                struct Title: Decodable { let text: String }
                let title: Title = try arguments["title"]
                return (title.text, nil)
            } == [
                "/endpoints/call/arguments/title: the binding reads the argument 'title' as Title, which cannot represent the contract's value: typeMismatch 'Dictionary<String, Any>'"
            ])
        #expect(
            try await messages("*/call*") { (try $0["title"], try $0["limit"] as Int) } == [
                "/endpoints/call/arguments/limit: the binding reads the argument 'limit' as Int, but a call may omit it: use Int?"
            ])
    }

    @Test func acceptsTheArgumentsOfTheContract() async throws {
        #expect(try await messages("*/call*") { (try $0["title"], try $0["limit"]) } == [])
    }
}

/// Captured values from every source, converted to the type of the argument that they fill.
struct CapturedValueTests {
    private struct Item: Decodable { let next: String }
    private struct Shown { let next: String? }

    private func findings(capture: String, argument: String) async throws -> [String] {
        func answer(_ id: Int) -> HTTPExchange {
            CallFixture.exchange(
                "GET", "/items/\(id)",
                answering: ["Content-Type": "application/json", "X-Next": "\(id + 1)", "Set-Cookie": "next=\(id + 1)"],
                "{\"next\":\"\(id + 1)\"}")
        }
        let fixture = CallFixture(
            endpoint: """
                "arguments": { "id": \(argument) }, "request": { "method": "GET", "path": "/items/{id}" },
                "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } },
                "cases": [ { "name": "one", "status": 200, "arguments": { "id": \(argument.contains("integer") ? "1" : "\"1\"") } } ]
                """,
            members: """
                "scenarios": { "chain": [ { "endpoint": "call", "case": "one", "capture": { "next": "\(capture)" } },
                                          { "endpoint": "call", "arguments": { "id": "{next}" }, "status": 200 } ] },
                """,
            recordings: ["call.one": [answer(1)], "chain": [answer(1), answer(2)]])
        let isInteger = argument.contains("integer")
        return try await fixture.report(
            ["request/*", "client/*", "scenario/*"],
            Endpoint("call") { arguments, transport in
                let id: String = isInteger ? "\(try arguments["id"] as Int)" : try arguments["id"]
                let segment = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                if segment.isEmpty || id == "." || id == ".." { throw URLError(.badURL) }
                let (data, _) = try await transport.send(try notesRequest("/items/\(segment)"))
                return Shown(next: try? JSONDecoder().decode(Item.self, from: data).next)
            }
        ).findings.map { "\($0.rule): \($0.message)" }
    }

    @Test(
        arguments: ["header:X-Next", "cookie:next", "body:/next", "returned:/next"],
        [
            "{ \"type\": \"integer\" }", "{ \"type\": \"string\" }",
            "{ \"type\": \"integer\", \"minimum\": 1, \"maximum\": 9 }",
        ])
    func convertsACapturedValueToTheTypeOfTheArgument(capture: String, argument: String) async throws {
        #expect(try await findings(capture: capture, argument: argument) == [])
    }
}

/// Messages about errors that a contract describes by several criteria.
struct NamedErrorTests {
    private enum Failure: Error { case limited(Int), closed }

    @Test(
        arguments: [
            (.limited(7), []), (.closed, ["client.wrong-error: the error is closed, not Failure.limited"]),
            (nil, ["client.returned: the call returns, but must throw Failure.limited"]),
        ] as [(Failure?, [String])])
    private func namesAnErrorByTypeAndCase(thrown: Failure?, messages: [String]) async throws {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/note" }, "responses": { "429": {} },
                "cases": [ { "name": "one", "status": 429,
                    "throws": { "type": "Failure", "case": "limited", "payload": { "type": "integer" } } } ]
                """, recordings: ["call.one": [CallFixture.exchange("GET", "/note", status: 429, "")]])
        let report = try await fixture.report(
            ["client/*"],
            Endpoint("call") { _, transport in
                _ = try await transport.send(try notesRequest("/note"))
                if let thrown { throw thrown }
            })
        #expect(report.findings.map { "\($0.rule): \($0.message)" } == messages)
    }

    private enum Conflict: LocalizedError {
        case tooLate(minutes: Int, seats: [String])

        var errorDescription: String? { if case .tooLate(let minutes, _) = self { "\(minutes) min left" } else { nil } }
    }

    /// The error carries the details of the server's rejection.
    @Test func comparesThePayloadOfAnErrorWithTheResponse() async throws {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/note" }, "responses": { "409": { "content": "application/json",
                  "schema": { "type": "object" } } },
                "cases": [ { "name": "one", "status": 409, "throws": { "case": "tooLate", "payload": { "properties": {
                  "minutes": { "response": "body:/minutes_before" }, "seats": { "response": "body:/taken" } } } }, "message": "90 min left" } ]
                """,
            recordings: [
                "call.one": [
                    CallFixture.exchange("GET", "/note", status: 409, #"{"minutes_before":90,"taken":["A9"]}"#)
                ]
            ])
        func messages(
            _ seats: [String], _ minutes: @escaping @Sendable (Int) -> Int
        ) async throws -> [String] {
            try await fixture.report(
                ["client/*"],
                Endpoint("call") { _, transport in
                    let (data, _) = try await transport.send(try notesRequest("/note"))
                    let body = try JSONSerialization.jsonObject(with: data) as? [String: Any]
                    throw Conflict.tooLate(minutes: minutes(body?["minutes_before"] as? Int ?? 0), seats: seats)
                }
            ).findings.map { "\($0.rule): \($0.message); expected \($0.expected ?? "")" }
        }
        #expect(try await messages(["A9"]) { $0 } == [])
        let wrong = try await messages(["A9"]) { $0 - 30 }
        #expect(
            wrong.filter { !$0.hasPrefix("client.message") } == [
                "client.wrong-error: the payload of tooLate differs at '/minutes': expected 90 or \"90\", found 60; "
                    + "expected 90 or \"90\""
            ])
        #expect(try await messages([]) { $0 }.count == 1)
        // The recorded response shows neither of these faults.
        for minutes in [{ max(1, $0) }, { min(120, $0) }, { _ in 90 }] as [@Sendable (Int) -> Int] {
            let found = try await messages(["A9"], minutes)
            #expect(found.count == 1 && found[0].contains("; '/minutes_before' of the response is "), "\(found)")
        }
    }
}
