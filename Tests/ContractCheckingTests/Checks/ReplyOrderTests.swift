import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Calls that send several requests at once. Their result must not depend on the order of the replies.
struct ReplyOrderTests {
    private struct Item: Decodable, Sendable { let id: Int }

    private static let contract = """
        { "service": "notes", "origin": "https://notes.example.com",
          "endpoints": {
            "item": { "arguments": { "id": { "type": "integer" } }, "request": { "method": "GET", "path": "/items/{id}" },
                      "responses": { "200": { "content": "application/json", "schema": { "type": "object" } } },
                      "cases": [ { "name": "one", "status": 200, "arguments": { "id": 1 } } ] },
            "items": { "uses": ["item"], "cases": [ { "name": "all", "status": 200, "summary": "" } ] } } }
        """

    /// - Parameter order: the case's `returns` member, as JSON text.
    private func rules(count: Int = 3, order: String = "\"summary\": \"\"", _ items: Endpoint) async throws -> [String]
    {
        let folder = try NotesFolder(
            contract: Self.contract.replacingOccurrences(of: "\"summary\": \"\"", with: order))
        let entries = (1...count).map { id in
            HTTPExchange(
                request: RecordedRequest(method: "GET", url: "https://notes.example.com/items/\(id)", headers: [:]),
                response: RecordedResponse(
                    status: 200, headers: ["Content-Type": "application/json"], body: Array("{\"id\":\(id)}".utf8)))
        }
        let recording = Recording(
            entries: entries,
            provenance: Recording.Provenance(origin: "https://notes.example.com", provider: .local))
        try folder.write(String(decoding: recording.serialized(), as: UTF8.self), to: "Recordings/notes/items.all.har")
        let suite = ContractSuite(
            contracts: folder.url.appendingPathComponent("Contracts"),
            recordings: folder.url.appendingPathComponent("Recordings")
        ) {
            Service("notes") {
                Endpoint("item") { try Self.request($0["id"]) }
                items
            }
        }
        var options = Options(mode: .replay, only: ["notes/client/items/all"])
        options.deadline = 600
        let result = try #require(await suite.verify(options).checks.first)
        try #require(result.outcome != .skipped && result.outcome != .error, "\(result.reason ?? "")")
        return result.findings.map(\.rule)
    }

