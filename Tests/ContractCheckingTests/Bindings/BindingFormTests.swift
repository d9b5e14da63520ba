import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Forms of model and endpoint bindings. Every form runs the same checks and reports nothing for sound code.
struct BindingFormTests {
    private struct Notes: Sendable {
        let session: URLSession
        var limit = "10"

        func find(_ tag: String) async throws -> [Note] {
            let request = try NotesClient(limit: limit).findRequest(tag: tag)
            let (data, response): (Data, URLResponse)
            do { (data, response) = try await session.data(for: request) } catch is URLError {
                throw NotesError.offline
            }
            switch (response as? HTTPURLResponse)?.statusCode {
            case 200: break
            case 404: throw NotesError.unknownTag
            default: throw NotesError.server
            }
            guard let json = try? JSONSerialization.jsonObject(with: data.dropFirst(5)) as? [String: Any],
                let notes = json["notes"] as? [[String: Any]]
            else { throw NotesError.unreadable }
            return notes.compactMap(Note.init(json:))
        }
    }

    /// A multi-statement closure receives an object unless its parameter is declared as an array.
    @Test func bindsAModelByAClosureOfSeveralStatements() async throws {
        struct Named { let name: String }
        let schema = #"{"type":"object","required":["name"],"properties":{"name":{"type":"string"}}}"#
        let findings = try await ModelTrial(schema: schema, example: #"{"name":"a"}"#).findings {
            Model("Thing") { json -> Named? in
                guard let name = json["name"] as? String else { return nil }
                return Named(name: name)
            }
        }
        #expect(findings == [])
        let list = try await ModelTrial(schema: #"{"type":"array","items":{"type":"string"}}"#, example: #"["a"]"#)
            .findings {
                Model("Thing") { (json: [Any]) -> [String]? in
                    guard let names = json as? [String] else { return nil }
                    return names
                }
            }
        #expect(list == [])
    }

    @MainActor private final class ViewModel {
        static let shared = ViewModel()
        func request(_ tag: String) throws -> URLRequest { try NotesClient().findRequest(tag: tag) }
    }

    private enum API {
        static func request(tag: String) throws -> URLRequest { try NotesClient().findRequest(tag: tag) }
        static func request(tag: String, limit: Int?) async throws -> URLRequest {
            try NotesClient().findRequest(tag: tag)
        }
    }

    private func report(_ find: Endpoint, _ only: [String] = ["*/find", "*/find/*"]) async throws -> Report {
        let folder = try NotesFolder()
        try folder.replace(
            "\"returns\": { \"type\": \"array\", \"minItems\": 2 }", with: "\"summary\": \"\"",
            in: "Contracts/notes/contract.json")
        let client = NotesClient()
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) {
            Service("notes") {
                Model("Note", Note.init(json:))
                find
                Endpoint("add") { try client.addRequest(title: $0["title"], stars: $0["stars"], token: $0["token"]) }
                Endpoint("remove") { try client.removeRequest(id: $0["id"]) }
            }
        }
        return await suite.verify(Options(only: only.map { "notes/\($0)" } + ["notes/contract"]))
    }

    @Test(arguments: [
        Endpoint("find") { arguments, session in try await Notes(session: session).find(arguments["tag"]) },
        Endpoint("find") { arguments, session in
            let notes = Notes(session: session)
            let tag: String = try arguments["tag"]
            return try await notes.find(tag)
        },
        Endpoint("find", session: { try await Notes(session: $1).find($0["tag"]) }),
        Endpoint("find") { arguments in
            try await ViewModel.shared.request(arguments["tag"])
        } session: { arguments, session in
            try await Notes(session: session).find(arguments["tag"])
        },
        Endpoint("find") { @MainActor arguments in
            try ViewModel.shared.request(arguments["tag"])
        } call: { arguments, transport in
            try await Notes(session: URLSession(configuration: .contractTesting(transport))).find(arguments["tag"])
        },
        Endpoint("find", API.request(tag:), "tag") { arguments, transport in
            let session = URLSession(configuration: .contractTesting(transport))
            return try await Notes(session: session).find(arguments["tag"])
        },
    ])
    func acceptsEveryBindingForm(_ endpoint: Endpoint) async throws {
        let report = try await report(endpoint)
        #expect(report.findings.map(\.message) == [])
        #expect(report.failed == [])
        #expect(report.checks.count == 10)
    }

    @Test func readsArraysOfEnumCases() throws {
        enum Side: String { case buy, sell }
        let arguments = Arguments(["sides": ["buy", "sell"], "unknown": ["buy", "hold"], "none": .null])
        let sides: [Side] = try arguments["sides"]
        #expect(sides == [.buy, .sell])
        let none: [Side]? = try arguments["none"]
        #expect(none == nil)
        let given: [Side]? = try arguments["sides"]
        #expect(given == [.buy, .sell])
        #expect(throws: ArgumentError.self) { let _: [Side] = try arguments["unknown"] }
        #expect(throws: ArgumentError.self) { let _: [Side] = try arguments["none"] }
    }

