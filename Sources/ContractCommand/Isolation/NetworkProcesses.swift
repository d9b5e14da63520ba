import Foundation
import HTTPRecording
import JSONSchema

/// Performs requests in separate processes, so that a response that crashes the platform's HTTP client costs one call.
/// A process performs one request at a time, which identifies the request that crashed it. A request takes an idle
/// process or starts one. Cancelling a request kills its process.
final class NetworkProcesses: HopTransport {
    private struct State {
        var idle: [NetworkProcess] = []
        var busy: [NetworkProcess] = []
        var isOver = false
    }

    private let environment: [String: String]
    private let executable: URL?
    /// The seconds that a process has beyond the timeout of a request, which it enforces itself.
    private let grace: Double
    private let state = Locked(State())

    init(environment: [String: String], executable: URL? = Bundle.main.executableURL, grace: Double = 5) {
        self.environment = environment
        self.executable = executable
        self.grace = grace
    }

    func prepare(_ count: Int) throws {
        for _ in 0..<count {
            let process = try NetworkProcess(environment, executable)
            state.withLock { $0.idle.append(process) }
        }
    }

    func stop() {
        let processes = state.withLock { state in
            state.isOver = true
            defer { state.idle = [] }
            return state.idle + state.busy
        }
        for process in processes { process.child.kill() }
        for process in processes { process.child.end() }
    }

    var numbers: [pid_t] { state.withLock { ($0.idle + $0.busy).map(\.child.number).sorted() } }

    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let idle = state.withLock { state in
            state.idle.removeAll { $0.child.ending != nil }
            return state.idle.popLast()
        }
        do {
            do {
                return try await perform(request, in: try idle ?? NetworkProcess(environment, executable))
            } catch is NetworkProcess.Ended
                where idle?.hasAnswered ?? false && SafeMethods.contains(request.httpMethod ?? "GET")
            {
                // The process may have crashed on an earlier response, so a safe request can be repeated.
                return try await perform(request, in: try NetworkProcess(environment, executable))
            }
        } catch let end as NetworkProcess.Ended {
            throw end.error(url: request.url)
        }
    }

    private func perform(_ request: URLRequest, in process: NetworkProcess) async throws -> (Data, HTTPURLResponse) {
        state.withLock { $0.busy.append(process) }
        let result: Result<(Data, HTTPURLResponse), any Error>
        do { result = .success(try await process.answer(to: request, grace: grace)) } catch { result = .failure(error) }
        let isOver = state.withLock { state in
            state.busy.removeAll { $0 === process }
            if !state.isOver, case .success = result { state.idle.append(process) }
            return state.isOver
        }
        // A request that timed out may continue in the process and delay the next one.
        if case .failure = result { process.child.kill() }
        if Task.isCancelled || isOver { throw URLError(.cancelled, url: request.url) }
        return try result.get()
    }
}
