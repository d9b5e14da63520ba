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
        /// The steps that ended a worker.
        let fatal: [FatalStep]
    }

    /// The identifiers of all that workers may be running.
    let tasks: [String]
    let terminal: Terminal
    /// Bytes of memory that one step may add.
    var memory = 1 << 30
    /// Seconds that a step may take.
    let seconds: @Sendable (StepTable.Running) -> Double

    /// Runs workers until one comes to the end of its work.
    ///
    /// - Parameter program: what the next worker runs; `nil` where there is to be none.
    func run(_ program: () throws -> Worker.Program?) throws -> Outcome {
        var order = WorkerOrder(tasks: tasks, isErrTerminal: terminal.isErrTerminal)
        while let program = try program() {
            let worker = try Worker(program, order, terminal: terminal)
            let (end, results) = worker.wait(memory: memory, seconds: seconds)
            order.results += results
            // Where contracts or recordings have faults, the first worker ends with them.
            order.isResuming = true
            switch end {
            case .finished(let code): return Outcome(code: code, results: order.results, fatal: order.fatal)
            case .died(let death): try lay(death, to: worker.table.running, &order)
            }
        }
        return Outcome(code: nil, results: order.results, fatal: order.fatal)
    }

    /// Finds the step that a worker died of, and has the next one leave it out.
    private func lay(_ death: Worker.Death, to running: [StepTable.Running], _ order: inout WorkerOrder) throws {
        if terminal.isErrTerminal { terminal.err(ServiceProgress.erasure) }
        let marked = running.filter(\.hasTrapped)
        let known = marked.count == 1 ? marked.first : running.count == 1 ? running.first : nil
        if let culprit = death.culprit ?? known {
            order.fatal.append(
                FatalStep(
                    check: tasks[culprit.index], step: culprit.step, end: death.end, message: death.message))
        } else if order.isAlone {
            throw CommandError("the worker died outside of any check: \(death.message)", code: .notEvaluated)
        } else {
            // Several tasks ran at once, or none: the next worker runs one at a time, and its last is the one.
            order.isAlone = true
        }
    }
}
