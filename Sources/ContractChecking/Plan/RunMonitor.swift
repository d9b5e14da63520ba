import JSONSchema

/// An observer of a run, called before any code under test runs. It may live in a process that outlives the run.
package protocol RunMonitor: Sendable {
    /// Reports that a step of a check begins: 0 is the check as a whole, probes count from 1.
    func begin(_ check: Check, step: Int, _ name: String) -> StepVerdict
    func end(_ check: Check) async
}

extension RunMonitor {
    func begin(whole check: Check) -> StepVerdict {
        begin(check, step: 0, "the \(check.kind.rawValue) check as a whole")
    }
}

package enum StepVerdict: Sendable, Hashable {
    case run
    /// The step killed a process before, so it is reported instead of run.
    case fatal(FatalStep)
    case skip
}

package struct FatalStep: Sendable, Hashable, Codable {
    package enum End: String, Sendable, Hashable, Codable, CaseIterable {
        case trap, timeout, memory
    }

    package let check: String
    package let step: Int
    package let end: End
    /// The trap's message, or the exceeded limit.
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
        case .timeout: "the code does not finish: \(excerpt)"
        case .memory: "the code uses too much memory: \(excerpt)"
        }
    }

    func finding(_ kind: Check.Kind, expected: MessageText, at pointer: JSONPointer) -> Finding {
        Finding(
            FatalRule.rule(kind, end), explanation, expected: expected, found: .excerpt(message, limit: 300),
            at: pointer)
    }
}

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

    /// Reports the end of the last probe, so that subsequent work is not attributed to it.
    func rest() { _ = monitor?.begin(whole: check) }
}
