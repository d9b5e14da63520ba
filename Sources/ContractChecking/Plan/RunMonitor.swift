import JSONSchema

/// An observer of a run from a process that survives it. It is called before any code under test runs.
package protocol RunMonitor: Sendable {
    /// Notes that a step of a check is about to run: 0 is the check as a whole, then its probes from 1.
    func begin(_ check: Check, step: Int, _ name: String) -> StepVerdict
    /// Notes that a check has ended.
    func end(_ check: Check) async
}

extension RunMonitor {
    /// Notes that a check runs outside of its probes.
    func begin(whole check: Check) -> StepVerdict {
        begin(check, step: 0, "the \(check.kind.rawValue) check as a whole")
    }
}

/// The decision about a step.
package enum StepVerdict: Sendable, Hashable {
    case run
    /// It killed a process before: it is reported, not run.
    case fatal(FatalStep)
    /// Too much of this check was fatal already.
    case skip
}

/// A step that killed the process, or had to be killed.
package struct FatalStep: Sendable, Hashable, Codable {
    /// The way in which it ended.
    package enum End: String, Sendable, Hashable, Codable, CaseIterable {
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

    var explanation: MessageText {
        let excerpt = MessageText.excerpt(message, limit: 300)
        return switch end {
        case .trap: "the code traps: \(excerpt)"
        case .timeout: "the code does not end: \(excerpt)"
        case .memory: "the code uses too much memory: \(excerpt)"
        }
    }

    func finding(_ kind: Check.Kind, expected: MessageText, at pointer: JSONPointer) -> Finding {
        Finding(
            FatalRule.rule(kind, end), explanation, expected: expected, found: .excerpt(message, limit: 300),
            at: pointer)
    }
}

/// Reports each probe of a check to the monitor of a run, if there is one, before the probe runs.
package struct ProbeWatch: Sendable {
    let check: Check
    let monitor: (any RunMonitor)?

    package init(check: Check, monitor: (any RunMonitor)?) {
        self.check = check
        self.monitor = monitor
    }

    package func begin(_ index: Int, _ name: @autoclosure () -> String) -> StepVerdict {
        monitor?.begin(check, step: index + 1, name()) ?? .run
    }

    /// Notes that the last probe is over, so that it is not charged with the work that follows.
    func rest() { _ = monitor?.begin(whole: check) }
}
