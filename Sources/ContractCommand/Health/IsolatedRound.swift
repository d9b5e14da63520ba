import ContractChecking
import ContractFormat
import ContractHealth
import Foundation
import JSONSchema

/// Observes a round in worker processes, and survives what the answer of a server does to the code under test.
struct IsolatedRound: Sendable {
    let targets: [HealthTarget]
    let options: HealthOptions
    /// The words of a worker's command line, without deadlines.
    let words: [String]
    /// The options of the calls, as this process was asked for them.
    let live: Options
    let terminal: Terminal

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

    private func supervise(_ isCancelled: @escaping @Sendable () -> Bool) throws -> [EndpointObservation] {
        let end = ContinuousClock.now + .seconds(options.roundDeadline)
        let left = Locked(options.roundDeadline)
        let desk = try LiveDesk(HealthObserver.calls(live, options), recorder: nil)
        defer { desk.stop() }
        // What starting them takes is not the service's time.
        try desk.prepare(min(max(1, options.jobs), targets.count))
        var supervisor = Supervisor(tasks: targets.map(\.id), terminal: terminal) { _ in
            isCancelled() ? -1 : left.withLock { $0 } + Self.grace
        }
        supervisor.desk = desk
        let outcome = try supervisor.run {
            let rest = ContinuousClock.now.duration(to: end) / .seconds(1)
            if isCancelled() || rest <= 0 { return nil }
            left.withLock { $0 = rest }
            let deadlines = [
                "--deadline", "\(Int(options.deadline))", "--round-deadline", "\(max(1, Int(rest.rounded())))",
            ]
            return try Worker.Program(words: words + deadlines, output: .errors)
        }
        if let code = outcome.code, code != .success { throw CommandError("a worker gave up", code: code) }
        return try observations(outcome)
    }

    private func observations(_ outcome: Supervisor.Outcome) throws -> [EndpointObservation] {
        let command = live.command ?? "contracts health"
        let made = try outcome.results.map { try EndpointObservation(json: try JSON(parsing: $0), command: command) }
        let observations = Dictionary(made.map { ($0.id, $0) }) { $1 }
        let fatal = Dictionary(outcome.fatal.map { ($0.check, $0.message) }) { $1 }
        return targets.map { target in
            observations[target.id]
                ?? fatal[target.id].map { EndpointObservation(target, killedBy: $0, live: live) }
                ?? EndpointObservation(target, unsupported: "the round ended before it was observed")
        }
    }

    // MARK: - The worker's side

    /// Observes what no worker before has observed or died of, and hands over each observation.
    static func work(
        on targets: [HealthTarget], _ options: HealthOptions, live: Options, for link: WorkerLink
    ) async throws -> ExitCode {
        let command = live.command ?? "contracts health"
        let known = Set(
            try link.order.results.map { try EndpointObservation(json: try JSON(parsing: $0), command: command).id }
                + link.order.fatal.map(\.check))
        var options = options
        if link.order.isAlone { options.jobs = 1 }
        var live = live
        live.servers.network = WorkerNetwork(link).network
        let observer = try HealthObserver(targets.filter { !known.contains($0.id) }, options, live: live)
        _ = await observer.observe { target in
            _ = link.begin(target.id, step: 0, "")
        } didObserve: { observation in
            link.report(observation.json)
            link.end(observation.id)
        }
        return .success
    }
}
