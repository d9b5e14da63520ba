import Foundation

/// Runs work that may block on a thread of its own, because the threads of tasks are few.
package func onOwnThread<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: Result(catching: work)) }
    }
    return try result.get()
}
