import Foundation

/// Room for deep recursion, whatever the stack of the calling thread: those of secondary threads are small.
package enum DeepStack {
    /// Only what is used of it takes memory.
    package static let size = 64 << 20
    /// The deepest nesting on a large stack, far beyond the need of any document.
    package static let largeDepth = 6_000

    /// Runs a function up to a small depth, and where that stopped it, from the start again with more stack.
    ///
    /// - Parameters:
    ///   - smallDepth: the deepest nesting on the stack of the calling thread.
    ///   - body: sets its second argument where it was stopped.
    @inlinable package static func attempt<Result>(
        smallDepth: Int = 150, _ body: (_ maximumDepth: Int, _ isTooDeep: inout Bool) -> Result
    ) -> Result {
        var isTooDeep = false
        let result = body(smallDepth, &isTooDeep)
        guard isTooDeep else { return result }
        let meter = StepMeter.current
        return run { StepMeter.$current.withValue(meter) { body(largeDepth, &isTooDeep) } }
    }

    /// Runs a function on a thread with a large stack, and waits for it.
    package static func run<Result>(size: Int = size, _ body: () -> Result) -> Result {
        var result: Result?
        withoutActuallyEscaping(body) { body in
            let job = Job { result = body() }
            let thread = Thread { job.run() }
            thread.stackSize = size
            thread.start()
            job.done.wait()
        }
        guard let result else {
            // It cannot be nil: the job has set it before it signals.
            preconditionFailure("the thread ended without a result")
        }
        return result
    }

    /// `@unchecked Sendable` is sound: the calling thread does nothing but wait until the job is done.
    private final class Job: @unchecked Sendable {
        let done = DispatchSemaphore(value: 0)
        private var work: (() -> Void)?

        init(_ work: @escaping () -> Void) { self.work = work }

        func run() {
            work?()
            work = nil
            done.signal()
        }
    }
}
