import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Network variations, which must not change the result of a call, and the expected outcomes of `faults`.
struct NetworkFaultTests {
    private func report<Value>(
        _ check: String, faults: String = "\"unreachable\": \"offline\"",
        _ find: @escaping @Sendable (Data, HTTPURLResponse) throws -> Value
    ) async throws -> Report {
        let folder = try NotesFolder()
        let contract = "Contracts/notes/contract.json"
        try folder.replace(
            "\"returns\": { \"type\": \"array\", \"minItems\": 2 }", with: "\"summary\": \"\"", in: contract)
        try folder.replace("\"unreachable\": \"offline\"", with: faults, in: contract)
        // Foundation does not know this header name and so keeps the letter case that the server sends.
        try folder.replace(
            "\"name\": \"Content-Type\"", with: "\"name\": \"X-Kind\"", in: "Recordings/notes/find.two notes.har")
        let client = NotesClient()
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) {
            Service("notes") {
                Model("Note", Note.init(json:))
                Endpoint("find") { arguments in
                    try client.findRequest(tag: arguments["tag"])
                } call: { arguments, transport in
                    let tag: String = try arguments["tag"]
                    let (data, response) = try await transport.send(try client.findRequest(tag: tag))
                    return try find(data, response)
                }
                Endpoint("add") { try client.addRequest(title: $0["title"], stars: $0["stars"], token: $0["token"]) }
                Endpoint("remove") { try client.removeRequest(id: $0["id"]) }
            }
        }
        return await suite.verify(Options(only: ["notes/\(check)"]))
    }

    private static func objects(_ data: Data) throws -> [[String: Any]] {
        let json = try JSONSerialization.jsonObject(with: data.dropFirst(5)) as? [String: Any]
        guard let notes = json?["notes"] as? [[String: Any]] else { throw NotesError.unreadable }
        return notes
    }

    @Test func findsACaseSensitiveHeaderLookup() async throws {
        let fragile = try await report("client/find/two notes") { $1.allHeaderFields["X-Kind"] as? String }
        #expect(fragile.findings.map(\.rule) == ["client.header-case"])
        #expect(fragile.findings.first?.expected == "\"application/json\"")
        #expect(fragile.findings.first?.found == "null")
        let sound = try await report("client/find/two notes") { $1.value(forHTTPHeaderField: "X-Kind") }
        #expect(sound.findings.map(\.message) == [])
    }

    @Test func checksTheOutcomeOfABadElement() async throws {
        let strict = "\"badElement\": \"unreadable\"", lossy = "\"badElement\": { \"returns\": true }"
        @Sendable func strictly(_ data: Data, _: HTTPURLResponse) throws -> [Note] {
            try Self.objects(data).map { object in
                guard let note = Note(json: object) else { throw NotesError.unreadable }
                return note
            }
        }
        @Sendable func lossily(_ data: Data, _: HTTPURLResponse) throws -> [Note] {
            try Self.objects(data).compactMap(Note.init(json:))
        }
        @Sendable func untilTheFirstBadOne(_ data: Data, _: HTTPURLResponse) throws -> [Note] {
            try Self.objects(data).prefix { Note(json: $0) != nil }.compactMap(Note.init(json:))
        }
        let check = "faults/find/badElement"
        #expect(try await report(check, faults: strict, strictly).passed)
        #expect(try await report(check, faults: strict, lossily).findings.map(\.rule) == ["faults.returned"])
        #expect(try await report(check, faults: lossy, lossily).passed)
        #expect(try await report(check, faults: lossy, strictly).findings.map(\.rule) == ["faults.wrong-error"])
        #expect(try await report(check, faults: lossy, untilTheFirstBadOne).findings.map(\.rule) == ["client.returns"])
    }

    @Test func comparesAValueReturnedUnderAFault() async throws {
        let faults = "\"status:304\": { \"returns\": { \"const\": \"cached\" } }"
        let sound = try await report("faults/find/status:304", faults: faults) { $1.statusCode == 304 ? "cached" : "" }
        #expect(sound.findings.map(\.message) == [])
        let empty = try await report("faults/find/status:304", faults: faults) { _, _ in "" }
        #expect(empty.findings.map(\.rule) == ["faults.returned"])
    }

    private enum Refusal: Error { case server(status: Int) }

    @Test func reportsADifferenceInAnErrorPayload() async throws {
        let check = "faults/find/status:503"
        let faults =
            #""status:503": { "case": "server", "payload": { "properties": { "status": { "const": 503 } } } }"#
        let sound = try await report(check, faults: faults) { _, response -> Int in
            throw Refusal.server(status: response.statusCode)
        }
        #expect(sound.findings.map(\.message) == [])
        let faulty = try await report(check, faults: faults) { _, _ -> Int in throw Refusal.server(status: 0) }
        #expect(
            faulty.findings.map { "\($0.rule): \($0.message)" } == [
                "faults.wrong-error: with status 503 the payload of server differs at '/status': expected 503, found 0"
            ])
    }
}

