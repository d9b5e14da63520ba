import ContractFormat
import Foundation

/// Ends a wait for code that may ignore cancellation.
enum Deadline {
    /// What the operation gives, or `nil` where it takes longer than `seconds`; it is then cancelled and left behind.
    static func run<Value: Sendable>(
        seconds: Double, _ operation: @escaping @Sendable () async -> Value
    ) async -> Value? {
        // Unstructured on purpose: a task group would wait for an operation that does not react to its cancellation.
        let first = FirstResult<Value>()
        let work = Task { first.resume(with: await operation()) }
        let clock = Task {
            do { try await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000)) } catch { return }
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
