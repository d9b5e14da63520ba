import JSONSchema

/// Hands the first of several results to one waiter.
package final class FirstResult<Value: Sendable>: Sendable {
    private enum State: Sendable {
        case pending
        case waiting(CheckedContinuation<Value?, Never>)
        case done(Value?)
        case delivered
    }

    private let state = Locked(State.pending)

    package init() {}

    package func wait(_ continuation: CheckedContinuation<Value?, Never>) {
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

    package func resume(with value: Value?) {
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
