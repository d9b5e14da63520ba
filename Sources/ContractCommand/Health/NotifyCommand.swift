import ContractFormat
import ContractHealth
import Foundation
import JSONSchema

/// The command that notifies an operator: a line for `/bin/sh` that reads the notification as JSON on its standard input.
///
/// Nothing of a notification is ever part of the line. What it prints goes to standard error, and it gets no variable
/// that holds a secret of a contract.
struct NotifyCommand: Sendable {
    let line: String
    let environment: [String: String]
    var deadline = 30.0

    init(_ line: String, environment: [String: String], contracts: [Contract]) {
        self.line = line
        let secrets = Set(contracts.flatMap(\.variables).map(\.name))
        self.environment = environment.filter { !secrets.contains($0.key) }
    }

    /// Runs the line until its shell ends; where that takes too long or nobody waits any more, what it started is killed
    /// with it. A process that it leaves behind lives on, and is not waited for.
    func callAsFunction(_ notification: HealthNotification) async throws {
        let shell = ChildProgram.sh.launch(URL(fileURLWithPath: "/bin/sh"), environment)
        let child = try ChildProcess.started(
            shell, ["-c", line], input: notification.json.bytes() + [UInt8(ascii: "\n")], output: STDERR_FILENO,
            remainder: .livesOn)
        let end = await Deadline.run(seconds: deadline, addsStarvation: false) { () -> ChildProcess.End? in
            let end = await withTaskCancellationHandler {
                await child.ended()
            } onCancel: {
                child.end()
            }
            return Task.isCancelled ? nil : end
        }
        switch end {
        case nil, .some(nil):
            child.end()
            throw CommandError("the notification command did not end within \(Int(deadline)) s")
        case .exit(0): return
        case .exit(let code):
            throw CommandError("the notification command ended with exit code \(code)")
        case .signal(let signal):
            throw CommandError("the notification command was ended by signal \(signal)")
        }
    }
}
