import HTTPRecording
import JSONSchema

/// An observer of a run from a process that survives it. It is called before any code under test runs.
package protocol RunMonitor: Sendable {
    /// Notes that a step of a check is about to run: 0 is the check as a whole, then its probes from 1.
    func begin(_ check: Check, step: Int, _ name: String) -> StepVerdict
    /// Notes that a check has ended.
    func end(_ check: Check) async
    /// The exchanges of earlier processes of the same run with a server.
    var pooled: [PooledCall] { get }
    /// Keeps what a call got from a server for a later process.
    func pool(_ call: PooledCall)
}

extension RunMonitor {
    package var pooled: [PooledCall] { [] }
    package func pool(_ call: PooledCall) {}

    /// Notes that a check runs outside of its probes.
    func begin(whole check: Check) -> StepVerdict {
        begin(check, step: 0, "the \(check.kind.rawValue) check as a whole")
    }
}

/// An exchange of a call with a server: later in the run it probes models and makes faults.
package struct PooledCall: Sendable {
    package let service: String
    package let endpoint: String
    /// The case or the step of a scenario, for the names of probes.
    package let name: String
    /// The recording that the call would be; `nil` for one of several of a scenario.
    package let file: String?
    package let exchanges: [HTTPExchange]

    package init(service: String, endpoint: String, name: String, file: String?, exchanges: [HTTPExchange]) {
        self.service = service
        self.endpoint = endpoint
        self.name = name
        self.file = file
        self.exchanges = exchanges
    }
}

/// The decision about a step.
package enum StepVerdict: Sendable, Hashable {
    case run
    /// It killed a process before: it is told, not run.
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
        let told = MessageText.excerpt(message, limit: 300)
        return switch end {
        case .trap: "the code traps: \(told)"
        case .timeout: "the code does not end: \(told)"
        case .memory: "the code uses too much memory: \(told)"
        }
    }
}

/// Tells the monitor of a run, if there is one, of each probe of a check before it runs.
struct ProbeWatch: Sendable {
    let check: Check
    let monitor: (any RunMonitor)?

    func begin(_ index: Int, _ name: @autoclosure () -> String) -> StepVerdict {
        monitor?.begin(check, step: index + 1, name()) ?? .run
    }

    /// Notes that the last probe is over, so that it is not charged with the work that follows.
    func rest() { _ = monitor?.begin(whole: check) }
}
