import Conformance
import ContractFormat
import Foundation

/// Decides whether a command runs the code under test itself or in worker processes.
enum IsolatedRun {
    enum Kind: String, CaseIterable { case process, none }

    static let option = OptionSpec(
        "isolation", "KIND", "in replay: process (default) survives traps and hangs of the code under test; none",
        choices: ["process", "none"])

    /// Runs the command in workers and gives its exit code; `nil` where this process is to run it itself, then with the
    /// monitor of a worker if it is one.
    static func run(
        _ command: String, _ arguments: ParsedArguments, _ context: CommandContext, _ options: inout Options
    ) throws -> ExitCode? {
        if let path = context.terminal.environment[WorkerFolder.variable] {
            options.monitor = try WorkerMonitor(
                folder: WorkerFolder(url: URL(fileURLWithPath: path)), checks: context.suite.checks)
            if context.terminal.environment[WorkerFolder.aloneVariable] != nil { options.jobs = 1 }
            Lifeline.hold()
            return nil
        }
        let kind = try arguments.choice("isolation", of: Kind.self) ?? .process
        // Calls to a server cannot be taken up in the middle by a second process, nor can a recording's transaction.
        guard kind == .process, options.mode == .replay, context.terminal.isProcess else { return nil }
        let contracts = context.suite.loaded.value.services.compactMap(\.contract)
        let longest = contracts.flatMap(\.scenarios).map(\.steps.count).max() ?? 1
        let limits = Supervisor.Limits(call: options.deadline * Double(max(longest, 2)) + 10)
        return try Supervisor(checks: context.suite.checks, limits: limits, terminal: context.terminal)
            .run([command] + arguments.words)
    }
}
