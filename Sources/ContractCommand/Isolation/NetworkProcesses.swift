import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Performs requests in processes of their own: an answer that ends the platform's HTTP client costs one call.
///
/// A process has one request under way at a time, so the request on which it ended is known. Starting a process takes
/// longer than most requests, so requests wait for a free one, and only a wait of two starts starts another. A cancelled
/// request goes on unheard, and its process is free when the answer has come.
final class NetworkProcesses: HopTransport {
    struct Limits: Sendable {
        /// The seconds for which a request waits beside running processes before another one is started. If the last
        /// start took longer, the wait is twice as long as that start.
        var patience = 0.025
        /// The most that starts make of it.
        var longestPatience = 0.5
        /// Seconds that a process has beyond the timeout of a request, which it keeps itself.
        var grace = 5.0
        /// The requests that go on though they were given up; where there are more, the oldest one is ended.
        var abandoned = 8
    }

    private struct State {
        var idle: [NetworkProcess] = []
        var beginning: [NetworkProcess] = []
        /// The requests that are under way, by their numbers, which rise.
        var underWay: [Int: UnderWay] = [:]
        /// The requests that wait for a process, the first one first.
        var waiting: [Waiting] = []
        var lastNumber = 0
        /// The number of processes being started. The running ones answer meanwhile.
        var starting = 0
        var lastStart = DispatchTime(uptimeNanoseconds: 0)
        var patience: Double
        var isOver = false

        var processes: [NetworkProcess] { idle + beginning + underWay.values.map(\.process) }
    }

    /// A request that a process performs.
    private struct UnderWay {
        let process: NetworkProcess
        /// Whether nobody waits for its answer.
        var isAbandoned = false
    }

    private struct Waiting {
        let number: Int
        let continuation: CheckedContinuation<NetworkProcess, any Error>
        let since = DispatchTime.now()
    }

    private let environment: [String: String]
    private let executable: URL?
    private let limits: Limits
    private let state: Locked<State>

    init(
        environment: [String: String], executable: URL? = Bundle.main.executableURL, _ limits: Limits = Limits()
    ) {
        self.environment = environment
        self.executable = executable
        self.limits = limits
        state = Locked(State(patience: limits.patience))
    }

    /// Starts processes, so that the first requests need not wait for them.
    func prepare(_ count: Int) throws {
        for _ in 0..<count {
            let process = try makeProcess()
            state.withLock { state in
                state.starting += 1
                state.beginning.append(process)
            }
            Thread.detachNewThread { [self] in begin(process) }
        }
    }

    /// Ends every process, and waits for that; a request that is still under way is cancelled.
    func stop() {
        let (processes, waiting) = state.withLock { state in
            state.isOver = true
            defer { state.waiting = [] }
            return (state.processes, state.waiting)
        }
        for request in waiting { request.continuation.resume(throwing: URLError(.cancelled)) }
        for process in processes { process.kill() }
        for process in processes { process.end() }
    }

