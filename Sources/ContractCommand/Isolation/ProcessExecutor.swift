import ContractChecking
import ContractFormat
import Foundation

/// Evaluates a plan in supervised workers, which may trap, hang or exit: a worker that dies is replaced by one that goes on.
struct ProcessExecutor: Executor {
    enum Kind: String, CaseIterable { case process, none }

    static let option = OptionSpec(
        "isolation", "KIND", "process (default) survives traps, hangs and exits of the code under test; none",
        choices: ["process", "none"])

    /// The zone in which replayed code is checked. Machines that check are mostly at UTC, where nobody sees that a date is
    /// read or shown in the local zone. Apia was 11 hours behind UTC until 2011 and is 13 hours ahead of it since, so that
    /// days of both times cross midnight in both directions.
    static let timeZone = "Pacific/Apia"

    private let suite: ContractSuite
    private let options: Options
    private let terminal: Terminal
    private let limits: Limits
    private let program: Worker.Program

    init(_ suite: ContractSuite, _ options: Options, _ terminal: Terminal, program: Worker.Program = Worker.Program()) {
        self.program = program
        self.suite = suite
        self.options = options
        self.terminal = terminal.with(environment: options.environment)
        let longest = suite.loaded.value.services.compactMap(\.contract).flatMap(\.scenarios).map(\.steps.count).max()
        limits = Limits(call: options.deadline * Double(max(longest ?? 1, 2)) + 10)
    }

    /// Whether code under test runs in workers: unless that is turned off, or the command is no process of its own.
    static func isUsed(_ arguments: ParsedArguments, _ terminal: Terminal) throws(CommandError) -> Bool {
        try arguments.choice("isolation") ?? Kind.process == .process && terminal.isProcess
    }

    static func run(
        _ suite: ContractSuite, _ options: Options, _ arguments: ParsedArguments, _ terminal: Terminal
    ) throws -> Run {
        guard try isUsed(arguments, terminal) else { return try Run(suite: suite.loaded.value, options: options) }
        return Run(suite: suite.loaded.value, options: options, executor: ProcessExecutor(suite, options, terminal))
    }

    /// Seconds that parts of a check may take.
    private struct Limits: Sendable {
        var probe = 3.0
        /// A check outside of its probes, where it calls no client.
        var check = 15.0
        /// A check whose client calls each end at a deadline of their own.
        var call: Double

        func seconds(of check: Check, step: Int) -> Double {
            if step > 0, check.kind != .survival, check.kind != .strength { return probe }
            switch check.kind {
            case .contract, .request, .rejects, .model: return self.check
            case .response, .client, .faults, .scenario, .survival, .strength: return call
            }
        }
    }

    func evaluate(
        _ plan: Plan, recorder: Recorder?, until end: ContinuousClock.Instant,
        done: @escaping @Sendable (Check, Evaluation) -> Void
    ) async throws {
        let contracts = recorder == nil ? [] : suite.loaded.value.services.compactMap(\.contract)
        let broker = plan.settings.mode == .replay ? nil : try RequestBroker(options, recorder: recorder, contracts)
        defer { broker?.stop() }
        // The network starts while the first worker does; made-up responses need none.
        if options.recording.provider != .madeUp { try broker?.prepare() }
        let checks = Dictionary(plan.checks.map { ($0.id, $0) }) { first, _ in first }
        let order = WorkerOrder(work: .checks(plan), contracts: suite.contracts, recordings: suite.recordings)
        var supervisor = Supervisor(order: order, terminal: terminal) { [limits] task, step in
            checks[task].map { limits.seconds(of: $0, step: step) } ?? limits.call
        }
        if plan.settings.mode == .replay { supervisor.timeZone = Self.timeZone }
        supervisor.program = program
        supervisor.end = end
        supervisor.broker = broker
        if let running = options.observers.running {
            supervisor.progressed = { task, step in checks[task].map { running($0, step) } }
        }
        supervisor.doubted = { tasks, message in
            let reason = "its process died while it ran, and did not when it ran alone: \(message); run it again"
            for check in tasks.compactMap({ checks[$0] }) { done(check, .obstructed(reason)) }
        }
        supervisor.received = { message in
            guard case .evaluated(let check, let evaluation) = message else { return nil }
            done(check, evaluation)
            return check.id
        }
        try await supervisor.runAside()
    }
}
