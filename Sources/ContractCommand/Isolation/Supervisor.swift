import ContractChecking
import ContractFormat
import Foundation

/// Has work done in worker processes of the same executable, and survives what kills them.
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
    /// Whether a task that ended a worker is tried again by the next one, which leaves the fatal step out.
    var triesAgain = true
    /// Whether a task that ended before may be tried alone, to see whether it ends its worker later.
    var triesAlone = false
    /// The moment at which work that is left is given up.
    var end: ContinuousClock.Instant?
    /// Answers the questions of workers; `nil` where they ask none.
    var desk: (any WorkerDesk)?
    /// Answers the questions of a worker that tries one task again.
    var trialDesk: (@Sendable () -> any WorkerDesk)?
    /// Takes what workers say of their work; gives the name of a task that is done with it.
    var told: @Sendable (Message) -> String? = { _ in nil }
    /// Takes a task that is running and its step, now and then.
    var looked: @Sendable (_ task: String, _ step: Int) -> Void = { _, _ in }
    /// Seconds that a step of a task may take.
    let seconds: @Sendable (_ task: String, _ step: Int) -> Double

    init(
        order: WorkerOrder, terminal: Terminal, seconds: @escaping @Sendable (_ task: String, _ step: Int) -> Double
    ) {
        self.order = order
        self.terminal = terminal
        self.seconds = seconds
    }

    /// Runs workers on a thread of its own, so that whatever answers them has those of the tasks.
    @discardableResult
    func runAside() async throws -> [FatalStep] {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try run() }) }
        }
    }

    private struct Progress {
        var order: WorkerOrder
        var done: Set<String> = []
        /// Whether one task is to run at a time.
        var isAlone = false
        /// The reason why a worker died for which no step was found.
        var unexplained: String?
    }

    /// Runs workers until one comes to the end of the work, or the time is over; gives the steps that ended a worker.
    private func run() throws -> [FatalStep] {
        var progress = Progress(order: order)
        let all = order.work.tasks
        while end.map({ ContinuousClock.now < $0 }) ?? true {
            var next = progress.order
            let given = triesAgain ? [] : Set(next.fatal.map(\.check))
            next.work = order.work.only(Set(all).subtracting(progress.done).subtracting(given))
            if progress.isAlone { next.work = next.work.oneAtATime }
            let worker = try Worker(program, next, terminal: terminal, timeZone: timeZone, desk: desk)
            let ending = worker.wait(memory: memory, until: end, seconds: seconds, looked: looked) { message in
                if case .exchanged(let call) = message { progress.order.exchanged.append(call) }
                if let task = told(message) { progress.done.insert(task) }
            }
            switch ending {
            case .finished:
                if let death = progress.unexplained { throw Self.error(of: death) }
                return progress.order.fatal
            case .late: return progress.order.fatal
            case .died(let death): try explain(death, of: worker, &progress)
            }
        }
        return progress.order.fatal
    }

    /// Finds the step that a worker died of, and has the next one leave it out.
    private func explain(_ death: Worker.Death, of worker: Worker, _ progress: inout Progress) throws {
        if terminal.isErrTerminal { terminal.err(.rendered(ServiceProgress.erasure)) }
        let running = worker.table.running
        let marked = running.filter(\.hasTrapped)
        var fatal: FatalStep?
        if let culprit = death.culprit ?? (marked.count == 1 ? marked.first : nil) {
            fatal = FatalStep(check: culprit.task, step: culprit.step, end: death.end, message: death.message)
        } else if triesAlone, death.end == .trap {
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
            progress.unexplained = death.message
        }
    }

    /// Has each of some tasks done alone, until a worker dies of one.
    private func culprit(among tasks: [String], _ order: WorkerOrder) throws -> FatalStep? {
        let silent = Terminal(out: { _ in }, err: { _ in }, environment: terminal.environment, width: terminal.width)
        for task in tasks.prefix(Self.mostTrials) {
            var trial = order
            trial.work = self.order.work.only([task])
            trial.isTrial = true
            let worker = try Worker(program, trial, terminal: silent, timeZone: timeZone, desk: trialDesk?())
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
