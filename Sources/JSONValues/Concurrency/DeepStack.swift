import Foundation

/// Stack space for deep recursion. Secondary threads have small stacks.
package enum DeepStack {
    /// The stack size in bytes. Only used pages take memory.
    package static let size = 64 << 20
    /// The maximum nesting on a large stack, far deeper than real documents.
    package static let largeDepth = 6_000

    /// Runs a function with a small depth limit. If it exceeds the limit, reruns it on a thread with a large stack.
    ///
    /// - Parameters:
    ///   - smallDepth: the maximum nesting on the calling thread's stack.
    ///   - largeStack: the size of the large stack in bytes.
    ///   - body: sets its second argument if it exceeds its first.
    @inlinable package static func attempt<Result>(
        smallDepth: Int = 150, largeStack: Int = size, _ body: (_ maximumDepth: Int, _ isTooDeep: inout Bool) -> Result
    ) -> Result {
        var isTooDeep = false
        let result = body(smallDepth, &isTooDeep)
        guard isTooDeep else { return result }
        let meter = StepMeter.current
        return run(size: largeStack) { () -> Result in
            StepMeter.$current.withValue(meter) { () -> Result in body(largeDepth, &isTooDeep) }
        }
    }

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
            // Cannot be nil: the job sets it before it signals.
            preconditionFailure("the thread ended without a result")
        }
        return result
    }

    /// `@unchecked Sendable` is sound: the calling thread only waits until the job is done.
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
