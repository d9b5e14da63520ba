import Foundation
import Testing

@testable import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sessions that send everything through a transport.
@Suite(.timeLimit(.minutes(10)))
struct TransportURLProtocolTests {
    private func session(_ answer: String) -> URLSession {
        let transport = ClosureTransport { request in
            let url = try #require(request.url)
            let body = "\(answer) \(request.httpMethod ?? "") \(text(request.httpBody ?? Data()))"
            let response = RecordedResponse(status: 203, headers: ["X-A": "1"], body: bytes(body))
            return (Data(response.body), try #require(response.urlResponse(url: url)))
        }
        return URLSession(configuration: .contractTesting(transport))
    }

    @Test func servesItsOwnSessionsOnly() async throws {
        let sessions = (0..<9).map { session("session \($0)") }
        for (index, session) in sessions.enumerated() {
            var request = try get("http://nowhere.invalid/x")
            request.httpMethod = "POST"
            request.httpBody = Data("body".utf8)
            let (data, response) = try await session.data(for: request)
            #expect(text(data) == "session \(index) POST body")
            #expect((response as? HTTPURLResponse)?.statusCode == 203)
            #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-A") == "1")
        }
        let server = try LoopbackServer { _, connection in connection.send(response("200 OK", body: "real")) }
        #expect(text(try await URLSession(configuration: .ephemeral).data(for: try get(server.origin)).0) == "real")
    }

    @Test func throwsWhatTheTransportThrows() async throws {
        let answering = ClosureTransport { _ in throw URLError(.cannotConnectToHost) }
        let session = URLSession(
            configuration: .contractTesting(FaultTransport(wrapping: answering, fault: .timeout)))
        #expect(await urlError { _ = try await session.data(for: try get("http://nowhere.invalid/")) } == .timedOut)
    }

    @Test func replaysManyConcurrentRequests() async throws {
        let entries = (0..<23).map { card in
            HTTPExchange(
                request: RecordedRequest(url: "http://h/deck?card=\(card)"),
                response: RecordedResponse(status: 200, body: bytes("\(card)")))
        }
        let replay = ReplayTransport(Recording(entries: entries))
        let session = URLSession(configuration: .contractTesting(replay))
        let cards = try await withThrowingTaskGroup(of: String.self) { group in
            for card in 0..<23 {
                group.addTask { text(try await session.data(for: try get("http://h/deck?card=\(card)")).0) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(cards.count == 23)
        #expect(replay.unplayed.isEmpty)
    }

    /// On Linux, answering a task during a change of the session's tasks, or during its cancellation, can crash the
    /// process.
    @Test(arguments: [(count: 8, rounds: 120, isCancelled: false), (8, 20, true), (1, 250, true)])
    func endsEachTaskExactlyOnce(count: Int, rounds: Int, isCancelled: Bool) async throws {
        let (stream, asked) = AsyncStream.makeStream(of: Void.self)
        let answering = ClosureTransport { request in
            let response = RecordedResponse(status: 200, body: bytes("answer"))
            let url = try #require(request.url)
            asked.yield()
            return (Data(response.body), try #require(response.urlResponse(url: url)))
        }
        let session = URLSession(configuration: .contractTesting(answering))
        var asks = stream.makeAsyncIterator()
        for _ in 0..<rounds {
            let tasks = (0..<count).map { _ in Task { text(try await session.data(for: try get("http://h/x")).0) } }
            await asks.next()
            for task in tasks {
                if isCancelled { task.cancel() }
                switch await task.result {
                case .success(let answer): #expect(answer == "answer")
                case .failure(let error): #expect(isCancelled && (error as? URLError)?.code == .cancelled)
                }
            }
        }
    }
}
