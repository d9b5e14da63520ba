import Conformance
import Foundation

/// Decides whether a command runs the code under test itself or in worker processes.
enum IsolatedRun {
    enum Kind: String, CaseIterable { case process, none }

    static let option = OptionSpec(
        "isolation", "KIND", "process (default): survive traps and hangs of the code under test; none")

    /// Runs the command in workers and gives its exit code; `nil` where this process is to run it itself, then with the
    /// monitor of a worker if it is one.
    static func run(
        _ command: String, _ arguments: ParsedArguments, _ context: CommandContext, _ options: inout Options
    ) throws -> ExitCode? {
        if let path = context.terminal.environment[WorkerFolder.variable] {
            options.monitor = try WorkerMonitor(
                folder: WorkerFolder(url: URL(fileURLWithPath: path)), checks: context.suite.checks)
            return nil
        }
        let kind = try arguments.choice("isolation", of: Kind.self) ?? .process
        // A recording is one transaction, which a second process could not take up in the middle.
        guard kind == .process, options.mode != .record, context.terminal.isProcess else { return nil }
        // Whoever was asked here is not asked again by a worker.
        let agreed = options.mode == .live && options.allowsUnsafeMethods && !arguments.has("yes") ? ["--yes"] : []
        let limits = Supervisor.Limits(call: options.deadline * 2 + 10)
        return try Supervisor(checks: context.suite.checks, limits: limits, terminal: context.terminal)
            .run([command] + agreed + arguments.words)
    }
}
