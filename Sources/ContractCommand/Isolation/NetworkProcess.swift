import ContractChecking
import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Performs requests in processes of their own, so that an answer on which the platform's HTTP client ends its process
/// costs the one call that it answers.
///
/// A process has one request under way at a time: which one it ended on is never in doubt, and one that does not end is
/// ended with its process. To start one takes longer than most requests do: of many requests at once each waits for the
/// first process that is free, and only where that takes too long another one is started.
final class NetworkProcesses: HopTransport {
    private struct State {
        var idle: [NetworkProcess] = []
        /// The requests that wait for a process, the first one first.
        var waiting: [Waiting] = []
        var lastNumber = 0
        /// The processes that have a request under way.
        var busy = 0
        /// Whether a process begins: while one does, those that are there answer many.
        var isStarting = false
        var isOver = false
    }

    /// A request that waits for a process.
    private struct Waiting {
        let number: Int
        let continuation: CheckedContinuation<NetworkProcess, any Error>
        let since = DispatchTime.now()
    }

    /// How long a request waits for a process that is there before another one is started.
    private static let patience = DispatchTimeInterval.milliseconds(25)

    private let environment: [String: String]
    private let state = Locked(State())

    /// - Parameter environment: the variables of the processes, by which a proxy may be named.
    init(environment: [String: String]) { self.environment = environment }

    /// Starts processes, so that the first requests need not wait for them.
    func prepare(_ count: Int) throws {
        for _ in 0..<count {
            let process = try NetworkProcess(environment)
            state.withLock { $0.idle.append(process) }
        }
    }

    /// Ends every process that is idle; those under way end with their requests.
    func stop() {
        let (idle, waiting) = state.withLock { state in
            state.isOver = true
            defer { (state.idle, state.waiting) = ([], []) }
            return (state.idle, state.waiting)
        }
        for request in waiting { request.continuation.resume(throwing: URLError(.cancelled)) }
        for process in idle { process.end() }
    }

