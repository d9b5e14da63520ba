import ContractChecking
import ContractFormat
import Foundation

/// Runs a command in a worker process of the same executable, and survives what kills the worker.
///
/// A worker that dies or hangs is replaced by one that knows which step was fatal and goes on behind it; checks that were
/// done stay done.
struct Supervisor: Sendable {
    struct Limits: Sendable {
        /// Seconds that one probe may take.
        var probe = 3.0
        /// Seconds that a check may take outside of its probes, where it calls no client.
        var check = 15.0
        /// Seconds that a check may take whose client calls each end at a deadline of their own.
        var call: Double
        /// Bytes of memory that one step may add.
        var memory = 1 << 30
    }

    let checks: [Check]
    let limits: Limits
    let terminal: Terminal

    /// Runs the program in workers, and gives the exit code of the one that came to the end.
    func run(_ program: Worker.Program) throws -> ExitCode {
        let folder = try WorkerFolder.make()
        defer { remove(folder) }
        // The worker ends with its lifeline.
        let cleanUp = SignalCleanUp { remove(folder) }
        defer { cleanUp.cancel() }
        let table = try StepTable(path: folder.table, count: checks.count)
        var isAlone = false
        var isResuming = false
        while true {
            table.clear()
            let worker = try Worker(program, folder, isResuming: isResuming, isAlone: isAlone, terminal: terminal)
            // Where contracts or recordings have faults, the first worker ends with them.
            isResuming = true
            let death: Worker.Death
            switch try worker.wait(watching: table, memory: limits.memory, seconds: allowed) {
            case .success(let code): return code
            case .failure(let error): death = error.death
            }
            if terminal.isErrTerminal { terminal.err(ServiceProgress.erasure) }
            let suspects = table.running
            let marked = suspects.filter(\.hasTrapped)
            let known = marked.count == 1 ? marked.first : suspects.count == 1 ? suspects.first : nil
            if let culprit = death.culprit ?? known {
                try folder.append(
                    FatalStep(
                        check: checks[culprit.index].id, step: culprit.step, end: death.end, message: death.message))
            } else if isAlone {
                throw CommandError("the worker died outside of any check: \(death.message)", code: .notEvaluated)
            } else {
                // Several checks ran at once, or none: the next worker runs one at a time, and its last is the one.
                isAlone = true
            }
        }
    }

    private func allowed(_ running: StepTable.Running) -> Double {
        if running.step > 0 { return limits.probe }
        switch checks[running.index].kind {
        case .contract, .request, .rejects, .model: return limits.check
        case .response, .client, .faults, .scenario: return limits.call
        }
    }

    private func remove(_ folder: WorkerFolder) {
        do { try folder.remove() } catch { terminal.err("contracts: cannot remove \(folder.url.path): \(error)\n") }
    }
}
