import ContractChecking

/// Runs work in worker processes of the same executable and survives their deaths. A worker that dies or hangs is
/// replaced by one that skips the fatal step and does the remaining work.
struct Supervisor: Sendable {
    let order: WorkerOrder
    let terminal: Terminal
    var program = Worker.Program()
    /// The time zone of the workers unless the environment sets one; `nil` for the machine's.
    var timeZone: String?
    var memory = 1 << 30
    var end: ContinuousClock.Instant?
    var broker: RequestBroker?
    /// Handles a worker's message about its work. Returns the name of the task that it completes.
    var received: @Sendable (Message) -> String? = { _ in nil }
    /// Handles the tasks that ran when a worker died once without a reproducible cause.
    var handleUnexplainedDeath: @Sendable (_ tasks: [String], _ message: String) throws -> Void = {
        throw error(of: $1)
    }
    var progressed: @Sendable (_ task: String, _ step: Int) -> Void = { _, _ in }
    let seconds: @Sendable (_ task: String, _ step: Int) -> Double

    /// Runs workers on a thread of its own, so that the broker can use the cooperative threads.
    @discardableResult
    func runOnOwnThread() async throws -> [FatalStep] { try await onOwnThread { try run() } }

    /// Whether the work observes endpoints: a task that ended a worker is not tried again, not even without its fatal
    /// step.
    private var isRound: Bool { if case .round = order.work { true } else { false } }

    private struct Progress {
        var order: WorkerOrder
        var done: Set<String> = []
        var isAlone = false
        /// An unexplained worker death, and the tasks that ran then or last.
        var unexplained: (tasks: [String], message: String)?
    }

    private func run() throws -> [FatalStep] {
        var progress = Progress(order: order)
        let all = order.work.tasks
        while end.map({ ContinuousClock.now < $0 }) ?? true {
            var next = progress.order
            let abandoned = isRound ? Set(next.fatal.map(\.check)) : []
            next.work = order.work.only(
                Set(all).subtracting(progress.done).subtracting(abandoned), isAlone: progress.isAlone)
            next.exchanged = broker?.exchanged ?? []
            let worker = try Worker(program, next, terminal: terminal, timeZone: timeZone, broker: broker)
            let ending = worker.wait(memory: memory, until: end, seconds: seconds, looked: progressed) { message in
                if let task = received(message) { progress.done.insert(task) }
            }
            switch ending {
            case .finished:
                if let death = progress.unexplained { try handleUnexplainedDeath(death.tasks, death.message) }
                return progress.order.fatal
            case .late: return progress.order.fatal
            case .died(let death): try explain(death, of: worker, &progress)
            }
        }
        return progress.order.fatal
    }

    private func explain(_ death: Worker.Death, of worker: Worker, _ progress: inout Progress) throws {
        if terminal.isErrTerminal { terminal.err(.rendered(ServiceProgress.erasure)) }
        let running = worker.table.running
        let marked = running.filter(\.hasTrapped)
        var fatal: FatalStep?
        if let culprit = death.culprit ?? (marked.count == 1 ? marked.first : nil) {
            fatal = FatalStep(check: culprit.task, step: culprit.step, end: death.end, message: death.message)
        } else if !isRound, death.end == .trap {
            // The culprit may be a task or thread that an earlier step started.
            fatal = try culprit(among: running.map(\.task) + worker.table.ended, progress.order)
        }
        if fatal == nil, running.count == 1, let only = running.first {
            fatal = FatalStep(check: only.task, step: only.step, end: death.end, message: death.message)
        }
        if let fatal {
            if fatal.check == SuiteBuild.task { throw SuiteBuild.error(fatal.message) }
            progress.order.fatal.append(fatal)
            // A result reported before the task proved fatal is void.
            progress.done.remove(fatal.check)
            progress.unexplained = nil
        } else if progress.isAlone {
            throw Self.error(of: death.message)
        } else {
            // Several tasks were running, or none: the next worker runs them one at a time to find the culprit.
            progress.isAlone = true
            progress.unexplained = (
                running.isEmpty ? Array(worker.table.ended.prefix(1)) : running.map(\.task), death.message
            )
        }
    }

    private func culprit(among tasks: [String], _ order: WorkerOrder) throws -> FatalStep? {
        let silent = Terminal(out: { _ in }, err: { _ in }, environment: terminal.environment, width: terminal.width)
        for task in tasks.prefix(Self.maximumTrials) {
            var trial = order
            trial.work = self.order.work.only([task])
            trial.isTrial = true
            // Probes of a model need the exchanges of earlier calls.
            trial.exchanged = broker?.exchanged ?? []
            broker?.beginTrial()
            let worker = try Worker(program, trial, terminal: silent, timeZone: timeZone, broker: broker)
            guard case .died(let death) = worker.wait(memory: memory, until: end, seconds: seconds) else { continue }
            let running = death.culprit ?? worker.table.running.first { $0.task == task }
            return FatalStep(
                check: task, step: running?.step ?? 0, end: death.end,
                message: running == nil
                    ? "\(death.message), after it returned, in a task or thread that it had started" : death.message)
        }
        return nil
    }

    private static func error(of message: String) -> CommandError {
        CommandError("the worker died outside of any check: \(message)", code: .notEvaluated)
    }

    /// The number of most recent tasks to try after an unexplained trap.
    private static let maximumTrials = 24
}
