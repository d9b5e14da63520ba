import ContractFormat
import Foundation
import JSONSchema

/// Ends a wait for code that may ignore cancellation.
package enum Deadline {
    /// What the operation gives, or `nil` where it takes longer than `seconds`; it is then cancelled and left behind.
    ///
    /// - Parameter delay: the seconds for which others have held the operation up, on a clock that only goes forward;
    ///   they are added.
    package static func run<Value: Sendable>(
        seconds: Double, delay: @escaping @Sendable () async -> Double = { 0 },
        _ operation: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let known = await delay()
        // Unstructured on purpose: a task group would wait for an operation that does not react to its cancellation.
        let first = FirstResult<Value>()
        let work = Task { first.resume(with: await operation()) }
        let clock = Task { [known] in
            var known = known
            var rest = seconds
            while rest > 0 {
                do { try await Task.sleep(nanoseconds: UInt64(rest * 1_000_000_000)) } catch { return }
                let now = await delay()
                (rest, known) = (now - known, now)
            }
            work.cancel()
            first.resume(with: nil)
        }
        defer { clock.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { first.wait($0) }
        } onCancel: {
            work.cancel()
        }
    }
}

/// Hands the first of several results to one waiter.
private final class FirstResult<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case pending
        case waiting(CheckedContinuation<Value?, Never>)
        case done(Value?)
        case delivered
    }

    private let state = Locked(State.pending)

    func wait(_ continuation: CheckedContinuation<Value?, Never>) {
        let ready: Value?? = state.withLock { state in
            guard case .done(let value) = state else {
                state = .waiting(continuation)
                return nil
            }
            state = .delivered
            return .some(value)
        }
        if let ready { continuation.resume(returning: ready) }
    }

    func resume(with value: Value?) {
        let waiting: CheckedContinuation<Value?, Never>? = state.withLock { state in
            switch state {
            case .pending:
                state = .done(value)
                return nil
            case .waiting(let continuation):
                state = .delivered
                return continuation
            case .done, .delivered: return nil
            }
        }
        waiting?.resume(returning: value)
    }
}
