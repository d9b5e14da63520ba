import ContractChecking
import Foundation
import JSONSchema

package struct HealthObserver: Sendable {
    private let targets: [HealthTarget]
    private let options: HealthOptions
    private let live: Options
    private let network: Network
    private let sleep: @Sendable (Duration) async throws -> Void
    private let clock: @Sendable () -> Double

    package init(
        _ targets: [HealthTarget], _ options: HealthOptions, live: Options, network: Network? = nil,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        clock: @escaping @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime }
    ) throws {
        self.clock = clock
        self.targets = targets
        self.options = options
        self.sleep = sleep
        let live = Self.liveOptions(live, options)
        self.live = live
        self.network = try network ?? Network(live.servers)
    }

    package static func liveOptions(_ live: Options, _ health: HealthOptions) -> Options {
        var live = live
        live.mode = .live
        live.deadline = health.deadline
        // Each endpoint's contract decides about unsafe methods.
        live.servers.allowsUnsafeMethods = true
        // Retries are counted here, and enough connections are allowed for all jobs.
        live.servers.limits.retries = 0
        live.servers.limits.jobs = max(live.servers.limits.jobs, health.jobs)
        return live
    }

    package func observe(
        willObserve: @escaping @Sendable (HealthTarget) -> Void = { _ in },
        didObserve: @escaping @Sendable (EndpointObservation) -> Void = { _ in }
    ) async -> [EndpointObservation] {
        let end = ContinuousClock.now + .seconds(options.roundDeadline)
        return await withTaskGroup(of: (Int, EndpointObservation).self) { group in
            var waiting = targets.enumerated().makeIterator()
            func start() {
                guard let (index, target) = waiting.next() else { return }
                group.addTask {
                    willObserve(target)
                    let observation = await observation(of: target, until: end)
                    didObserve(observation)
                    return (index, observation)
                }
            }
            for _ in 0..<max(1, options.jobs) { start() }
            var observations: [Int: EndpointObservation] = [:]
            for await (index, observation) in group {
                observations[index] = observation
                start()
            }
            return targets.indices.compactMap { observations[$0] }
        }
    }

    private func observation(of target: HealthTarget, until end: ContinuousClock.Instant) async -> EndpointObservation {
        let left = ContinuousClock.now.duration(to: end) / .seconds(1)
        guard left > 0 else {
            return EndpointObservation(
                target,
                unsupported: "the round's deadline of \(secondsText(options.roundDeadline)) passed before its turn")
        }
        let judgements = await Deadline.run(seconds: left, extendsByStarvation: false) { () -> [CallJudgement] in
            let probe = LiveProbe(target, network: network, live: live, clock: clock)
            var judgements: [CallJudgement] = []
            for testCase in target.cases {
                judgements.append(await judge(target) { await probe.judgement(of: testCase) })
            }
            if let scenario = target.scenario {
                judgements.append(await judge(target) { await probe.judgement(of: scenario) })
            }
            return judgements
        }
        let cut = target.finding(
            HealthRule.unreachable, "no complete response arrived before the round ended",
            expected: "a response within \(secondsText(options.roundDeadline))", found: "none", live: live)
        return EndpointObservation(target, judgements ?? [CallJudgement(reachable: .failed([cut]))])
    }

    private func judge(_ target: HealthTarget, _ look: () async -> CallJudgement) async -> CallJudgement {
        var attempt = 1
        while true {
            var judgement = await look()
            judgement.attempts = attempt
            guard judgement.verdict >= .failing, attempt <= target.retries else { return judgement }
            do { try await sleep(.milliseconds(500 << min(attempt - 1, 6))) } catch { return judgement }
            attempt += 1
        }
    }
}
