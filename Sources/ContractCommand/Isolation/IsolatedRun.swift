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

        /// What tells a supervisor of the run.
        var monitor: WorkerMonitor? {
            if case .worker(let monitor) = self { monitor } else { nil }
        }

        /// The options of a run that this process makes itself.
        func options(_ options: Options) -> Options {
            guard let monitor else { return options }
            return options.with { options in
                options.observers.monitor = monitor
                if monitor.isAlone { options.jobs = 1 }
            }
        }
    }

    static func role(_ arguments: ParsedArguments, _ context: CommandContext, in mode: Mode) throws -> Role {
        if let link = context.terminal.worker { return .worker(try WorkerMonitor(link)) }
        let kind = try arguments.choice("isolation", of: Kind.self) ?? .process
        // Calls to a server cannot be taken up in the middle by a second process, nor can a recording's transaction.
        return kind == .process && mode == .replay && context.terminal.isProcess ? .supervisor : .alone
    }

    /// Takes up a role: a supervisor runs the command in workers and gives its exit code.
    static func take(
        _ role: Role, _ command: String, _ arguments: ParsedArguments, _ context: CommandContext, _ options: Options
    ) throws -> ExitCode? {
        switch role {
        case .alone: return nil
        case .worker:
            TrapNote.install()
            return nil
        case .supervisor:
            let contracts = context.suite.loaded.value.services.compactMap(\.contract)
            let longest = contracts.flatMap(\.scenarios).map(\.steps.count).max() ?? 1
            let limits = Limits(call: options.deadline * Double(max(longest, 2)) + 10)
            return try supervisor(of: context.suite.checks, limits, context.terminal).run {
                var program = try Worker.Program(words: [command] + arguments.words)
                program.timeZone = timeZone
                return program
            }.code
        }
    }

    /// The zone in which code is checked: machines that check are mostly at UTC, where nobody sees that a date is read or
    /// shown in the local zone.
    static let timeZone = "America/Los_Angeles"

    /// Seconds that parts of a check may take.
    struct Limits: Sendable {
        var probe = 3.0
        /// A check outside of its probes, where it calls no client.
        var check = 15.0
        /// A check whose client calls each end at a deadline of their own.
        var call: Double
    }

    /// A supervisor of a run over checks.
    static func supervisor(of checks: [Check], _ limits: Limits, _ terminal: Terminal) -> Supervisor {
        Supervisor(tasks: checks.map(\.id), terminal: terminal, triesAlone: true) { running in
            if running.step > 0 { return limits.probe }
            switch checks[running.index].kind {
            case .contract, .request, .rejects, .model: return limits.check
            case .response, .client, .faults, .scenario: return limits.call
            }
        }
    }
}