    private static func request(_ id: Int) throws -> URLRequest {
        // Parallel tests may keep all threads busy, so the timeout is longer than the whole test run.
        URLRequest(url: try #require(URL(string: "https://notes.example.com/items/\(id)")), timeoutInterval: 600)
    }

    private typealias Fetch = @Sendable (Int) async throws -> Item

    private static func fetch(over transport: any Transport) -> Fetch {
        { try JSONDecoder().decode(Item.self, from: await transport.send(try request($0)).0) }
    }

    private static func fetch(over session: URLSession) -> Fetch {
        { try JSONDecoder().decode(Item.self, from: await session.data(for: try request($0)).0) }
    }

    private static func byArrival(_ count: Int, _ fetch: @escaping Fetch) async throws -> [Int] {
        try await withThrowingTaskGroup(of: Item.self) { group in
            for id in 1...count { group.addTask { try await fetch(id) } }
            return try await group.reduce(into: []) { $0.append($1.id) }
        }
    }

    private static func byRequest(_ count: Int, _ fetch: @escaping Fetch) async throws -> [Int] {
        try await withThrowingTaskGroup(of: (Int, Item).self) { group in
            for id in 1...count { group.addTask { (id, try await fetch(id)) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1.id }.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    @Test(arguments: [2, 3])
    func findsACallThatCollectsRepliesAsTheyArrive(count: Int) async throws {
        #expect(
            try await rules(count: count, Endpoint("items") { try await Self.byArrival(count, Self.fetch(over: $1)) })
                == ["client.reply-order"])
        // A session's replies may arrive in any order even in the first run, whose result is then wrong.
        let found = try await rules(
            count: count, Endpoint("items", session: { try await Self.byArrival(count, Self.fetch(over: $1)) }))
        #expect([["client.reply-order"], ["client.returns"]].contains(found))
    }

    @Test func triesMoreThanTheReversedOrder() async throws {
        // The result is right for the original and the reversed order, so only another order reveals the fault.
        let rules = try await rules(
            Endpoint("items") { _, transport in
                let ids = try await Self.byArrival(3, Self.fetch(over: transport))
                return ids == [3, 2, 1] ? [1, 2, 3] : ids
            })
        #expect(rules == ["client.reply-order"])
    }

    @Test func acceptsRepliesMatchedToTheirRequests() async throws {
        #expect(try await rules(Endpoint("items") { try await Self.byRequest(3, Self.fetch(over: $1)) }) == [])
        #expect(
            try await rules(Endpoint("items", session: { try await Self.byRequest(3, Self.fetch(over: $1)) })) == []
        )
        let together = Endpoint("items") { _, transport in
            let fetch = Self.fetch(over: transport)
            async let (one, two, three) = (fetch(1), fetch(2), fetch(3))
            return try await [one.id, two.id, three.id]
        }
        #expect(try await rules(together) == [])
    }

    @Test func acceptsSequentialRequests() async throws {
        let inARow = Endpoint("items") { _, transport in
            var ids: [Int] = []
            for id in 1...3 { ids.append(try await Self.fetch(over: transport)(id).id) }
            return ids
        }
        #expect(try await rules(inARow) == [])
        let overASession = Endpoint(
            "items",
            session: { _, session in
                var ids: [Int] = []
                for id in 1...3 { ids.append(try await Self.fetch(over: session)(id).id) }
                return ids
            })
        #expect(try await rules(overASession) == [])
        let resting = Endpoint("items") { _, transport in
            var ids: [Int] = []
            for id in 1...3 {
                try await Task.sleep(nanoseconds: 1_000_000)
                ids.append(try await Self.fetch(over: transport)(id).id)
            }
            return ids
        }
        #expect(try await rules(resting) == [])
    }

    /// Identifiers in their order of arrival.
    private actor Basket {
        private var ids: [Int] = []
        func add(_ id: Int) { ids.append(id) }
        var all: [Int] { ids }
    }

    private final class Callbacks: @unchecked Sendable {
        // Safe to share: accessed only under the lock.
        private let lock = NSLock()
        private var ids: [Int] = []

        func load(over session: URLSession, sorted: Bool, _ done: @escaping @Sendable ([Int]) -> Void) throws {
            let group = DispatchGroup()
            for id in 1...3 {
                group.enter()
                session.dataTask(with: try ReplyOrderTests.request(id)) { [self] data, _, _ in
                    let item = data.flatMap { try? JSONDecoder().decode(Item.self, from: $0) }
                    lock.withLock { ids += item.map { [$0.id] } ?? [] }
                    group.leave()
                }.resume()
            }
            group.notify(queue: .global()) { [self] in done(lock.withLock { sorted ? ids.sorted() : ids }) }
        }
    }

    @Test func findsUnorderedResultsOfCompletionHandlers() async throws {
        func items(sorted: Bool) -> Endpoint {
            Endpoint(
                "items",
                session: { _, session in
                    try await withCheckedThrowingContinuation { (done: CheckedContinuation<[Int], any Error>) in
                        do { try Callbacks().load(over: session, sorted: sorted) { done.resume(returning: $0) } } catch
                        {
                            done.resume(throwing: error)
                        }
                    }
                })
        }
        let sorted = try await rules(items(sorted: true))
        #expect(sorted == [])
        let unsorted = try await rules(items(sorted: false))
        // A session's replies may arrive in any order even in the first run.
        #expect(unsorted == ["client.reply-order"] || unsorted == ["client.returns"])
    }

    @Test func allowsUnorderedResultsOnlyIfTheContractDoes() async throws {
        let gathered = Endpoint("items") { _, transport in
            let basket = Basket()
            let fetch = Self.fetch(over: transport)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in 1...3 { group.addTask { await basket.add(try await fetch(id).id) } }
                try await group.waitForAll()
            }
            return await basket.all
        }
        #expect(try await rules(gathered) == ["client.reply-order"])
        #expect(try await rules(order: "\"returns\": \"any order\"", gathered) == [])
        let firstOnly = Endpoint("items") { try await Self.byArrival(3, Self.fetch(over: $1)).first }
        #expect(try await rules(order: "\"returns\": \"any order\"", firstOnly) == ["client.reply-order"])
        #expect(try await rules(order: "\"returns\": true", firstOnly) == [])
    }
}
