/// The steps that the long evaluations of a whole run may take together; short ones are not counted.
package final class StepMeter: Sendable {
    /// The meter of the task that evaluates; none counts nothing.
    @TaskLocal package static var current: StepMeter?

    private let left: Locked<Int>
    package let limit: Int

    package init(steps: Int) {
        limit = steps
        left = Locked(steps)
    }

    package var remaining: Int { left.withLock { $0 } }

    /// Indicates whether all steps are taken, so that long evaluations are stopped.
    package var isSpent: Bool { remaining <= 0 }

    /// Takes some steps; false where none is left.
    package func take(_ steps: Int) -> Bool {
        left.withLock { left in
            left -= min(steps, max(left, 0))
            return left > 0
        }
    }
}
