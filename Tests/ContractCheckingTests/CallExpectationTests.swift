import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private let origin = "https://notes.example.com"

private func request(_ path: String, method: String = "GET", token: String? = nil) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: origin + path)))
    request.httpMethod = method
    if let token { request.setValue(token, forHTTPHeaderField: "X-Token") }
    return request
}

/// What `returns` says with a part of the response is compared with that part.
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
                let (data, response) = try await transport.send(try request("/session"))
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
        return report.findings.filter { !$0.message.contains("delete it, or add what it is for") }.map {
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

    @Test func takesWhatTheResponseSays() async throws {
        #expect(try await findings(returns: Self.returns) == [])
        #expect(try await findings(returns: Self.returns) { $0["gone"] = String?.none as Any } == [])
    }

    @Test(
        arguments: [
            ("id", 43), ("user", UUID()), ("since", Date(timeIntervalSince1970: 0)), ("count", 8), ("gone", "there"),
        ] as [(String, any Sendable)])
    func findsWhatTheResponseDoesNotSay(name: String, value: any Sendable) async throws {
        let found = try await findings(returns: Self.returns) { $0[name] = value }
        #expect(found.count == 1)
        #expect(found.first == "client.returns /endpoints/call/cases/0/returns/properties/\(name)")
    }

    @Test func comparesAWholeValue() async throws {
        let found = try await findings(returns: "{ \"response\": \"body:/id\" }")
        #expect(found == ["client.returns /endpoints/call/cases/0/returns"])
    }

    @Test func tellsAReferenceThatIsNone() async throws {
        for malformed in ["body:id", "heade:X", "cookie:", "returned:/id"] {
            let found = try await findings(returns: "{ \"response\": \"\(malformed)\" }")
            #expect(found == ["contract.fault /endpoints/call/cases/0/returns/response"], "\(malformed)")
        }
        let number = try await findings(returns: "{ \"response\": 5 }")
        #expect(number.count == 1 && number.first?.hasPrefix("contract.fault /endpoints/call/cases/0/returns") == true)
    }
}

/// No secret argument stands in what a client throws.
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
                let request = try request("/notes", token: token)
                do { _ = try await transport.send(request) } catch { throw error is URLError ? APIError.denied : error }
                throw error(request, token)
            }
        ).findings.map(\.rule)
    }

    @Test func findsASecretInAnErrorAndInWhatItCarries() async throws {
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
        // The placeholder's own text does not fit: another text stands for the secret.
        "{ \"type\": \"string\", \"format\": \"password\", \"pattern\": \"^[0-9a-f]{8}$\" }",
    ])
    func decidesWhatIsSecretByTheWholeSchema(schema: String) async throws {
        #expect(try await rules(schema: schema) { request, _ in APIError.refused(request) } == ["client.secret-leak"])
        #expect(try await rules(schema: schema) { _, _ in APIError.denied } == [])
    }

    @Test func takesErrorsOfFoundationThatNameTheURL() async throws {
        let sound = try await rules(
            schema: "{ \"type\": \"string\", \"format\": \"password\", \"pattern\": \"^[0-9a-f]{8}$\" }"
        ) { _, token in
            let url = URL(string: "https://notes.example.com/notes?key=\(token)")
            return APIError.failed(
                underlying: URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url as Any]))
        }
        #expect(sound == [])
        #expect(try await rules { _, _ in APIError.denied } == [])
    }
}

/// A binding that asks for the wrong arguments is told once, at their line.
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
                try request(
                    "/notes?q=\(title.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
                        + (limit.map { "&limit=\($0)" } ?? "")))
            return try JSONDecoder().decode([Int].self, from: data)
        }
    }

    private func told(
        _ only: String, _ read: @escaping @Sendable (Arguments) throws -> (String, Int?)
    ) async throws -> [String] {
        try await Self.fixture.report([only], Self.endpoint(read)).findings.map {
            "\($0.contract.pointer): \($0.message)"
        }
    }

    private static let misspelled =
        "/endpoints/call/arguments: the binding asks for the argument 'titel', which the contract does not have; did you mean 'title'?"

    @Test(arguments: ["*/call*", "client/*", "client/call/two"])
    func tellsOnceOfAnArgumentThatDoesNotExist(only: String) async throws {
        #expect(try await told(only) { (try $0["titel"], try $0["limit"]) } == [Self.misspelled])
    }

    @Test func tellsOnceOfAnArgumentReadAsAnotherType() async throws {
        #expect(
            try await told("*/call*") { (try $0["title"], Int(try $0["title"] as Double)) } == [
                "/endpoints/call/arguments/title: the binding reads the argument 'title' as Double, which cannot hold what the contract gives"
            ])
        #expect(
            try await told("*/call*") { (try $0["title"], try $0["limit"] as Int) } == [
                "/endpoints/call/arguments/limit: the binding reads the argument 'limit' as Int, and a call may leave it out: Int? can be nil"
            ])
    }

    @Test func takesTheArgumentsThatThereAre() async throws {
        #expect(try await told("*/call*") { (try $0["title"], try $0["limit"]) } == [])
    }
}

