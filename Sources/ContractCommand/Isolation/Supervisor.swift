import ContractChecking
import Foundation

/// Runs work in worker processes of the same executable, and survives their deaths.
///
/// A worker that dies or hangs is replaced by one that knows which step was fatal and does the rest; what was done stays
/// done.
struct Supervisor: Sendable {
    let order: WorkerOrder
    let terminal: Terminal
    var program = Worker.Program()
    /// The time zone of the workers, where the environment names none; `nil` is the machine's.
    var timeZone: String?
    /// Bytes of memory that one step may add.
    var memory = 1 << 30
    /// The moment at which work that is left is given up.
    var end: ContinuousClock.Instant?
    /// Answers the questions of workers; `nil` where they ask none.
    var broker: RequestBroker?
    /// Takes a message of a worker about its work; returns the name of the task that is done with it.
    var received: @Sendable (Message) -> String? = { _ in nil }
    /// Takes the tasks that ran when a worker died of no step that could be found, and did not die again.
    var doubted: @Sendable (_ tasks: [String], _ message: String) throws -> Void = { throw error(of: $1) }
    /// Takes a task that is running and its step, now and then.
    var progressed: @Sendable (_ task: String, _ step: Int) -> Void = { _, _ in }
    /// Seconds that a step of a task may take.
    let seconds: @Sendable (_ task: String, _ step: Int) -> Double

    /// Runs workers on a thread of its own, so that the broker has the threads of tasks.
    @discardableResult
    func runAside() async throws -> [FatalStep] {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try run() }) }
        }
    }

    /// Whether tasks are observed: one that ended a worker is not tried again, neither alone nor without its fatal step.
    private var isRound: Bool { if case .round = order.work { true } else { false } }

    private struct Progress {
        var order: WorkerOrder
        var done: Set<String> = []
        /// Whether one task is to run at a time.
        var isAlone = false
        /// The death of a worker for which no step was found, and the tasks that ran then, or last.
        var unexplained: (tasks: [String], message: String)?
    }

    /// Runs workers until one comes to the end of the work, or the time is over; gives the steps that ended a worker.
    private func run() throws -> [FatalStep] {
        var progress = Progress(order: order)
        let all = order.work.tasks
        while end.map({ ContinuousClock.now < $0 }) ?? true {
            var next = progress.order
            let given = isRound ? Set(next.fatal.map(\.check)) : []
            next.work = order.work.only(
                Set(all).subtracting(progress.done).subtracting(given), isAlone: progress.isAlone)
            next.exchanged = broker?.exchanged ?? []
            let worker = try Worker(program, next, terminal: terminal, timeZone: timeZone, broker: broker)
            let ending = worker.wait(memory: memory, until: end, seconds: seconds, looked: progressed) { message in
                if let task = received(message) { progress.done.insert(task) }
            }
            switch ending {
            case .finished:
                if let death = progress.unexplained { try doubted(death.tasks, death.message) }
                return progress.order.fatal
            case .late: return progress.order.fatal
            case .died(let death): try explain(death, of: worker, &progress)
            }
        }
        return progress.order.fatal
    }

    /// Finds the step that a worker died of; the next worker leaves it out.
    private func explain(_ death: Worker.Death, of worker: Worker, _ progress: inout Progress) throws {
        if terminal.isErrTerminal { terminal.err(.rendered(ServiceProgress.erasure)) }
        let running = worker.table.running
        let marked = running.filter(\.hasTrapped)
        var fatal: FatalStep?
        if let culprit = death.culprit ?? (marked.count == 1 ? marked.first : nil) {
            fatal = FatalStep(check: culprit.task, step: culprit.step, end: death.end, message: death.message)
        } else if !isRound, death.end == .trap {
            // It may be a task or a thread that a step started which had ended long before.
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
            // Several tasks ran at once, or none: the next worker runs one at a time, and its last is the one.
            progress.isAlone = true
            progress.unexplained = (
                running.isEmpty ? Array(worker.table.ended.prefix(1)) : running.map(\.task), death.message
            )
        }
    }

    /// Runs each of some tasks alone, until a worker dies of one.
    private func culprit(among tasks: [String], _ order: WorkerOrder) throws -> FatalStep? {
        let silent = Terminal(out: { _ in }, err: { _ in }, environment: terminal.environment, width: terminal.width)
        for task in tasks.prefix(Self.mostTrials) {
            var trial = order
            trial.work = self.order.work.only([task])
            trial.isTrial = true
            // A model is probed with what earlier calls brought in.
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

    /// Tasks that ended longer before the death than these are not tried.
    private static let mostTrials = 24
}
