/// A step budget shared by the long evaluations of a run. Short evaluations do not count.
package final class StepMeter: Sendable {
    /// The current task's meter. If `nil`, steps are unlimited.
    @TaskLocal package static var current: StepMeter?

    private let left: Locked<Int>
    package let limit: Int

    package init(steps: Int) {
        limit = steps
        left = Locked(steps)
    }

    package var remaining: Int { left.withLock { $0 } }

    package var isSpent: Bool { remaining <= 0 }

    /// Takes steps from the budget. Returns false once it is exhausted.
    package func take(_ steps: Int) -> Bool {
        left.withLock { left in
            left -= min(steps, max(left, 0))
            return left > 0
        }
    }
}