/// A whole number fits Int64 unless the contract speaks of more.
struct WholeNumberTests {
    private func findings(_ schema: String) async throws -> [String] {
        let fixture = CallFixture(
            endpoint: """
                "arguments": { "page": \(schema) },
                "request": { "method": "GET", "path": "/notes", "query": { "page": "{page}" } }, "responses": { "200": {} },
                "cases": [ { "name": "one", "status": 200, "arguments": { "page": 1 } } ]
                """)
        return try await fixture.report(
            ["request/*"],
            Endpoint("call") { arguments in
                let page: Int? = try arguments["page"]
                return try request("/notes" + (page.map { "?page=\($0)" } ?? ""))
            }
        ).findings.map { "\($0.rule): \($0.message)" }
    }

    @Test(arguments: [
        "{ \"type\": \"integer\" }", "{ \"type\": [\"integer\", \"null\"] }",
        "{ \"anyOf\": [{ \"type\": \"integer\" }, { \"type\": \"null\" }] }",
        "{ \"type\": \"integer\", \"minimum\": 1 }",
        "{ \"type\": \"number\", \"multipleOf\": 1, \"minimum\": 0, \"maximum\": 1000 }",
    ])
    func readsAnIntWhereTheContractSaysNoMore(schema: String) async throws {
        #expect(try await findings(schema) == [])
    }

    @Test func findsAnIntWhereTheContractSaysMore() async throws {
        let found = try await findings("{ \"type\": \"integer\", \"maximum\": 100000000000000000000 }")
        #expect(found.count == 1)
        #expect(
            found.first?.hasPrefix(
                "request.argument: the binding reads the argument 'page' as Int?, which cannot hold what the contract gives; probe: page is 100000000000000000000"
            ) == true, "\(found)")
    }
}

/// What a live call returns is compared with the models made of what came, as in replay.
struct LiveReturnTests {
    private struct Note: Decodable, Sendable { let id: Int }

