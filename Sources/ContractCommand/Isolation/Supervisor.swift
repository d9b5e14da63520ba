import Conformance
import ContractFormat
@preconcurrency import Dispatch
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
        /// Bytes of memory that the worker may use.
        var memory = 2 << 30
    }

    let checks: [Check]
    let limits: Limits
    let terminal: Terminal

    /// Runs the words as a command in workers, and gives the exit code of the one that came to the end.
    func run(_ words: [String]) throws -> ExitCode {
        guard let executable = Bundle.main.executableURL else {
            throw CommandError("the executable is not known; use --isolation none", code: .notEvaluated)
        }
        let folder = try WorkerFolder.make()
        defer { remove(folder) }
        let interruptions = onInterruption { remove(folder) }
        defer { interruptions.forEach { $0.cancel() } }
        let table = try StepTable(path: folder.table, count: checks.count)
        var isAlone = false
        while true {
            table.clear()
            let worker = try Worker(executable, words, folder, isAlone: isAlone, terminal: terminal)
            let death: Worker.Death
            switch try worker.wait(watching: table, memory: limits.memory, seconds: allowed) {
            case .success(let code): return code
            case .failure(let error): death = error.death
            }
            if terminal.isErrTerminal { terminal.err(ServiceProgress.erasure) }
            let suspects = table.running
            if let culprit = death.culprit ?? (suspects.count == 1 ? suspects.first : nil) {
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

    /// Cleans up and ends as the signal would have it; the worker ends with its lifeline.
    private func onInterruption(_ cleanUp: @escaping @Sendable () -> Void) -> [any DispatchSourceSignal] {
        [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                cleanUp()
                signal(number, SIG_DFL)
                raise(number)
            }
            source.resume()
            return source
        }
    }

    private func remove(_ folder: WorkerFolder) {
        do { try folder.remove() } catch { terminal.err("contracts: cannot remove \(folder.url.path): \(error)\n") }
    }
}
