import ContractChecking
import ContractFormat
import ContractReporting
import Foundation
import JSONSchema

/// Decides whether a command runs the code under test itself or in worker processes.
enum IsolatedRun {
    enum Kind: String, CaseIterable { case process, none }

    static let option = OptionSpec(
        "isolation", "KIND", "process (default) survives traps, hangs and exits of the code under test; none",
        choices: ["process", "none"])

    /// What this process does in a run.
    enum Role {
        /// It runs the checks itself.
        case alone
        /// It runs them for a supervisor.
        case worker(WorkerMonitor)
        /// It watches workers that run them.
        case supervisor(first: WaitingWorker? = nil)

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

        /// The same, where it is a supervisor with a first worker that begins while this process reads contracts.
        func beginning(_ workers: Workers, _ terminal: Terminal) throws -> Role {
            guard case .supervisor = self else { return self }
            return .supervisor(first: try WaitingWorker(try workers.program(), terminal))
        }

        /// The options of a run that this process makes itself.
        func options(_ options: Options) -> Options {
            guard let monitor else { return options }
            return options.with { options in
                options.observers.monitor = monitor
                options.observers.recorder = WorkerRecorder(link: monitor.link)
                options.servers.network = WorkerNetwork(monitor.link).network
                if monitor.isAlone { options.jobs = 1 }
            }
        }
    }

    static func role(_ arguments: ParsedArguments, _ context: CommandContext) throws -> Role {
        if let link = context.terminal.worker {
            TrapNote.install()
            // Before the order is there: the supervisor reads them, too, before it gives one.
            _ = context.suite.loaded.value
            return .worker(try WorkerMonitor(link))
        }
        // A command without the option is always isolated.
        let kind = try arguments.choice("isolation", of: Kind.self) ?? .process
        return kind == .process && context.terminal.isProcess ? .supervisor() : .alone
    }

    /// The workers of a command, of which each has what those before it have left of the time of the run.
    struct Workers: Sendable {
        let command: String
        let arguments: ParsedArguments
        let mode: Mode
        /// The seconds of the run.
        let seconds: Double
        let start = ContinuousClock.now

        var left: Double { seconds - start.duration(to: .now) / .seconds(1) }

        /// - Parameter zone: the zone of a replay.
        func program(in zone: String = timeZone) throws -> Worker.Program {
            let takesLimit = [VerifyCommand.spec.name, RecordCommand.spec.name].contains(command)
            let limit = takesLimit ? ["--time-limit", "\(max(1, Int(left.rounded())))"] : []
            var program = try Worker.Program(
                words: [command] + limit + arguments.words(without: ["time-limit"]), output: .errors)
            if mode == .replay { program.timeZone = zone }
            return program
        }
    }

    /// What a supervised run came to.
    enum Result {
        case report(Report)
        /// The workers ended with this code, and told why.
        case ended(ExitCode)
    }

    /// Has workers run the checks of a command, and puts their results together.
    ///
    /// Reports are made here, of what every worker handed over: nothing that the code under test prints, and no folder
    /// that it moves to, is part of one. A check without a result was not evaluated.
    ///
    /// - Parameters:
    ///   - checks: those that the command runs, where they are others than the suite's that the options select.
    ///   - first: the first worker, where it waits already.
    ///   - progress: takes each result as it comes.
    static func report(
        of command: String, _ arguments: ParsedArguments, _ context: CommandContext, _ options: Options, mode: Mode,
        checks: [Check]? = nil, first: WaitingWorker? = nil, progress: (@Sendable (CheckResult) -> Void)? = nil
    ) async throws -> Result {
        let workers = Workers(command: command, arguments: arguments, mode: mode, seconds: options.budget.seconds)
        let selected = checks ?? context.suite.selected(by: options)
        let recorder =
            mode == .record ? try Recorder(folder: context.suite.loaded.value.recordings, options.recording) : nil
        let contracts = recorder == nil ? [] : context.suite.loaded.value.services.compactMap(\.contract)
        let desk = mode == .replay ? nil : try LiveDesk(options, recorder: recorder, contracts)
        defer { desk?.stop() }
        // While the first worker begins.
        try desk?.prepare()
        let terminal = context.terminal.with(environment: options.environment)
        var supervisor = supervisor(
            of: checks ?? context.suite.checks, limits(of: context, options), terminal, held: { desk?.held ?? 0 })
        supervisor.first = { first }
        supervisor.desk = desk
        if let desk { supervisor.trialDesk = { desk.trial() } }
        let zone =
            mode == .replay && command == VerifyCommand.spec.name && terminal.environment["TZ"] == nil
            ? SecondZone { try WaitingWorker(try workers.program(in: SecondZone.name), terminal) } : nil
        let told = Locked<[CheckResult]>([])
        supervisor.told = { word, line in
            if word == .time { zone?.prepare() }
            // What is no result was written by nobody who knows any.
            guard word == .result, let result = CheckResult(worker: line) else { return }
            told.withLock { $0.append(result) }
            progress?(result)
        }
        let outcome = try await supervisor.runAside { try workers.program() }
        desk?.close()
        if let code = outcome.code, code != .success { return .ended(code) }
        var results = told.withLock { $0 }
        if let zone, workers.left >= 1 {
            results = try await zone.results(results, timed: outcome.timed, supervisor) {
                try workers.program(in: SecondZone.name)
            }
        }
        return .report(
            Report(
                of: selected, results, seconds: workers.start.duration(to: .now) / .seconds(1),
                recordings: try recorder?.finish() ?? [], shard: options.selection.shard))
    }

    /// Has workers run a command that prints for itself, and gives its exit code.
    static func run(
        _ command: String, _ arguments: ParsedArguments, _ context: CommandContext, _ options: Options
    ) throws -> ExitCode? {
        try supervisor(of: context.suite.checks, limits(of: context, options), context.terminal).run {
            var program = try Worker.Program(words: [command] + arguments.words())
            program.timeZone = timeZone
            return program
        }.code
    }

    private static func limits(of context: CommandContext, _ options: Options) -> Limits {
        let contracts = context.suite.loaded.value.services.compactMap(\.contract)
        let longest = contracts.flatMap(\.scenarios).map(\.steps.count).max() ?? 1
        return Limits(call: options.deadline * Double(max(longest, 2)) + 10)
    }

    /// The zone in which code is checked: machines that check are mostly at UTC, where nobody sees that a date is read or
    /// shown in the local zone. What passes is checked again in a ``SecondZone``.
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
    ///
    /// - Parameter held: the seconds for which requests were held back so far, which no check is to blame for.
    static func supervisor(
        of checks: [Check], _ limits: Limits, _ terminal: Terminal, held: @escaping @Sendable () -> Double = { 0 }
    ) -> Supervisor {
        Supervisor(tasks: checks.map(\.id), terminal: terminal, triesAlone: true) { running in
            let kind = checks[running.index].kind
            if running.step > 0, kind != .survival, kind != .strength { return limits.probe }
            switch kind {
            case .contract, .request, .rejects, .model: return limits.check
            case .response, .client, .faults, .scenario, .survival, .strength: return limits.call + held()
            }
        }
    }
}

extension Supervisor.Outcome {
    /// The results of the checks, in the order in which they came; what is none was written by nobody who knows any.
    var checkResults: [CheckResult] { results.compactMap(CheckResult.init(worker:)) }
}

extension CheckResult {
    init?(worker line: [UInt8]) {
        do { self = try CheckResult(json: try JSON(parsing: line)) } catch { return nil }
    }
}
