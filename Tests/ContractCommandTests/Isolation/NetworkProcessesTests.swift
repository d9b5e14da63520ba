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

/// A request that is given up goes on unheard: it costs no process, and nothing of it reaches anybody.
@Suite(.timeLimit(.minutes(5)))
struct NetworkProcessesTests {
    /// A server that holds back its answer to `/held`, and answers everything else with its path.
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

        /// Waits until so many requests have come.
        func arrival(_ count: Int = 1) async {
            var left = count
            for await _ in arrivals {
                left -= 1
                if left == 0 { return }
            }
        }

        /// Answers what was held back.
        func release() { held.fulfil(Self.response("late")) }
    }

    /// No process is started beside one that is there, however long that takes.
    private static func processes(_ change: (inout NetworkProcesses.Limits) -> Void = { _ in }) -> NetworkProcesses {
        var limits = NetworkProcesses.Limits()
        limits.patience = 600
        change(&limits)
        return NetworkProcesses(
            environment: ProcessInfo.processInfo.environment,
            executable: URL(fileURLWithPath: IsolationTests.products).appendingPathComponent("trapping"), limits)
    }

    private static func text(_ processes: NetworkProcesses, _ request: URLRequest) async throws -> String {
        String(decoding: try await processes.hop(request).0, as: UTF8.self)
    }

    private static func isThere(_ process: pid_t) -> Bool { kill(process, 0) == 0 }

    /// Sends a request, and gives it up when the server has it.
    private func giveUp(_ request: URLRequest, _ processes: NetworkProcesses, _ server: HoldingServer) async throws {
        let task = Task { try await processes.hop(request) }
        await server.arrival()
        task.cancel()
        let error = await #expect(throws: URLError.self) { try await task.value }
        // On a busy machine the time of a short one may be over first, and its process with it.
        #expect(error?.code == .cancelled || error?.code == .timedOut && request.timeoutInterval < 600)
    }

    @Test func takesTheNextRequestWhenTheAnswerHasCome() async throws {
        let server = try HoldingServer()
        let processes = Self.processes()
        defer { processes.stop() }
        try processes.prepare(1)
        let first = processes.numbers
        try await giveUp(try server.request("/held"), processes, server)
        let next = Task { try await Self.text(processes, try server.request("/next")) }
        server.release()
        #expect(try await next.value == "/next")
        #expect(try await Self.text(processes, try server.request("/last")) == "/last")
        #expect(processes.numbers == first)
    }

    /// A platform's client that hangs takes its process along, as a server that does not answer.
    @Test(arguments: [false, true]) func endsOneWhoseAnswerDoesNotCome(hangs: Bool) async throws {
        let server = try HoldingServer()
        let processes = Self.processes { $0.grace = hangs ? 0 : 600 }
        defer { processes.stop() }
        try processes.prepare(1)
        let first = try #require(processes.numbers.first)
        try await giveUp(try server.request("/held", timeout: 1), processes, server)
        if hangs { kill(first, SIGSTOP) }
        #expect(try await Self.text(processes, try server.request("/next")) == "/next")
        #expect(processes.numbers.count == 1)
        #expect(!Self.isThere(first))
    }

    @Test func isReplacedWhereItsProcessEnds() async throws {
        let server = try HoldingServer()
        let processes = Self.processes()
        defer { processes.stop() }
        try processes.prepare(1)
        let first = try #require(processes.numbers.first)
        try await giveUp(try server.request("/held"), processes, server)
        kill(first, SIGKILL)
        // One that is not sent again where it was sent to a process that ends.
        var request = try server.request("/next")
        request.httpMethod = "POST"
        #expect(try await Self.text(processes, request) == "/next")
        #expect(processes.numbers.count == 1)
        #expect(!Self.isThere(first))
    }

    @Test func endsTheOldestOfMany() async throws {
        let server = try HoldingServer()
        let processes = Self.processes {
            ($0.patience, $0.longestPatience) = (0, 0)
            $0.abandoned = 1
        }
        defer { processes.stop() }
        try processes.prepare(1)
        let first = try #require(processes.numbers.first)
        try await giveUp(try server.request("/held"), processes, server)
        #expect(Self.isThere(first))
        try await giveUp(try server.request("/held"), processes, server)
        #expect(!Self.isThere(first))
        let second = try #require(processes.numbers.first { $0 != first })
        #expect(Self.isThere(second))
    }

    @Test func leavesNoProcessBehind() async throws {
        let server = try HoldingServer()
        let processes = Self.processes { ($0.patience, $0.longestPatience) = (0, 0) }
        try processes.prepare(1)
        try await giveUp(try server.request("/held"), processes, server)
        let task = Task { try await processes.hop(try server.request("/held")) }
        await server.arrival()
        let numbers = processes.numbers
        #expect(numbers.count == 2)
        processes.stop()
        #expect(numbers.filter(Self.isThere) == [])
        let error = await #expect(throws: URLError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    /// What nobody heard is nothing that was exchanged.
    @Test func isKeptFromTheLog() async throws {
        let server = try HoldingServer()
        let processes = Self.processes()
        defer { processes.stop() }
        let desk = LiveDesk(Network(transport: processes), processes, recorder: nil, [])
        let question = LiveQuestion.hop(WireRequest(try server.request("/held")), of: nil)
        let task = Task { await desk.answer(question) }
        await server.arrival()
        task.cancel()
        #expect(await task.value.error?.code == URLError.Code.cancelled.rawValue)
        server.release()
        let next = LiveQuestion.hop(WireRequest(try server.request("/next")), of: nil)
        #expect(await desk.answer(next).status == 200)
        let trial = desk.trial()
        #expect(await trial.answer(next).status == 200)
        #expect(await trial.answer(question).status == nil)
    }
}

extension LiveAnswer {
    fileprivate var status: Int? { if case .response(let response, _) = self { response.status } else { nil } }
    fileprivate var error: WireError? { if case .failed(let error) = self { error } else { nil } }
}
