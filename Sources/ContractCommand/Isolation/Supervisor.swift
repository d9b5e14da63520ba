import ContractChecking
import ContractFormat
import Foundation

/// Has work done in worker processes of the same executable, and survives what kills them.
///
/// A worker that dies or hangs is replaced by one that knows which step was fatal and goes on behind it; what was done
/// stays done. It knows nothing of what the tasks are.
struct Supervisor: Sendable {
    /// What came of the work.
    struct Outcome {
        /// The exit code of the worker that came to the end; `nil` where the time was up before.
        let code: ExitCode?
        /// The results of all workers, each the text of a JSON value.
        let results: [[UInt8]]
        /// The tasks that may depend on the time zone.
        let timed: Set<String>
        /// The steps that ended a worker.
        let fatal: [FatalStep]
    }

    /// The identifiers of all that workers may be running.
    let tasks: [String]
    let terminal: Terminal
    /// The only tasks that are to be done, again, and of them only what may hold a date or a time of day; `nil` for all.
    var again: Set<String>?
    /// Gives the first worker's process where it was started before.
    var first: @Sendable () -> WaitingWorker? = { nil }
    /// Bytes of memory that one step may add.
    var memory = 1 << 30
    /// Whether a worker can be asked to do one task alone, and to tell nothing of it.
    var triesAlone = false
    /// Answers what workers ask for; `nil` where they ask for nothing.
    var desk: (any WorkerDesk)?
    /// Answers what a worker asks for that tries one task again.
    var trialDesk: (@Sendable () -> any WorkerDesk)?
    /// Takes what workers tell of their results and of times, as it comes.
    var told: @Sendable (WorkerChannel.Word, [UInt8]) -> Void = { _, _ in }
    /// Seconds that a step may take.
    let seconds: @Sendable (StepTable.Running) -> Double

    /// Runs workers on a thread of its own, so that whatever answers them has those of the tasks.
    func runAside(_ program: @escaping @Sendable () throws -> Worker.Program?) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try run(program) }) }
        }
    }

    /// Runs workers until one comes to the end of its work.
    ///
    /// - Parameter program: what the next worker runs; `nil` where there is to be none.
    func run(_ program: () throws -> Worker.Program?) throws -> Outcome {
        var order = WorkerOrder(tasks: tasks)
        order.only = again
        order.timesOnly = again != nil
        order.isResuming = again != nil
        var timed: Set<String> = []
        func outcome(_ code: ExitCode?) -> Outcome {
            Outcome(code: code, results: order.results, timed: timed, fatal: order.fatal)
        }
        var waiting = first()
        while let program = try program() {
            let process = try waiting ?? WaitingWorker(program, terminal)
            waiting = nil
            let worker = try Worker(process, order, terminal: terminal, desk: desk)
            let (end, heard) = worker.wait(memory: memory, seconds: seconds, told: told)
            order.results += heard.results
            order.kept += heard.kept
            timed.formUnion(heard.timed)
            // Where contracts or recordings have faults, the first worker ends with them.
            order.isResuming = true
            switch end {
            case .finished(let code):
                if let death = order.unexplained { throw Self.error(of: death) }
                return outcome(code)
            case .died(let death): try lay(death, in: worker.table, program, &order)
            }
        }
        return outcome(nil)
    }

    /// Finds the step that a worker died of, and has the next one leave it out.
    private func lay(
        _ death: Worker.Death, in table: StepTable, _ program: Worker.Program, _ order: inout WorkerOrder
    ) throws {
        if terminal.isErrTerminal { terminal.err(.rendered(ServiceProgress.erasure)) }
        let running = table.running
        let marked = running.filter(\.hasTrapped)
        var fatal: FatalStep?
        if let culprit = death.culprit ?? (marked.count == 1 ? marked.first : nil) {
            fatal = step(culprit.index, culprit.step, death)
        } else if triesAlone, death.end == .trap {
            // It may be a task or a thread that a step started which had ended long before.
            fatal = try culprit(among: running.map(\.index) + table.ended, program, order)
        }
        if fatal == nil, running.count == 1, let only = running.first { fatal = step(only.index, only.step, death) }
        if let fatal {
            order.fatal.append(fatal)
            order.unexplained = nil
        } else if order.isAlone {
            throw Self.error(of: death.message)
        } else {
            // Several tasks ran at once, or none: the next worker runs one at a time, and its last is the one.
            order.isAlone = true
            order.unexplained = death.message
        }
    }

    /// Has each of some tasks done alone, until a worker dies of one.
    private func culprit(
        among tasks: [Int], _ program: Worker.Program, _ order: WorkerOrder
    ) throws -> FatalStep? {
        let silent = Terminal(out: { _ in }, err: { _ in }, environment: terminal.environment, width: terminal.width)
        for task in tasks.prefix(Self.mostTrials) {
            var order = order
            order.only = [self.tasks[task]]
            order.isTrial = true
            let process = try WaitingWorker(program.writing(to: .nothing), silent)
            let worker = try Worker(process, order, terminal: silent, desk: trialDesk?())
            guard case .died(let death) = worker.wait(memory: memory, seconds: seconds).end else { continue }
            if let running = worker.table.running.first(where: { $0.index == task }) {
                return step(task, (death.culprit ?? running).step, death)
            }
            return step(
                task, 0, death, "\(death.message), after it returned, in a task or thread that it had started")
        }
        return nil
    }

    private func step(_ task: Int, _ step: Int, _ death: Worker.Death, _ message: String? = nil) -> FatalStep {
        FatalStep(check: tasks[task], step: step, end: death.end, message: message ?? death.message)
    }

    private static func error(of message: String) -> CommandError {
        CommandError("the worker died outside of any check: \(message)", code: .notEvaluated)
    }

    /// Tasks that ended longer before the death than these are not tried.
    private static let mostTrials = 24
}
