import ContractChecking

package enum ExitCode: Int32, Sendable {
    case success = 0
    case findings = 1
    /// Wrong usage, contract or configuration.
    case usage = 2
    case notEvaluated = 3

    init(of report: Report) {
        if report.findings.contains(where: { $0.rule == ContractRule.fault.id }) {
            self = .usage
        } else if report.checks.contains(where: { $0.outcome == .failed }) {
            self = .findings
        } else {
            self = report.passed ? .success : .notEvaluated
        }
    }
}

struct CommandError: Error, CustomStringConvertible {
    let message: String
    let code: ExitCode

    var description: String { message }

    init(_ message: String, code: ExitCode = .usage) { (self.message, self.code) = (message, code) }

    static func invalid(_ value: String, for option: String, _ expectation: String) -> CommandError {
        CommandError("'\(value)' is not a valid value for '--\(option)'; \(expectation)")
    }
}
