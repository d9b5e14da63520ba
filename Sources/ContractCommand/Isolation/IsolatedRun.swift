import ContractChecking
import ContractFormat
import Foundation

/// Decides whether a command runs the code under test itself or in worker processes.
enum IsolatedRun {
    enum Kind: String, CaseIterable { case process, none }

    static let option = OptionSpec(
        "isolation", "KIND", "in replay: process (default) survives traps and hangs of the code under test; none",
        choices: ["process", "none"])

    /// What this process does in a run.
    enum Role {
        /// It runs the checks itself.
        case alone
        /// It runs them for a supervisor.
        case worker(WorkerMonitor)
        /// It watches workers that run them.
        case supervisor

        /// Whether this process looks at the recordings of a replay before it runs: one of a run does.
        var looksAtRecordings: Bool {
            switch self {
            case .alone: true
            case .worker(let monitor): !monitor.isResuming
            case .supervisor: false
            }
        }
    }

    static func role(_ arguments: ParsedArguments, _ context: CommandContext, in mode: Mode) throws -> Role {
        let environment = context.terminal.environment
        if let path = environment[WorkerFolder.variable] {
            return .worker(
                try WorkerMonitor(
                    folder: WorkerFolder(url: URL(fileURLWithPath: path)), checks: context.suite.checks,
                    isResuming: environment[WorkerFolder.resumingVariable] != nil))
        }
        let kind = try arguments.choice("isolation", of: Kind.self) ?? .process
        // Calls to a server cannot be taken up in the middle by a second process, nor can a recording's transaction.
        return kind == .process && mode == .replay && context.terminal.isProcess ? .supervisor : .alone
    }

    /// Takes up a role: a supervisor runs the command in workers and gives its exit code, a worker notes what it runs and
    /// ends with its supervisor.
    static func take(
        _ role: Role, _ command: String, _ arguments: ParsedArguments, _ context: CommandContext,
        _ options: inout Options
    ) throws -> ExitCode? {
        switch role {
        case .alone: return nil
        case .worker(let monitor):
            options.monitor = monitor
            if context.terminal.environment[WorkerFolder.aloneVariable] != nil { options.jobs = 1 }
            TrapNote.install()
            Lifeline.hold()
            return nil
        case .supervisor: return try supervise(command, arguments, context, options)
        }
    }

    private static func supervise(
        _ command: String, _ arguments: ParsedArguments, _ context: CommandContext, _ options: Options
    ) throws -> ExitCode {
        guard let executable = Bundle.main.executableURL else {
            throw CommandError("the executable is not known; use --isolation none", code: .notEvaluated)
        }
        let contracts = context.suite.loaded.value.services.compactMap(\.contract)
        let longest = contracts.flatMap(\.scenarios).map(\.steps.count).max() ?? 1
        let limits = Supervisor.Limits(call: options.deadline * Double(max(longest, 2)) + 10)
        return try Supervisor(checks: context.suite.checks, limits: limits, terminal: context.terminal)
            .run(Worker.Program(executable: executable, arguments: [command] + arguments.words))
    }
}
