/// What watches a run from a process that survives it: it is told of everything that runs the code under test.
package protocol RunMonitor: Sendable {
    /// Notes that a step of a check is about to run: 0 is the check as a whole, then its probes from 1.
    func begin(_ check: Check, step: Int, _ name: String) -> StepVerdict
    /// Notes that a check has ended.
    func end(_ check: Check) async
    /// Whether an earlier process of the same run has found no fault in contracts and recordings.
    var isResuming: Bool { get }
    /// The result of a check that an earlier process finished.
    func finished(_ check: Check) -> CheckResult?
}

/// What to do with a step.
package enum StepVerdict: Sendable, Hashable {
    case run
    /// It killed a process before: it is told, not run.
    case fatal(FatalStep)
    /// Too much of this check was fatal already.
    case skip
}

/// A step that killed the process, or had to be killed.
package struct FatalStep: Sendable, Hashable {
    /// How it ended.
    package enum End: String, Sendable, Hashable, CaseIterable {
        case trap, timeout, memory
    }

    package let check: String
    package let step: Int
    package let end: End
    /// The trap's own message, or the limit that was passed.
    package let message: String

    package init(check: String, step: Int, end: End, message: String) {
        self.check = check
        self.step = step
        self.end = end
        self.message = message
    }

    var explanation: String {
        switch end {
        case .trap: "the code traps: \(message)"
        case .timeout: "the code does not end: \(message)"
        case .memory: "the code uses too much memory: \(message)"
        }
    }
}
