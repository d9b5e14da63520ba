import ContractChecking
import ContractFormat
import ContractHealth
import Foundation
import JSONSchema

/// Observes a round in worker processes, and survives what the answer of a server does to the code under test.
///
/// A worker that dies or hangs is replaced by one that leaves out the endpoint that killed it.
struct HealthSupervisor: Sendable {
    let targets: [HealthTarget]
    let options: HealthOptions
    /// The words of a worker's command line, without deadlines.
    let words: [String]
    /// The options of the calls, as this process was asked for them.
    let live: Options
    let terminal: Terminal
    /// Whether a signal ends this process; where rounds follow each other somebody else sees to it.
    let endsOnSignals: Bool
    /// Bytes of memory that observing an endpoint may add.
    var memory = 1 << 30

    /// Seconds that a worker may take beyond the round's deadline to come to its end.
    private static let grace = 5.0

    /// Observes every target, on a thread of its own; the workers end when the task is cancelled.
    func observe() async throws -> [EndpointObservation] {
        let isCancelled = Locked(false)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try supervise { isCancelled.withLock { $0 } } })
                }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    private func supervise(isCancelled: () -> Bool) throws -> [EndpointObservation] {
        guard let executable = Bundle.main.executableURL else {
            throw CommandError("the executable is not known; use --isolation none", code: .notEvaluated)
        }
        let folder = try WorkerFolder.make()
        let remove: @Sendable () -> Void = { [terminal] in
            do { try folder.remove() } catch { terminal.err("contracts: cannot remove \(folder.url.path): \(error)\n") }
        }
        let cleanUp = endsOnSignals ? SignalCleanUp(remove) : nil
        defer {
            cleanUp?.cancel()
            // What is left to do, such as telling the operator, may take long enough to be ended.
            if endsOnSignals { [SIGINT, SIGTERM, SIGHUP].forEach { signal($0, SIG_DFL) } }
            remove()
        }
        let table = try StepTable(path: folder.table, count: targets.count)
        let end = ContinuousClock.now + .seconds(options.roundDeadline)
        var isAlone = false
        var fatal: [String: String] = [:]
        while !isCancelled() {
            let left = ContinuousClock.now.duration(to: end) / .seconds(1)
            if left <= 0 { break }
            table.clear()
            let deadlines = [
                "--deadline", "\(Int(options.deadline))", "--round-deadline", "\(max(1, Int(left.rounded())))",
            ]
            let program = Worker.Program(executable: executable, arguments: words + deadlines)
            let worker = try Worker(program, folder, isResuming: false, isAlone: isAlone, terminal: terminal)
            let death: Worker.Death
            switch try worker.wait(
                watching: table, memory: memory, seconds: { _ in isCancelled() ? -1 : left + Self.grace })
            {
            case .success(.success): return try observations(in: folder, fatal)
            case .success(let code): throw CommandError("a worker gave up", code: code)
            case .failure(let error): death = error.death
            }
            if isCancelled() { break }
            let suspects = table.running
            if let culprit = death.culprit ?? (suspects.count == 1 ? suspects.first : nil) {
                let target = targets[culprit.index]
                fatal[target.id] = death.message
                try folder.append(
                    FatalStep(check: target.check.id, step: culprit.step, end: death.end, message: death.message))
            } else if isAlone {
                throw CommandError("the worker died outside of any check: \(death.message)", code: .notEvaluated)
            } else {
                // Several were observed at once: the next worker takes one at a time, and its last is the one.
                isAlone = true
            }
        }
        return try observations(in: folder, fatal)
    }

    private func observations(
        in folder: WorkerFolder, _ fatal: [String: String]
    ) throws -> [EndpointObservation] {
        let made = Dictionary(try ObservationFile(folder).read(live.command ?? "contracts health").map { ($0.id, $0) })
        { $1 }
        return targets.map { target in
            made[target.id]
                ?? fatal[target.id].map { EndpointObservation(target, killedBy: $0, live: live) }
                ?? EndpointObservation(target, unsupported: "the round ended before it was observed")
        }
    }
}