    func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let process = try await take(for: request)
        defer {
            state.withLock { $0.busy -= 1 }
            serve()
        }
        let isFresh = !process.isUsed
        do { return try await answer(from: process, to: request) } catch let end as NetworkProcess.Ended {
            if Task.isCancelled { throw URLError(.cancelled, url: request.url) }
            // A process may end late on what it answered before: asking again is safe where the request only reads.
            guard !isFresh, SafeMethods.contains(request.httpMethod ?? "GET") else {
                throw end.error(url: request.url)
            }
        }
        do { return try await answer(from: try NetworkProcess(environment), to: request) } catch let end
            as NetworkProcess.Ended
        {
            if Task.isCancelled { throw URLError(.cancelled, url: request.url) }
            throw end.error(url: request.url)
        }
    }

    private func answer(from process: NetworkProcess, to request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let answer = try await process.answer(to: request)
        // An answer that was given up may go on in there, and starve the next one.
        if answer["error"] == nil { put(back: process) } else { process.end() }
        return try ExchangeCoding.answer(answer)
    }

    // MARK: - Who has which process

    /// The first process that is free.
    ///
    /// - Throws: `URLError.cancelled` where the task is cancelled, or why no process can be started.
    private func take(for request: URLRequest) async throws -> NetworkProcess {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await withTaskCancellationHandler {
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

    private func put(back process: NetworkProcess) {
        let isOver = state.withLock { state in
            if !state.isOver { state.idle.append(process) }
            return state.isOver
        }
        if isOver { process.end() } else { serve() }
    }

    /// Gives those that wait what is idle, and has a process started where that takes too long.
    private func serve() {
        while true {
            let (served, next) = state.withLock { state -> (Waiting?, Next) in
                while let process = state.idle.last, !state.waiting.isEmpty {
                    state.idle.removeLast()
                    guard process.isRunning else { continue }
                    state.busy += 1
                    return (state.waiting.removeFirst(), .resume(process))
                }
                guard let first = state.waiting.first, !state.isStarting, !state.isOver else { return (nil, .nothing) }
                let isLate = state.busy == 0 || first.since + Self.patience <= .now()
                if isLate { state.isStarting = true }
                return (nil, isLate ? .start : .look)
            }
            switch next {
            case .resume(let process): served?.continuation.resume(returning: process)
            case .start: return start()
            case .look: return Self.queue.asyncAfter(deadline: .now() + Self.patience) { [weak self] in self?.serve() }
            case .nothing: return
            }
        }
    }

    /// What follows for those that wait.
    private enum Next {
        case resume(NetworkProcess)
        case start
        /// Nothing yet.
        case look
        case nothing
    }

    private static let queue = DispatchQueue(label: "network-processes")

    /// Starts a process on a thread of its own, and gives it to who waits when it is ready.
    private func start() {
        Thread.detachNewThread { [self] in
            let started = Result { try NetworkProcess(environment) }
            if case .success(let process) = started { process.waitUntilReady() }
            let failed = state.withLock { state -> CheckedContinuation<NetworkProcess, any Error>? in
                state.isStarting = false
                switch started {
                case .success: return nil
                case .failure: return state.waiting.isEmpty ? nil : state.waiting.removeFirst().continuation
                }
            }
            switch started {
            case .success(let process): put(back: process)
            case .failure(let error):
                failed?.resume(throwing: error)
                serve()
            }
        }
    }
}

/// One process that performs requests, as seen by whoever asks for them; and what runs in it.
final class NetworkProcess: Sendable {
    /// The value of the worker's variable that makes a process one of these.
    static let role = "network"

    /// The end of a process before it answered.
    struct Ended: Error {
        /// What it said, or the signal that ended it; `nil` where it was ended for its time.
        let reason: String?

        /// What the call is told, which it asked for as any other.
        func error(url: URL?) -> any Error {
            guard let reason else { return URLError(.timedOut, url: url) }
            return URLError(.badServerResponse, url: url, explaining: "\(HTTPClientFault.phrase): \(reason)")
        }
    }

    private let process: ChildProcess
    private let descriptor: Int32
    private let errors: Int32
    private let queue = DispatchQueue(label: "network-process")
    private let used = Locked(false)

    /// Whether it has answered a request.
    var isUsed: Bool { used.withLock { $0 } }
    var isRunning: Bool { process.ending == nil }

    init(_ environment: [String: String]) throws {
        guard let executable = Bundle.main.executableURL else {
            throw CommandError("the executable is not known; use --isolation none", code: .notEvaluated)
        }
        var environment = environment
        environment[WorkerLink.variable] = Self.role
        environment["SWIFT_BACKTRACE"] = "enable=no"
        let (own, other) = try Descriptors.connection()
        defer { close(other) }
        let (read, write) = try Descriptors.pipe()
        defer { close(write) }
        do {
            process = try ChildProcess(
                executable, [], environment: environment,
                ChildProcess.Streams(input: other, output: write, errors: write))
        } catch {
            close(own)
            close(read)
            throw error
        }
        descriptor = own
        errors = read
    }

    deinit {
        end()
        close(descriptor)
        close(errors)
    }

    func end() { process.end() }

    /// Waits until it can perform requests, or has ended.
    func waitUntilReady() { _ = Descriptors.readable([descriptor], within: Self.longestStart) }

    /// Milliseconds after which one that has not begun is asked all the same.
    private static let longestStart: Int32 = 30_000

    /// Performs a request; where the task is cancelled the process ends.
    ///
    /// - Throws: `Ended` where it ends before it has answered, `URLError` where nobody waits any more.
    func answer(to request: URLRequest) async throws -> JSON {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in continuation.resume(with: Result { try exchange(request) }) }
            }
        } onCancel: {
            end()
        }
    }

    /// Seconds that a process has beyond the timeout of a request, which it keeps itself.
    private static let grace = 5.0

    private func exchange(_ request: URLRequest) throws -> JSON {
        let line = ExchangeCoding.json(request).bytes(.compact) + [UInt8(ascii: "\n")]
        let end = DispatchTime.now().uptimeNanoseconds &+ UInt64((request.boundedTimeout + Self.grace) * 1e9)
        do { try SystemFiles.write(line, to: descriptor, "the network") } catch { throw ended() }
        var lines = LineBuffer()
        while true {
            if let line = lines.next() {
                // By an empty line it says that it is ready.
                if line.isEmpty { continue }
                used.withLock { $0 = true }
                return try JSON(parsing: line)
            }
            let now = DispatchTime.now().uptimeNanoseconds
            guard now < end else {
                process.end()
                throw Ended(reason: nil)
            }
            let wait = Int32(min((end - now) / 1_000_000 + 1, 1_000_000))
            guard Descriptors.readable([descriptor], within: wait)[0] else { continue }
            let bytes = Descriptors.read(descriptor)
            if bytes.isEmpty { throw ended() }
            lines.append(bytes)
        }
    }

    /// How the process ended, in its last words where it left some.
    private func ended() -> Ended {
        let ending = process.end()
        var words: [UInt8] = []
        while Descriptors.readable([errors], within: 0)[0] {
            let bytes = Descriptors.read(errors)
            if bytes.isEmpty || words.count > 1 << 16 { break }
            words += bytes
        }
        return Ended(reason: HTTPClientFault.reason(ending, String(decoding: words, as: UTF8.self)))
    }

    // MARK: - In the process

    /// Whether this process is to perform requests for another.
    static var isThis: Bool { ProcessInfo.processInfo.environment[WorkerLink.variable] == role }

    /// Performs requests until nobody asks any more. No code under test runs here.
    static func serve(over transport: LiveTransport) async -> Never {
        signal(SIGINT, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        let (requests, continuation) = AsyncStream.makeStream(of: URLRequest.self)
        Thread.detachNewThread {
            var lines = LineReader(STDIN_FILENO)
            while let line = lines.next() {
                // Only this program asks.
                guard let json = try? JSON(parsing: line), let request = ExchangeCoding.request(json) else { _exit(2) }
                continuation.yield(request)
            }
            _exit(0)
        }
        do { try SystemFiles.write([UInt8(ascii: "\n")], to: STDIN_FILENO, "the network") } catch { _exit(0) }
        for await request in requests {
            let answer: JSON
            do {
                let (data, response) = try await transport.hop(request)
                answer = ExchangeCoding.json(data, response)
            } catch {
                answer = ExchangeCoding.json(throwing: error)
            }
            let line = answer.bytes(.compact) + [UInt8(ascii: "\n")]
            do { try SystemFiles.write(line, to: STDIN_FILENO, "the network") } catch { _exit(0) }
        }
        _exit(0)
    }
}

/// What is known of answers on which the platform's HTTP client ends its process.
enum HTTPClientFault {
    /// The start of what is told of such an answer.
    static let phrase = "the platform's HTTP client ends on this answer"

    /// What the answer is, by the last words of the client (FoundationNetworking 6.3, by experiment).
    static func reason(_ ending: ChildProcess.End, _ words: String) -> String {
        let fatal = words.split(separator: "\n").last { $0.contains("atal error: ") }
        guard let fatal, let start = fatal.range(of: "atal error: ")?.upperBound else {
            switch ending {
            case .exit(let status): return "exit code \(status)"
            // Its arithmetic traps without a word, where it adds to the length that was announced.
            case .signal(SIGILL), .signal(SIGTRAP): return "a Content-Length that it cannot count"
            case .signal(let number): return "signal \(number)"
            }
        }
        let message = String(fatal[start...].prefix(200))
        // What stands behind a chunked body begins its header anew, which then has no end.
        return message.contains("there's no response") ? "a chunked trailer, or a head without an end" : message
    }
}