    var numbers: [pid_t] {
        state.withLock { $0.processes.map(\.number).sorted() }
    }

    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let number = nextNumber
        let process = try await take(for: request, number)
        let isFresh = !process.isUsed
        do { return try await answer(number, from: process, to: request) } catch let end as NetworkProcess.Ended {
            // A process may end late on what it answered before: asking again is safe where the request only reads.
            guard !isFresh, SafeMethods.contains(request.httpMethod ?? "GET") else {
                throw end.error(url: request.url)
            }
        }
        let (other, otherNumber) = (try makeProcess(), nextNumber)
        note(otherNumber, with: other)
        do { return try await answer(otherNumber, from: other, to: request) } catch let end as NetworkProcess.Ended {
            throw end.error(url: request.url)
        }
    }

    /// Has a process perform a request; where the task is cancelled the caller is told so at once, and the request goes on.
    private func answer(
        _ number: Int, from process: NetworkProcess, to request: URLRequest
    ) async throws -> (Data, HTTPURLResponse) {
        let first = FirstResult<Result<NetworkAnswer, any Error>>()
        process.ask(request, grace: limits.grace) { [self] answer in
            let isOver = finish(number, answer)
            first.resume(with: isOver ? nil : answer)
        }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { first.wait($0) }
        } onCancel: {
            first.resume(with: nil)
            abandon(number)
        }
        guard let answer else { throw URLError(.cancelled, url: request.url) }
        return try answer.get().received()
    }

    // MARK: - What is under way

    private var nextNumber: Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    private func makeProcess() throws -> NetworkProcess { try NetworkProcess(environment, executable) }

    /// Notes that a process has a request now.
    private func note(_ number: Int, with process: NetworkProcess) {
        let isOver = state.withLock { state in
            state.underWay[number] = UnderWay(process: process)
            return state.isOver
        }
        if isOver { process.end() }
    }

    /// Has a request go on for which nobody waits any more.
    private func abandon(_ number: Int) {
        let oldest = state.withLock { state -> NetworkProcess? in
            // It may have ended just now.
            guard state.underWay[number] != nil else { return nil }
            state.underWay[number]?.isAbandoned = true
            let abandoned = state.underWay.filter(\.value.isAbandoned)
            guard abandoned.count > limits.abandoned else { return nil }
            return abandoned.min { $0.key < $1.key }?.value.process
        }
        oldest?.end()
    }

    /// Notes that a request has ended, and has its process perform the next one; true where there is to be none.
    private func finish(_ number: Int, _ answer: Result<NetworkAnswer, any Error>) -> Bool {
        guard let process = state.withLock({ $0.underWay.removeValue(forKey: number)?.process }) else { return true }
        // An answer that the process gave up may go on in there, and starve the next one.
        if case .success(.response) = answer { return put(back: process) }
        process.end()
        serve()
        return state.withLock { $0.isOver }
    }

    // MARK: - Who has which process

    /// The first process that is free, which has the request from here on.
    ///
    /// - Throws: `URLError.cancelled` where the task is cancelled, or why no process can be started.
    private func take(for request: URLRequest, _ number: Int) async throws -> NetworkProcess {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = state.withLock { state in
                    state.waiting.append(Waiting(number: number, continuation: continuation))
                    return state.isOver
                }
                if isOver || Task.isCancelled { giveUp(number, request.url) } else { serve() }
            }
        } onCancel: {
            giveUp(number, request.url)
        }
    }

    private func giveUp(_ number: Int, _ url: URL?) {
        let waiting = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
        }
        waiting?.continuation.resume(throwing: URLError(.cancelled, url: url))
    }

    /// Gives a process to who waits for one; true where it is ended, since nothing is performed any more.
    @discardableResult
    private func put(back process: NetworkProcess) -> Bool {
        let isOver = state.withLock { state in
            if !state.isOver { state.idle.append(process) }
            return state.isOver
        }
        if isOver { process.end() } else { serve() }
        return isOver
    }

    /// Gives those that wait what is idle, and has a process started where that takes too long.
    private func serve() {
        while true {
            let (served, next) = state.withLock { state -> (Waiting?, Next) in
                while let process = state.idle.last, !state.waiting.isEmpty {
                    state.idle.removeLast()
                    guard process.isRunning else { continue }
                    let served = state.waiting.removeFirst()
                    state.underWay[served.number] = UnderWay(process: process)
                    return (served, .resume(process))
                }
                guard let first = state.waiting.first, state.starting == 0, !state.isOver else {
                    return (nil, .nothing)
                }
                let isLate = state.underWay.isEmpty || max(first.since, state.lastStart) + state.patience <= .now()
                if isLate { state.starting += 1 }
                return (nil, isLate ? .start : .look(after: state.patience))
            }
            switch next {
            case .resume(let process): served?.continuation.resume(returning: process)
            case .start: return start()
            case .look(let seconds):
                return Self.queue.asyncAfter(deadline: .now() + seconds) { [weak self] in self?.serve() }
            case .nothing: return
            }
        }
    }

    /// The next step for waiting requests.
    private enum Next {
        case resume(NetworkProcess)
        case start
        /// Nothing yet.
        case look(after: Double)
        case nothing
    }

    private static let queue = DispatchQueue(label: "network-processes")

    private func start() {
        Thread.detachNewThread { [self] in
            do {
                let process = try makeProcess()
                state.withLock { $0.beginning.append(process) }
                begin(process)
            } catch {
                let failed = state.withLock { state in
                    state.starting -= 1
                    return state.waiting.isEmpty ? nil : state.waiting.removeFirst().continuation
                }
                failed?.resume(throwing: error)
                serve()
            }
        }
    }

    /// Gives a process to who waits when it is ready.
    private func begin(_ process: NetworkProcess) {
        let start = DispatchTime.now()
        process.waitUntilReady()
        state.withLock { state in
            state.starting -= 1
            state.beginning.removeAll { $0 === process }
            state.lastStart = .now()
            let seconds = Double(state.lastStart.uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
            state.patience = max(limits.patience, min(2 * seconds, limits.longestPatience))
        }
        put(back: process)
    }
}
