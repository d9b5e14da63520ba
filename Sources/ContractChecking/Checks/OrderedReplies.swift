import Foundation
import HTTPRecording
import JSONSchema

/// The order of replies to concurrent requests, by URL, because the order of sending may vary between runs.
package enum ReplyOrder: Hashable {
    case forward
    case backward
    /// The first one last, the others unchanged.
    case rotated

    fileprivate func next(of urls: [String]) -> Int {
        let sorted = urls.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(\.offset)
        switch self {
        case .forward: return sorted[0]
        case .backward: return sorted[sorted.count - 1]
        case .rotated: return sorted[min(1, sorted.count - 1)]
        }
    }
}

/// Holds replies back until the call waits for nothing else, and then releases one.
///
/// A task executor and the call's session count pending work. Work elsewhere, such as on the main actor or in unstructured
/// tasks, is not counted, and gets a moment before the next of several replies. A reply that is released earlier only
/// leaves out an order.
final class OrderedReplies: SessionTransport {
    private struct State {
        var waiting: [(url: String, reply: CheckedContinuation<Void, Never>)] = []
        var isShared = false
        var isReleasing = false
        var jobs = 0
        /// The session requests whose replies have not been delivered.
        var loading = 0
        var version = 0
        weak var connection: CallConnection?
    }

    private let order: ReplyOrder
    private let wrapped: any Transport
    private let state = Locked(State())
    private let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    init(_ order: ReplyOrder, wrapping transport: any Transport) {
        self.order = order
        wrapped = transport
    }

    var isShared: Bool { state.withLock { $0.isShared } }

    /// Runs a call over a connection to this transport, and tracks its jobs.
    func watching<Value: Sendable>(
        over connection: CallConnection, _ call: @escaping @Sendable () async -> Value
    ) async -> Value {
        state.withLock { $0.connection = connection }
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return await call() }
        let counter = JobCounter { change in self.update { $0.jobs += change } }
        return await withTaskExecutorPreference(counter, operation: call)
    }

    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let reply = try await wrapped.send(request)
        await withCheckedContinuation { continuation in
            let isFirst = update { state in
                state.waiting.append((request.url?.absoluteString ?? "", continuation))
                if state.waiting.count > 1 { state.isShared = true }
                defer { state.isReleasing = true }
                return !state.isReleasing
            }
            if isFirst { Task.detached { await self.releaseReplies() } }
        }
        return reply
    }

    func sessionDidRequest() { update { $0.loading += 1 } }

    func sessionDidReceive() { update { $0.loading -= 1 } }

    private func releaseReplies() async {
        while true {
            await waitUntilIdle()
            await waitForUntrackedWork()
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                if state.waiting.isEmpty {
                    state.isReleasing = false
                    return nil
                }
                return state.waiting.remove(at: order.next(of: state.waiting.map(\.url))).reply
            }
            guard let next else { return }
            next.resume()
        }
    }

    /// Gives an unstructured task time to send its request before another reply is released, and at most 20 ms to code
    /// that never rests.
    private func waitForUntrackedWork() async {
        for _ in 0..<10 {
            let (version, isShared) = state.withLock { ($0.version, $0.isShared) }
            if !isShared { return }
            do { try await Task.sleep(for: .milliseconds(2)) } catch { return }
            if state.withLock({ $0.version }) == version { return }
            await waitUntilIdle()
        }
    }

    /// Waits until the call is idle: it has no jobs, and all requests of its session have arrived.
    private func waitUntilIdle() async {
        var changes = changes.makeAsyncIterator()
        while true {
            let (version, isIdle, session) = state.withLock { state in
                (state.version, state.jobs == 0 && state.loading <= state.waiting.count, state.connection?.usedSession)
            }
            if isIdle {
                guard let session else { return }
                let running = await session.runningTasks
                if state.withLock({ $0.version == version && running <= $0.loading }) { return }
            }
            _ = await changes.next()
        }
    }

    @discardableResult
    private func update<Value>(_ change: (inout State) -> Value) -> Value {
        defer { self.change.yield() }
        return state.withLock { state in
            state.version += 1
            return change(&state)
        }
    }
}

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
    /// The number of running tasks, after all pending delegate callbacks.
    fileprivate var runningTasks: Int {
        get async {
            let running = await withCheckedContinuation { count in
                getAllTasks { tasks in count.resume(returning: tasks.count { $0.state == .running }) }
            }
            // A task leaves the running state before its delegate is notified, but the notification is enqueued by
            // then.
            await withCheckedContinuation { done in delegateQueue.addOperation { done.resume() } }
            return running
        }
    }
}
