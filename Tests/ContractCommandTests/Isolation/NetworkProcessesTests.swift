import Foundation
import HTTPRecording
import JSONSchema
import LoopbackServer
import Testing

@testable import ContractChecking
@testable import ContractCommand

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A canceled request ends its process, and its response reaches no one.
@Suite(.timeLimit(.minutes(5)))
struct NetworkProcessesTests {
    /// A server that withholds its response to `/held`, and answers every other request with its path.
    private final class HoldingServer: Sendable {
        private let server: Server
        private let port: Int
        private let held = PendingResponse()
        private let arrivals: AsyncStream<String>

        init() throws {
            let (arrivals, continuation) = AsyncStream.makeStream(of: String.self)
            self.arrivals = arrivals
            server = Server(reply: { [held] request in
                continuation.yield(request.target)
                return request.path == ["held"] ? .later(held) : .now(Self.response(request.target))
            })
            port = try server.start()
        }

        private static func response(_ text: String) -> Response {
            Response(status: 200, contentType: "text/plain", body: Array(text.utf8))
        }

        func request(_ target: String, timeout: Double = 600) throws -> URLRequest {
            URLRequest(
                url: try #require(URL(string: "http://127.0.0.1:\(port)\(target)")), timeoutInterval: timeout)
        }

        /// Waits for the given number of requests.
        func arrival(_ count: Int = 1) async {
            var left = count
            for await _ in arrivals {
                left -= 1
                if left == 0 { return }
            }
        }

        /// Sends the withheld response.
        func release() { held.fulfil(Self.response("late")) }
    }

    private static func processes(grace: Double = 600) -> NetworkProcesses {
        NetworkProcesses(
            environment: ProcessInfo.processInfo.environment,
            executable: URL(fileURLWithPath: IsolationTests.products).appendingPathComponent("trapping"), grace: grace)
    }

    private static func text(_ processes: NetworkProcesses, _ request: URLRequest) async throws -> String {
        String(decoding: try await processes.hop(request).0, as: UTF8.self)
    }

    private static func isThere(_ process: pid_t) -> Bool { kill(process, 0) == 0 }

    /// Sends a request and cancels it once the server has received it.
    private func giveUp(_ request: URLRequest, _ processes: NetworkProcesses, _ server: HoldingServer) async throws {
        let task = Task { try await processes.hop(request) }
        await server.arrival()
        task.cancel()
        let error = await #expect(throws: URLError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func performsRequestsInSequence() async throws {
        let server = try HoldingServer()
        let processes = Self.processes()
        defer { processes.stop() }
        try processes.prepare(1)
        let first = processes.numbers
        #expect(try await Self.text(processes, try server.request("/next")) == "/next")
        #expect(try await Self.text(processes, try server.request("/last")) == "/last")
        #expect(processes.numbers == first)
    }

    @Test func performsRequestsDuringAPendingOne() async throws {
        let server = try HoldingServer()
        let processes = Self.processes()
        defer { processes.stop() }
        let held = Task { try await Self.text(processes, try server.request("/held")) }
        await server.arrival()
        #expect(try await Self.text(processes, try server.request("/next")) == "/next")
        #expect(processes.numbers.count == 2)
        server.release()
        #expect(try await held.value == "late")
        #expect(processes.numbers.count == 2)
    }

    @Test func endsWithACanceledRequest() async throws {
        let server = try HoldingServer()
        let processes = Self.processes()
        defer { processes.stop() }
        try processes.prepare(1)
        let first = try #require(processes.numbers.first)
        try await giveUp(try server.request("/held"), processes, server)
        // A POST is not retried if its process ends.
        var request = try server.request("/next")
        request.httpMethod = "POST"
        #expect(try await Self.text(processes, request) == "/next")
        #expect(processes.numbers.count == 1)
        #expect(!Self.isThere(first))
    }

    @Test func endsWhenTheClientHangs() async throws {
        let server = try HoldingServer()
        let processes = Self.processes(grace: 0)
        defer { processes.stop() }
        try processes.prepare(1)
        let first = try #require(processes.numbers.first)
        let held = Task { try await processes.hop(try server.request("/held", timeout: 2)) }
        await server.arrival()
        kill(first, SIGSTOP)
        let error = await #expect(throws: URLError.self) { try await held.value }
        #expect(error?.code == .timedOut)
        #expect(try await Self.text(processes, try server.request("/next")) == "/next")
        #expect(!Self.isThere(first))
    }

    @Test func isReplacedWhenItEndsIdle() async throws {
        let server = try HoldingServer()
        let processes = Self.processes()
        defer { processes.stop() }
        try processes.prepare(1)
        let first = try #require(processes.numbers.first)
        #expect(try await Self.text(processes, try server.request("/first")) == "/first")
        kill(first, SIGKILL)
        #expect(try await Self.text(processes, try server.request("/next")) == "/next")
        #expect(processes.numbers.count == 1)
        #expect(!Self.isThere(first))
    }

    @Test func leavesNoProcessBehind() async throws {
        let server = try HoldingServer()
        let processes = Self.processes()
        try processes.prepare(2)
        let task = Task { try await processes.hop(try server.request("/held")) }
        await server.arrival()
        let numbers = processes.numbers
        #expect(numbers.count == 2)
        processes.stop()
        #expect(numbers.filter(Self.isThere) == [])
        let error = await #expect(throws: URLError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func isExcludedFromTheLog() async throws {
        let server = try HoldingServer()
        let processes = Self.processes()
        defer { processes.stop() }
        var options = Options(mode: .live)
        options.generatedNetwork = { _ in Network(transport: processes) }
        let broker = try RequestBroker(options, recorder: nil)
        let question = LiveQuestion.hop(WireRequest(try server.request("/held")), of: nil)
        let task = Task { await broker.answer(question) }
        await server.arrival()
        task.cancel()
        #expect(await task.value.error?.code == URLError.Code.cancelled.rawValue)
        server.release()
        let next = LiveQuestion.hop(WireRequest(try server.request("/next")), of: nil)
        #expect(await broker.answer(next).status == 200)
        #expect(await broker.answer(next, isTrial: true).status == 200)
        // Each trial gets the response only once.
        #expect(await broker.answer(next, isTrial: true).status == nil)
        broker.beginTrial()
        #expect(await broker.answer(next, isTrial: true).status == 200)
        #expect(await broker.answer(question, isTrial: true).status == nil)
    }
}

extension LiveAnswer {
    fileprivate var status: Int? { if case .response(let response) = self { response.status } else { nil } }
    fileprivate var error: WireError? { if case .failed(let error) = self { error } else { nil } }
}