/// Errors identified by case, type, code, domain or payload, at any depth of wrapping.
struct ThrownErrorTests {
    private enum Wrapper: Error {
        case network(URLError), server(status: Int), decoding(path: String, reason: any Error), plain
    }
    private struct Response: Error { enum Kind { case gone, denied }; let kind: Kind; let retryAfter: Int }
    private enum Described: Error, CustomStringConvertible {
        case gone, denied
        var description: String { "gone" }
    }

    private func rules(_ contract: String, _ error: any Error) async throws -> [String] {
        let folder = try NotesFolder()
        try folder.replace(
            "\"throws\": \"unknownTag\", \"message\": \"There is no such tag.\"", with: "\"throws\": \(contract)",
            in: "Contracts/notes/contract.json")
        let client = NotesClient()
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) {
            Service("notes") {
                Model("Note", Note.init(json:))
                Endpoint("find") { arguments, transport in
                    let tag: String = try arguments["tag"]
                    _ = try await transport.send(try client.findRequest(tag: tag))
                    throw error
                }
                Endpoint("add") { try client.addRequest(title: $0["title"], stars: $0["stars"], token: $0["token"]) }
                Endpoint("remove") { try client.removeRequest(id: $0["id"]) }
            }
        }
        return await suite.verify(Options(only: ["notes/client/find/no such tag", "notes/contract"])).findings.map(
            \.rule)
    }

    @Test func acceptsEveryWayToNameAnError() async throws {
        let denied = NSError(domain: "Auth", code: 401)
        let wrapped = NSError(domain: "App", code: 7, userInfo: [NSUnderlyingErrorKey: denied])
        let sound: [(String, any Error)] = [
            ("\"plain\"", Wrapper.plain), ("\"Wrapper.plain\"", Wrapper.plain), ("\"Wrapper\"", Wrapper.plain),
            ("\"network.timedOut\"", Wrapper.network(URLError(.timedOut))),
            ("\"URLError.timedOut\"", Wrapper.network(URLError(.timedOut))),
            ("\"Wrapper.network.timedOut\"", Wrapper.network(URLError(.timedOut))),
            ("\"NSURLErrorDomain.-1001\"", URLError(.timedOut)), ("\"401\"", denied), ("\"Auth.401\"", wrapped),
            ("\"404\"", Wrapper.server(status: 404)),
            (
                "\"decoding.dataCorrupted\"",
                Wrapper.decoding(
                    path: "/a", reason: DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "")))
            ),
            (
                "{ \"type\": \"Response\", \"case\": \"gone\", \"payload\": { \"properties\": { \"retryAfter\": { \"const\": 5 } } } }",
                Response(kind: .gone, retryAfter: 5)
            ),
            ("{ \"domain\": \"Auth\", \"code\": 401 }", denied), ("\"denied\"", Described.denied),
        ]
        for (contract, error) in sound { #expect(try await rules(contract, error) == [], "\(contract)") }
    }

    @Test func distinguishesErrors() async throws {
        let faulty: [(String, any Error)] = [
            ("\"plain\"", Wrapper.server(status: 404)), ("\"network.timedOut\"", Wrapper.network(URLError(.badURL))),
            ("\"401\"", NSError(domain: "Auth", code: 403)), ("\"Auth.401\"", NSError(domain: "App", code: 401)),
            ("\"404\"", Wrapper.server(status: 500)), ("\"Response.gone\"", Response(kind: .denied, retryAfter: 5)),
            (
                "{ \"type\": \"Response\", \"payload\": { \"properties\": { \"retryAfter\": { \"const\": 5 } } } }",
                Response(kind: .gone, retryAfter: 6)
            ),
            ("{ \"case\": \"plain\", \"code\": 1 }", Wrapper.plain), ("\"gone\"", Described.denied),
        ]
        for (contract, error) in faulty {
            #expect(try await rules(contract, error) == ["client.wrong-error"], "\(contract)")
        }
    }

    @Test func rejectsAnErrorWithoutCriteria() async throws {
        #expect(try await rules("{}", Wrapper.plain) == ["contract.fault"])
        #expect(try await rules("{ \"kase\": \"plain\" }", Wrapper.plain) == ["contract.fault"])
    }
}
