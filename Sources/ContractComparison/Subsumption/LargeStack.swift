import Foundation

/// Room for deep recursion, whatever the stack of the calling thread.
enum LargeStack {
    /// Only what is used of it takes memory.
    private static let size = 256 << 20

    /// Runs a function on a thread with a large stack, and waits for it.
    static func run<Value>(_ body: () -> Value) -> Value {
        let value = withoutActuallyEscaping(body) { body in
            let job = Job(body)
            let thread = Thread { job.run() }
            thread.stackSize = size
            thread.start()
            job.done.wait()
            return job.value
        }
        guard let value else {
            // It cannot be nil: the job sets it before it signals.
            preconditionFailure("the thread ended without a value")
        }
        return value
    }

    /// `@unchecked Sendable` is sound: the calling thread does nothing but wait until the job is done.
    private final class Job<Value>: @unchecked Sendable {
        let done = DispatchSemaphore(value: 0)
        private(set) var value: Value?
        private var work: (() -> Value)?

        init(_ work: @escaping () -> Value) { self.work = work }

        func run() {
            value = work?()
            work = nil
            done.signal()
        }
    }
}
