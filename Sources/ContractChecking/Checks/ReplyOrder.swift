import Foundation
import HTTPRecording
import JSONSchema

/// The order of the replies to concurrent requests, by their URLs. The order in which a call sends them may differ from
/// run to run.
package enum ReplyOrder: Hashable {
    case forward
    case backward
    /// The first one last, the others as they are.
    case rotated

    /// The index of the next reply among the waiting ones.
    fileprivate func next(of urls: [String]) -> Int {
        let sorted = urls.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(\.offset)
        switch self {
        case .forward: return sorted[0]
        case .backward: return sorted[sorted.count - 1]
        case .rotated: return sorted[min(1, sorted.count - 1)]
        }
    }
}

/// Holds replies back until the call only waits for one, and then gives one.
///
/// Nothing here measures time. The executor that the call's tasks prefer, and the session that it got, see its work. A
/// call that works elsewhere (the main actor, unstructured tasks, its own sessions) may get a reply before a request
/// that is still to come, so that less is tried.
final class OrderedReplies: SessionTransport {
    private struct State {
        var waiting: [(url: String, reply: CheckedContinuation<Void, Never>)] = []
        /// Whether a reply waited beside another.
        var isShared = false
        var isGiving = false
        /// The jobs of the call that are running or about to.
        var jobs = 0
        /// The requests of sessions whose replies were not handed on yet.
        var loading = 0
        /// Grows with everything that happens.
        var version = 0
        var observer: CheckedContinuation<Void, Never>?
        weak var connection: CallConnection?
    }

    private let order: ReplyOrder
    private let wrapped: any Transport
    private let state = Locked(State())

    init(_ order: ReplyOrder, wrapping transport: any Transport) {
        self.order = order
        wrapped = transport
    }

    /// Whether the call waited for several replies at once.
    var isShared: Bool { state.withLock { $0.isShared } }

    /// Runs a call over a connection to this transport, and watches its work.
    func watching<Value: Sendable>(
        over connection: CallConnection, _ call: @escaping @Sendable () async -> Value
    ) async -> Value {
        state.withLock { $0.connection = connection }
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return await call() }
        let counter = JobCounter { change in self.note { $0.jobs += change } }
        return await withTaskExecutorPreference(counter, operation: call)
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let reply = try await wrapped.send(request)
        await withCheckedContinuation { continuation in
            let isFirst = note { state in
                state.waiting.append((request.url?.absoluteString ?? "", continuation))
                if state.waiting.count > 1 { state.isShared = true }
                defer { state.isGiving = true }
                return !state.isGiving
            }
            if isFirst { Task.detached { await self.give() } }
        }
        return reply
    }

    func begins() { note { $0.loading += 1 } }

    func handedOn() { note { $0.loading -= 1 } }

    /// Gives one reply after the other, until none waits.
    private func give() async {
        while true {
            await settled()
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                if state.waiting.isEmpty {
                    state.isGiving = false
                    return nil
                }
                return state.waiting.remove(at: order.next(of: state.waiting.map(\.url))).reply
            }
            guard let next else { return }
            next.resume()
        }
    }

    /// Waits until the call itself waits: none of its jobs is left, and every request of its session has come.
    private func settled() async {
        while true {
            let (version, isIdle, session) = state.withLock { state in
                (state.version, state.jobs == 0 && state.loading <= state.waiting.count, state.connection?.usedSession)
            }
            if isIdle {
                guard let session else { return }
                let running = await session.runningTasks
                if state.withLock({ $0.version == version && running <= $0.loading }) { return }
            }
            await change(since: version)
        }
    }

    private func change(since version: Int) async {
        await withCheckedContinuation { observer in
            let isLate = state.withLock { state in
                guard state.version == version else { return true }
                state.observer = observer
                return false
            }
            if isLate { observer.resume() }
        }
    }

    @discardableResult
    private func note<Value>(_ change: (inout State) -> Value) -> Value {
        let (value, observer) = state.withLock { state in
            state.version += 1
            defer { state.observer = nil }
            return (change(&state), state.observer)
        }
        observer?.resume()
        return value
    }
}

/// Runs the jobs of tasks, and counts those that are not done.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class JobCounter: TaskExecutor {
    private let queue = DispatchQueue(label: "contract-testing.call", attributes: .concurrent)
    private let count: @Sendable (Int) -> Void

    init(_ count: @escaping @Sendable (Int) -> Void) { self.count = count }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        count(1)
        queue.async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            count(-1)
        }
    }
}

extension URLSession {
    /// The number of started tasks that have not ended, once all ends are known.
    fileprivate var runningTasks: Int {
        get async {
            let running = await withCheckedContinuation { count in
                getAllTasks { tasks in count.resume(returning: tasks.count { $0.state == .running }) }
            }
            // A task counts as ended before its delegate hears it, by an operation that has begun by then.
            await withCheckedContinuation { done in delegateQueue.addOperation { done.resume() } }
            return running
        }
    }
}
