import ContractFormat
import ContractHealth
import Foundation
import JSONSchema

/// The command that notifies an operator: a `/bin/sh` command line that reads a notification as JSON on standard input.
/// A notification never becomes part of the command line. The output goes to standard error, and secrets of contracts
/// are removed from the environment.
struct NotifyCommand: Sendable {
    let line: String
    let environment: [String: String]
    var deadline = 30.0
    /// Whether a signal to this process ends the command and then this process.
    var endsBySignal = false

    init(_ line: String, environment: [String: String], contracts: [Contract]) {
        self.line = line
        let secrets = Set(contracts.flatMap(\.variables).map(\.text))
        self.environment = environment.filter { !secrets.contains($0.key) }
    }

    /// Runs the command line until its shell exits. A timeout or cancellation kills its process group; otherwise
    /// background processes live on.
    func callAsFunction(_ notification: HealthNotification) async throws {
        let shell = ChildProgram.sh.launch(URL(fileURLWithPath: "/bin/sh"), environment)
        let child = try ChildProcess.started(
            shell, ["-c", line], input: notification.json.bytes() + [UInt8(ascii: "\n")], output: STDERR_FILENO,
            descendants: .keep)
        let cleanUp = endsBySignal ? SignalCleanUp { child.end() } : nil
        defer { cleanUp?.cancel() }
        let end = await Deadline.run(seconds: deadline, extendsByStarvation: false) { () -> ChildProcess.End? in
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
            throw CommandError("the notification command did not finish within \(Int(deadline)) s")
        case .exit(0): return
        case .exit(let code): throw CommandError("the notification command exited with code \(code)")
        case .signal(let signal): throw CommandError("the notification command was terminated by signal \(signal)")
        }
    }
}
