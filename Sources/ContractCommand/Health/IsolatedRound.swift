import ContractChecking
import ContractHealth
import JSONSchema

struct IsolatedRound: Sendable {
    let suite: ContractSuite
    let targets: [HealthTarget]
    let options: HealthOptions
    let live: Options
    let terminal: Terminal

    /// The seconds beyond the round's deadline for a worker to finish.
    private static let grace = 5.0

    func observe() async throws -> [EndpointObservation] {
        let isCancelled = Locked(false)
        let broker = try RequestBroker(HealthObserver.liveOptions(live, options), recorder: nil)
        defer { broker.stop() }
        // Start them before the round, so that their start does not count as latency.
        try broker.prepare(min(max(1, options.jobs), targets.count))
        let plan = HealthRoundPlan(targets: targets.map(\.id), options: options, environment: live.environment)
        let order = WorkerOrder(work: .round(plan), contracts: suite.contracts, recordings: suite.recordings)
        let end = ContinuousClock.now + .seconds(options.roundDeadline)
        var supervisor = Supervisor(order: order, terminal: terminal.with(environment: live.environment)) { _, _ in
            let left = ContinuousClock.now.duration(to: end) / .seconds(1)
            return isCancelled.withLock { $0 } ? -1 : left + Self.grace
        }
        supervisor.broker = broker
        supervisor.end = end + .seconds(Self.grace)
        let observations = Locked<[String: EndpointObservation]>([:])
        supervisor.received = { message in
            guard case .observed(let observation) = message else { return nil }
            observations.withLock { $0[observation.id] = observation }
            return observation.id
        }
        let steps = try await withTaskCancellationHandler {
            try await supervisor.runOnOwnThread()
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
        let fatal = Dictionary(steps.map { ($0.check, $0.message) }) { $1 }
        let observed = observations.withLock { $0 }
        return targets.map { target in
            observed[target.id]?.repeated(by: target.repeatCommand(live))
                ?? fatal[target.id].map { EndpointObservation(target, killedBy: $0, live: live) }
                ?? EndpointObservation(target, unsupported: "the round ended before it was observed")
        }
    }
}
