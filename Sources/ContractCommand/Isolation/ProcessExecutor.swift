import ContractChecking
import ContractFormat

struct ProcessExecutor: Executor {
    enum Kind: String, CaseIterable { case process, none }

    static let option = OptionSpec(
        "isolation", "KIND", "process (default) survives traps, hangs and exits of the code under test; none",
        choices: ["process", "none"])

    /// The time zone of replayed code. In UTC, where most machines run, a date read or shown in the local zone goes
    /// unnoticed. Apia moved from UTC-11 to UTC+13 in 2011, so that local dates differ from UTC in both directions.
    static let timeZone = "Pacific/Apia"

    private let suite: ContractSuite
    private let options: Options
    private let terminal: Terminal
    /// The seconds for a check whose client calls have their own deadlines.
    private let callSeconds: Double
    private let program: Worker.Program

    init(_ suite: ContractSuite, _ options: Options, _ terminal: Terminal, program: Worker.Program = Worker.Program()) {
        self.program = program
        self.suite = suite
        self.options = options
        self.terminal = terminal.with(environment: options.environment)
        let longest = suite.loaded.value.services.compactMap(\.contract).flatMap(\.scenarios).map(\.steps.count).max()
        callSeconds = options.deadline * Double(max(longest ?? 1, 2)) + 10
    }

    static func isUsed(_ arguments: ParsedArguments, _ terminal: Terminal) throws -> Bool {
        try arguments.choice("isolation") ?? Kind.process == .process && terminal.ownsProcessStreams
    }

    static func run(
        _ suite: ContractSuite, _ options: Options, _ arguments: ParsedArguments, _ terminal: Terminal
    ) throws -> Run {
        guard try isUsed(arguments, terminal) else { return try Run(suite: suite.loaded.value, options: options) }
        return Run(suite: suite.loaded.value, options: options, executor: ProcessExecutor(suite, options, terminal))
    }

    /// Returns the time limit of a step. Every step but the first is a probe, or the trial of a client call.
    private func seconds(of kind: Check.Kind?, step: Int) -> Double {
        switch kind {
        case .contract, .request, .rejects, .model: step > 0 ? 3 : 15
        case nil, .response, .client, .faults, .scenario, .survival, .strength: callSeconds
        }
    }

    func evaluate(
        _ plan: Plan, recorder: Recorder?, until end: ContinuousClock.Instant,
        done: @escaping @Sendable (Check, Evaluation) -> Void
    ) async throws {
        let contracts = recorder == nil ? [] : suite.loaded.value.services.compactMap(\.contract)
        let broker = plan.settings.mode == .replay ? nil : try RequestBroker(options, recorder: recorder, contracts)
        defer { broker?.stop() }
        // Start the network process while the first worker starts; made-up responses need none.
        if options.recording.provider != .madeUp { try broker?.prepare() }
        let checks = Dictionary(plan.checks.map { ($0.id, $0) }) { first, _ in first }
        let order = WorkerOrder(work: .checks(plan), contracts: suite.contracts, recordings: suite.recordings)
        var supervisor = Supervisor(order: order, terminal: terminal) { task, step in
            seconds(of: checks[task]?.kind, step: step)
        }
        if plan.settings.mode == .replay { supervisor.timeZone = Self.timeZone }
        supervisor.program = program
        supervisor.end = end
        supervisor.broker = broker
        if let running = options.observers.running {
            supervisor.progressed = { task, step in checks[task].map { running($0, step) } }
        }
        supervisor.handleUnexplainedDeath = { tasks, message in
            let reason = "its process died during the check, but not when the check ran alone: \(message); run it again"
            for check in tasks.compactMap({ checks[$0] }) { done(check, .notEvaluated(reason)) }
        }
        supervisor.received = { message in
            guard case .evaluated(let check, let evaluation) = message else { return nil }
            done(check, evaluation)
            return check.id
        }
        try await supervisor.runOnOwnThread()
    }
}
