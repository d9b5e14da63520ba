import Foundation
import Testing

@testable import HTTPRecording

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct PoliteTransportTests {
    /// Counts calls and the maximum number of concurrent ones.
    private actor Desk {
        var calls = 0
        var running = 0
        var most = 0
        var sleeps: [Duration] = []

        func enter() -> Int {
            calls += 1
            running += 1
            most = max(most, running)
            return calls
        }

        func leave() { running -= 1 }

        func slept(_ duration: Duration) { sleeps.append(duration) }
    }

    private let desk = Desk()

    private func answer(_ status: Int, _ headers: HeaderFields = [:]) throws -> (Data, HTTPURLResponse) {
        let url = try #require(URL(string: "http://h/"))
        return (Data(), try #require(RecordedResponse(status: status, headers: headers).urlResponse(url: url)))
    }

    private func polite(
        _ limits: PoliteTransport.Limits = PoliteTransport.Limits(),
        _ respond: @escaping @Sendable (Int) async throws -> (Data, HTTPURLResponse)
    ) -> PoliteTransport {
        let desk = desk
        let wrapped = ClosureTransport { _ in
            let number = await desk.enter()
            do {
                let result = try await respond(number)
                await desk.leave()
                return result
            } catch {
                await desk.leave()
                throw error
            }
        }
        return PoliteTransport(wrapping: wrapped, limits: { _ in limits }) { await desk.slept($0) }
    }

    @Test func reportsHowLongRequestsWereDelayed() async throws {
        let wrapped = ClosureTransport { _ in try answer(await desk.enter() == 1 ? 503 : 200) }
        let polite = PoliteTransport(wrapping: wrapped, limits: { _ in PoliteTransport.Limits() }) { _ in
            try await Task.sleep(for: .milliseconds(30))
        }
        _ = try await polite.send(URLRequest(url: try #require(URL(string: "http://h/"))))
        #expect(await polite.retried == 1)
        #expect(await polite.delay >= .milliseconds(30))
    }

    @Test func limitsConcurrentRequestsPerOrigin() async throws {
        let polite = polite(PoliteTransport.Limits(jobs: 3)) { _ in
            for _ in 0..<20 { await Task.yield() }
            return try answer(200)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 { group.addTask { _ = try await polite.send(try get("http://h/\(index)")) } }
            try await group.waitForAll()
        }
        #expect(await desk.calls == 40)
        #expect(await desk.most == 3)
    }

    @Test func retriesSafeMethodsAfterTheRequestedDelay() async throws {
        let polite = polite { number in try answer(number < 3 ? 503 : 200, number == 1 ? ["Retry-After": "7"] : [:]) }
        let (_, response) = try await polite.send(try get("http://h/"))
        #expect(response.statusCode == 200)
        #expect(await polite.retried == 2)
        #expect(await desk.sleeps == [.seconds(7), .seconds(1)])
    }

    @Test func readsARetryAfterDate() async throws {
        let polite = polite { number in
            try answer(number == 1 ? 429 : 200, ["Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"])
        }
        #expect(try await polite.send(try get("http://h/")).1.statusCode == 200)
        #expect(await desk.sleeps == [.zero])
    }

    @Test func givesUpEventually() async throws {
        let polite = polite(PoliteTransport.Limits(retries: 2)) { _ in throw URLError(.networkConnectionLost) }
        #expect(await urlError { _ = try await polite.send(try get("http://h/")) } == .networkConnectionLost)
        #expect(await desk.calls == 3)
    }

    @Test func doesNotWaitLongerThanAllowed() async throws {
        let polite = polite { _ in try answer(429, ["Retry-After": "31"]) }
        #expect(try await polite.send(try get("http://h/")).1.statusCode == 429)
        #expect(await desk.calls == 1)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH"]) func neverRetriesAnUnsafeMethod(_ method: String) async throws
    {
        let polite = polite { _ in try answer(503) }
        var request = try get("http://h/")
        request.httpMethod = method
        #expect(try await polite.send(request).1.statusCode == 503)
        #expect(await desk.calls == 1)
    }

    @Test(arguments: [URLError.Code.badURL, .cancelled, .secureConnectionFailed])
    func neverRetriesAPermanentError(_ code: URLError.Code) async {
        let polite = polite { _ in throw URLError(code) }
        #expect(await urlError { _ = try await polite.send(try get("http://h/")) } == code)
        #expect(await desk.calls == 1)
    }

    @Test func pausesBetweenRequests() async throws {
        let polite = polite(PoliteTransport.Limits(jobs: 1, delay: .seconds(60))) { _ in try answer(200) }
        for _ in 0..<3 { _ = try await polite.send(try get("http://h/")) }
        let sleeps = await desk.sleeps
        #expect(sleeps.count == 2)
        #expect(sleeps.allSatisfy { $0 > .seconds(30) })
    }

    @Test func aCancelledRequestLeavesTheQueue() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let polite = polite(PoliteTransport.Limits(jobs: 1)) { number in
            if number == 1 { for await _ in gate { break } }
            return try answer(200)
        }
        let first = Task { try await polite.send(try get("http://h/1")) }
        while await desk.calls == 0 { await Task.yield() }
        let second = Task { try await polite.send(try get("http://h/2")) }
        second.cancel()
        await #expect(throws: (any Error).self) { _ = try await second.value }
        open.yield()
        _ = try await first.value
        _ = try await polite.send(try get("http://h/3"))
        #expect(await desk.calls == 2)
    }
}