    private func rules(_ change: @escaping @Sendable ([Note]) -> [Note]) async throws -> [String] {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/notes" },
                "responses": { "200": { "content": "application/json", "schema": { "type": "array" },
                                        "models": { "/*": "Note" } } },
                "cases": [ { "name": "all", "status": 200 } ]
                """,
            members: """
                "models": { "Note": { "schema": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } },
                                      "examples": [{ "id": 1 }] } },
                """,
            models: [Model("Note", decoding: Note.self)])
        return try await fixture.report(
            ["client/*"], mode: .live, transport: Answering { _ in (200, "[{\"id\":1},{\"id\":2}]") },
            Endpoint("call") { _, transport in
                change(try JSONDecoder().decode([Note].self, from: await transport.send(try request("/notes")).0))
            }
        ).findings.map(\.rule)
    }

    @Test func findsAListThatIsTurnedRoundOrThinned() async throws {
        #expect(try await rules { $0 } == [])
        #expect(try await rules { $0.reversed() } == ["client.returns"])
        #expect(try await rules { Array($0.dropLast()) } == ["client.returns"])
    }
}

/// The body of an upload task is the body of the request.
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
                    var request = try request("/notes", method: "POST")
                    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                    try await send(session, request, try JSONEncoder().encode(["title": title]))
                })
        ).findings.map(\.rule)
    }

    @Test func seesWhatAnUploadTaskSends() async throws {
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

/// A captured value has the type of the argument that it fills, wherever it comes from.
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
                let (data, _) = try await transport.send(try request("/items/\(segment)"))
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
    func fillsTheArgumentAsWhatItTakes(capture: String, argument: String) async throws {
        #expect(try await findings(capture: capture, argument: argument) == [])
    }
}

/// One bad element in any array of a response, and what a call makes of it.
struct BadElementOfAnyArrayTests {
    private struct Note: Decodable, Sendable { let id: Int; let tags: [String] }
    private struct LossyNote: Decodable, Sendable {
        let id: Int
        let tags: [String]
        enum CodingKeys: CodingKey { case id, tags }
        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            id = try members.decode(Int.self, forKey: .id)
            tags = try members.decode([String?].self, forKey: .tags).compactMap(\.self)
        }
    }
    private struct Page<Element: Decodable>: Decodable { let notes: [Element]; let facets: [String?]? }
    private struct Unreadable: Error {}

    private func findings<Value: Decodable & Sendable>(
        _ fault: String, _ type: Value.Type,
        _ read: @escaping @Sendable (Data) throws -> [Value]
    ) async throws -> [String] {
        let fixture = CallFixture(
            endpoint: """
                "request": { "method": "GET", "path": "/notes" },
                "responses": { "200": { "content": "application/json", "schema": { "type": "object" },
                                        "models": { "/notes/*": "Note" } } },
                "cases": [ { "name": "all", "status": 200 } ], "faults": { "badElement": \(fault) }
                """,
            members: """
                "models": { "Note": { "schema": { "type": "object", "required": ["id", "tags"], "properties": {
                  "id": { "type": "integer" }, "tags": { "type": "array", "items": { "type": "string" } } } } } },
                """,
            recordings: [
                "call.all": [
                    CallFixture.exchange(
                        "GET", "/notes",
                        "{\"facets\":[\"new\"],\"notes\":[{\"id\":1,\"tags\":[]},{\"id\":2,\"tags\":[\"a\"]}]}")
                ]
            ], models: [Model("Note", decoding: Value.self)])
        return try await fixture.report(
            ["client/*", "faults/*"],
            Endpoint("call") { _, transport in
                let data = try await transport.send(try request("/notes")).0
                do { return try read(data) } catch { throw Unreadable() }
            }
        ).findings.map { "\($0.rule): \($0.message)" }
    }

    private static func strictly(_ data: Data) throws -> [Note] {
        try JSONDecoder().decode(Page<Note>.self, from: data).notes
    }

    @Test func takesAStrictCallThatLeavesAnArrayUnread() async throws {
        #expect(try await findings("\"Unreadable\"", Note.self, Self.strictly) == [])
        #expect(
            try await findings("\"Unreadable\"", LossyNote.self) {
                try JSONDecoder().decode(Page<LossyNote>.self, from: $0).notes
            } == [])
    }

    @Test func findsACallThatHidesABadElementOfAnInnerArray() async throws {
        let found = try await findings("\"Unreadable\"", Note.self) { data in
            do { return try Self.strictly(data) } catch {
                // Notes without tags are made of nothing.
                if "\(error)".contains("tags") { return [] }
                throw error
            }
        }
        #expect(
            found == ["faults.returned: the call returns under 'badElement' in '/notes/1/tags'"]
        )
    }
}

/// What a network does at any time reaches a call however it is written.
struct ClientKindTests {
    private struct Answer: Sendable { let status: Int; let total: String?; let count: Int }
    private struct Unreadable: Error {}

    /// How a client sends a request.
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
            try request("/notes?page=\(try arguments["page"] as Int)")
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
    func takesWhatEveryNetworkDoes(kind: Kind) async throws {
        #expect(try await findings(kind, exactly: false) == [])
    }

    /// The first case has no such header, and the third says no more than the second.
    @Test(arguments: Kind.allCases)
    func findsAHeaderThatIsReadByItsSpelling(kind: Kind) async throws {
        #expect(try await findings(kind, exactly: true) == ["client.header-case /endpoints/call/cases/1"])
    }
}

/// A singleton over `URLSession.shared` is reached by the seams that the article BindingClients shows.
struct SingletonTests {
    private struct TaskLocalSeam: Sendable {
        @TaskLocal static var session = URLSession.shared
        static let shared = TaskLocalSeam()
        func titles(of tag: String) async throws -> [String] {
            let (data, _) = try await Self.session.data(for: try request("/titles?tag=\(tag)"))
            return try JSONDecoder().decode([String].self, from: data)
        }
    }

    private final class VariableSeam: @unchecked Sendable {
        // Safe to share: set before each call, and calls take turns.
        static let shared = VariableSeam()
        var session = URLSession.shared
        func titles(of tag: String) async throws -> [String] {
            let (data, _) = try await session.data(for: try request("/titles?tag=\(tag)"))
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

    @Test func isReachedByATaskLocalSession() async throws {
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

    @Test func isReachedByASessionThatIsAVariable() async throws {
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
