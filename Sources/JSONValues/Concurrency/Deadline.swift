import Foundation

/// Ends a wait for code that may ignore cancellation.
package enum Deadline {
    /// Returns the seconds for which others have held something up so far.
    package typealias Delay = @Sendable () async -> Double

    /// The length of the pieces in which the time is counted.
    private static let beat = 0.05

    /// Returns the operation's result, or `nil` if it takes longer than `seconds`. The operation is then cancelled and
    /// abandoned.
    ///
    /// A suite of a thousand tests on two cores gives a call its turn minutes late. So the time is counted by a task that
    /// needs a thread as the operation does: where its beat comes late, others had all threads, and it does not count.
    ///
    /// - Parameters:
    ///   - addsStarvation: whether time without a thread is added.
    ///   - delay: for how long others hold the operation up, which is added.
    package static func run<Value: Sendable>(
        seconds: Double, addsStarvation: Bool = true, delay: @escaping Delay = { 0 },
        _ operation: @escaping @Sendable () async -> Value
    ) async -> Value? {
        // Unstructured on purpose: a task group would wait for an operation that does not react to its cancellation.
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
                    do { try await pass(seconds, inBeats: addsStarvation, delay) } catch { return }
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

    /// Waits for some seconds, and for those that a delay adds meanwhile.
    private static func pass(_ seconds: Double, inBeats: Bool, _ delay: Delay) async throws {
        let before = await delay()
        var (passed, due) = (0.0, seconds)
        while passed < due {
            let start = ContinuousClock.now
            if inBeats { try await nextBeat() } else { try await Task.sleep(for: .seconds(due - passed)) }
            let elapsed = start.duration(to: .now) / .seconds(1)
            if !inBeats || elapsed < 2 * beat { passed += elapsed }
            if passed >= due { due = await seconds + delay() - before }
        }
    }

    /// The wait for the beat under way, which all share: most calls end before it, and a timer for each would cost more.
    private static let wait = Locked<Task<Void, any Error>?>(nil)

    private static func nextBeat() async throws {
        let wait = wait.withLock { wait in
            if let wait { return wait }
            let next = Task {
                try await Task.sleep(for: .seconds(beat))
                Self.wait.withLock { $0 = nil }
            }
            wait = next
            return next
        }
        try await wait.value
        try Task.checkCancellation()
    }
}
