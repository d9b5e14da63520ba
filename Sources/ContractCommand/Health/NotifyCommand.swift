import ContractChecking
import ContractFormat
import ContractHealth
import Foundation
import HTTPRecording
import JSONSchema

/// The command that tells an operator: a line for `/bin/sh` that reads the notification as JSON on its standard input.
///
/// Nothing of a notification is ever part of the line. What it prints goes to standard error, and it gets no variable
/// that holds a secret of a contract.
struct NotifyCommand: Sendable {
    /// Why a notification was not delivered.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let line: String
    let environment: [String: String]
    /// The seconds it may take.
    var deadline = 30.0

    init(_ line: String, environment: [String: String], contracts: [Contract]) {
        self.line = line
        let secrets = Set(contracts.flatMap(\.variables).map(\.name))
        self.environment = environment.filter { !secrets.contains($0.key) }
    }

    /// Runs the line until its shell ends; where that takes too long or nobody waits any more, what it started is killed
    /// with it. A process that it leaves behind lives on, and is not waited for.
    ///
    /// - Throws: `Failure` where it would not start, took too long, or ended otherwise than with exit code 0.
    func callAsFunction(_ notification: HealthNotification) async throws {
        let child: ChildProcess
        do throws(CommandError) { child = try started(telling: notification) } catch {
            throw Failure(description: error.message)
        }
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
            throw Failure(description: "the notification command did not end within \(Int(deadline)) s")
        case .exit(0): return
        case .exit(let code):
            throw Failure(description: "the notification command ended with exit code \(code)")
        case .signal(let signal):
            throw Failure(description: "the notification command was ended by signal \(signal)")
        }
    }

    private func started(telling notification: HealthNotification) throws(CommandError) -> ChildProcess {
        let input = try Descriptors.pipe()
        defer { close(input.read) }
        let child: ChildProcess
        do throws(CommandError) {
            child = try ChildProcess(
                ChildProgram.sh.launch(URL(fileURLWithPath: "/bin/sh"), environment), ["-c", line],
                ChildProcess.Streams(input: input.read, output: STDERR_FILENO, errors: STDERR_FILENO),
                remainder: .livesOn)
        } catch {
            close(input.write)
            throw error
        }
        let told = notification.json.bytes() + [UInt8(ascii: "\n")]
        // A command that does not read holds up nobody but this thread.
        Thread.detachNewThread {
            do { try SystemFiles.write(told, to: input.write, "/bin/sh") } catch {
                // A command need not read what it is told.
            }
            close(input.write)
        }
        return child
    }
}
