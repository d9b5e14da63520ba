import Foundation

/// Limits the time spent on code that may ignore cancellation.
package enum Deadline {
    /// Returns the seconds for which other work has delayed the operation so far.
    package typealias Delay = @Sendable () async -> Double

    /// The interval, in seconds, at which elapsed time is counted.
    private static let tick = 0.05

    /// Returns the operation's result. After `seconds` it cancels and abandons the operation and returns `nil`.
    ///
    /// In a large test run, a call may wait minutes for a thread. So a task that needs a thread too counts the time in
    /// ticks. A late tick means that all threads were busy, and its time does not count.
    ///
    /// - Parameters:
    ///   - extendsByStarvation: whether to extend the deadline by time without a thread.
    ///   - delay: the delay by other work, which also extends the deadline.
    ///   - isOver: a condition, asked at every tick, that brings the deadline forward.
    package static func run<Value: Sendable>(
        seconds: Double, extendsByStarvation: Bool = true, delay: @escaping Delay = { 0 },
        isOver: @escaping @Sendable () async -> Bool = { false }, _ operation: @escaping @Sendable () async -> Value
    ) async -> Value? {
        // Unstructured on purpose: a task group would wait for an operation that ignores cancellation.
        let work = Task { await operation() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiting = Locked<CheckedContinuation<Value?, Never>?>(continuation)
                let resume: @Sendable (Value?) -> Void = { value in
                    let first = waiting.withLock { waiting in
                        defer { waiting = nil }
                        return waiting
                    }
                    first?.resume(returning: value)
                }
                let clock = Task {
                    do { try await pass(seconds, inTicks: extendsByStarvation, delay, isOver) } catch { return }
                    work.cancel()
                    resume(nil)
                }
                Task {
                    resume(await work.value)
                    clock.cancel()
                }
            }
        } onCancel: {
            work.cancel()
        }
    }

    /// Suspends code that goes on after errors and ignores cancellation. Never returns.
    package static func wait() async { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }

    private static func pass(
        _ seconds: Double, inTicks: Bool, _ delay: Delay, _ isOver: @Sendable () async -> Bool
    ) async throws {
        let before = await delay()
        var (passed, due) = (0.0, seconds)
        while passed < due, await !isOver() {
            let start = ContinuousClock.now
            if inTicks { try await nextTick() } else { try await Task.sleep(for: .seconds(due - passed)) }
            let elapsed = start.duration(to: .now) / .seconds(1)
            if !inTicks || elapsed < 2 * tick { passed += elapsed }
            if passed >= due { due = await seconds + delay() - before }
        }
    }

    /// The shared wait for the current tick. Most calls end within it, and a timer for each would cost more.
    private static let wait = Locked<Task<Void, any Error>?>(nil)

    private static func nextTick() async throws {
        let wait = wait.withLock { wait in
            if let wait { return wait }
            let next = Task {
                try await Task.sleep(for: .seconds(tick))
                Self.wait.withLock { $0 = nil }
            }
            wait = next
            return next
        }
        try await wait.value
        try Task.checkCancellation()
    }
}