    /// The compiler infers the overload from the body of the closure. These bindings only need to compile.
    @Test func compilesEveryClosureForm() {
        struct Client {
            var session: URLSession = .shared
            func load() async throws -> [Int] { [] }
        }
        let forms = [
            Endpoint("e") { _, session in try await Client(session: session).load() },
            Endpoint("e") { _, _ in throw URLError(.badURL) },
            Endpoint("e") { try await $1.send(URLRequest(url: $0["url"])) },
            Endpoint("e") { _, transport in
                let url = try #require(URL(string: "https://notes.example.com"))
                let (data, _) = try await transport.send(URLRequest(url: url))
                return data
            },
            Endpoint("e") { _, session in
                var client = Client()
                client.session = session
                return try await client.load()
            },
            Endpoint("e") { _, session in _ = try await Client(session: session).load() },
            Endpoint("e") { _ in throw URLError(.badURL) },
            Endpoint("e", { _ in throw URLError(.badURL) }, call: { _, _ in throw URLError(.badURL) }),
            Endpoint("e") { URLRequest(url: try $0["url"]) },
        ]
        #expect(forms.map(\.name).allSatisfy { $0 == "e" })
    }

    @Test func probesTheRequestThatACallSends() async throws {
        let report = try await report(
            Endpoint("find") { arguments, session in
                try await Notes(session: session, limit: "11").find(arguments["tag"])
            }, ["request/find"])
        #expect(report.findings.map(\.rule) == ["request.query"])
    }

    @Test func reportsACallThatSendsNoRequest() async throws {
        let report = try await report(Endpoint("find") { _, _ in [Note]() }, ["request/find"])
        #expect(Set(report.findings.map(\.message)) == ["the call returns without sending a request"])
    }

    @Test func reportsNamesThatDoNotMatchTheFunction() async throws {
        let one = try await report(Endpoint("find", API.request(tag:limit:), "tag"))
        #expect(
            one.findings.first?.message
                == "the binding of 'find' does not match: the function has 2 parameters, but the binding gives 1 name for them: 'tag'"
        )
        let other = try await report(Endpoint("find", API.request(tag:), "tags"))
        #expect(
            other.findings.first?.message
                == "the binding of 'find' names the argument 'tags', which the contract does not declare; did you mean 'tag'?"
        )
    }
}

/// Comparison of a call's result with the bound models of its response.
struct ReturnedModelTests {
    private func report<Value>(
        returns: String = "\"summary\": \"\"", _ change: @escaping @Sendable ([Note]) -> Value
    ) async throws -> Report {
        let folder = try NotesFolder()
        try folder.replace(
            "\"returns\": { \"type\": \"array\", \"minItems\": 2 }", with: returns, in: "Contracts/notes/contract.json")
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
                    let (data, _) = try await transport.send(try client.findRequest(tag: tag))
                    let json = try JSONSerialization.jsonObject(with: data.dropFirst(5)) as? [String: Any]
                    return change((json?["notes"] as? [[String: Any]] ?? []).compactMap(Note.init(json:)))
                }
                Endpoint("add") { try client.addRequest(title: $0["title"], stars: $0["stars"], token: $0["token"]) }
                Endpoint("remove") { try client.removeRequest(id: $0["id"]) }
            }
        }
        return await suite.verify(Options(only: ["notes/client/find/two notes"]))
    }

    private struct Page {
        let title = "Notes"
        let notes: [Note]
        let first: Note?
    }

    @Test func findsAReversedShortenedOrRepeatedList() async throws {
        let reversed = try await report { Array($0.reversed()) }
        #expect(reversed.findings.map(\.rule) == ["client.returns"])
        #expect(reversed.findings.first?.message.contains("it contains them in a different order; \"returns\"") == true)
        #expect(reversed.findings.first?.found == #"{"id":"n2","title":"Tea","stars":0,"author":null}"#)

        let shortened = try await report { Array($0.dropLast()) }
        #expect(shortened.findings.first?.message.contains("it lacks 1 of 2") == true)
        let empty = try await report { _ in [Note]() }
        #expect(empty.findings.first?.message.contains("it lacks 2 of 2") == true)
        let repeated = try await report { $0 + $0 }
        #expect(repeated.findings.first?.message.contains("it contains 4 instead of 2") == true)
        let nested = try await report { Page(notes: $0.reversed(), first: $0.first) }
        #expect(nested.findings.map(\.rule) == ["client.returns"])
    }

    @Test func acceptsAnyContainerOfTheModelsAndResultsWithoutModels() async throws {
        #expect(try await report { $0 }.passed)
        #expect(try await report { Page(notes: $0, first: $0.first) }.passed)
        #expect(try await report { Dictionary(uniqueKeysWithValues: $0.map { ($0.id, $0) }) }.passed)
        #expect(try await report { Dictionary(grouping: $0, by: \.stars) }.passed)
        #expect(try await report { ($0, selected: $0.last) }.passed)
        #expect(try await report { $0.map(Optional.some) }.passed)
        #expect(try await report { $0.map(\.title) }.passed)
        #expect(try await report { _ in () }.passed)
    }

    @Test func letsReturnsRelaxTheComparison() async throws {
        #expect(try await report(returns: "\"returns\": \"any order\"") { Array($0.reversed()) }.passed)
        #expect(try await !report(returns: "\"returns\": \"any order\"") { Array($0.dropLast()) }.passed)
        #expect(try await report(returns: "\"returns\": true") { Array($0.dropLast()) }.passed)
        #expect(try await report(returns: "\"returns\": { \"maxItems\": 1 }") { Array($0.dropLast()) }.passed)
        #expect(try await !report(returns: "\"returns\": { \"minItems\": 1 }") { Array($0.dropLast()) }.passed)
    }
}
