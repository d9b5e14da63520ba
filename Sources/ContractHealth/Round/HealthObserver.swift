import ContractChecking
import ContractFormat
import Foundation
import JSONSchema

/// Calls every target of a round, several at once, each within its deadline and all within that of the round.
package struct HealthObserver: Sendable {
    private let targets: [HealthTarget]
    private let options: HealthOptions
    private let live: Options
    private let network: Network
    private let sleep: @Sendable (Duration) async throws -> Void
    private let clock: @Sendable () -> Double

    /// - Parameters:
    ///   - live: origins, environment, transport and the command that repeats a check.
    ///   - sleep: waits before a retry.
    ///   - clock: seconds that only go forward, by which calls are timed.
    /// - Throws: `TransportError` for an origin that is none.
    package init(
        _ targets: [HealthTarget], _ options: HealthOptions, live: Options,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        clock: @escaping @Sendable () -> Double = { ProcessInfo.processInfo.systemUptime }
    ) throws {
        self.clock = clock
        self.targets = targets
        self.options = options
        self.sleep = sleep
        var live = live
        live.mode = .live
        live.deadline = options.deadline
        // The contract agrees to unsafe methods or not, endpoint by endpoint.
        live.allowsUnsafeMethods = true
        // Retries are counted and told here, and never as many at once as would have to wait for each other.
        live.limits.retries = 0
        live.limits.jobs = max(live.limits.jobs, options.jobs)
        self.live = live
        network = try Network(live)
    }

    /// Observes every target; the observations come in the order of the targets.
    ///
    /// - Parameters:
    ///   - willObserve: is told of each target before its calls, from any task.
    ///   - didObserve: is given each observation as it is ready, from any task.
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
                unsupported: "the round's deadline of \(Self.text(options.roundDeadline)) came before its turn")
        }
        let judgements = await Deadline.run(seconds: left) { () -> [Judgement] in
            let probe = LiveProbe(target.service, target.contract, network: network, options: live, clock: clock)
            var judgements: [Judgement] = []
            for testCase in target.cases { judgements.append(await judge(testCase, of: target, probe)) }
            return judgements
        }
        return EndpointObservation(target, judgements ?? [Judgement(reachable: .failed([cut(target)]))])
    }

    /// Calls a case until it does well or the retries are used up.
    private func judge(_ testCase: CaseContract, of target: HealthTarget, _ probe: LiveProbe) async -> Judgement {
        var attempt = 1
        while true {
            var judgement = Judgement(
                await probe.observe(testCase, of: target.endpoint), limit: target.latencyLimit
            ) { slow($0, limit: $1, target) }
            judgement.attempts = attempt
            guard judgement.verdict >= .failing, attempt <= target.retries else { return judgement }
            // A wait that is cut short means that nobody waits for the result either.
            do { try await sleep(.milliseconds(500 << min(attempt - 1, 6))) } catch { return judgement }
            attempt += 1
        }
    }

    // MARK: - Findings

    private func slow(_ seconds: Double, limit: Double, _ target: HealthTarget) -> Finding {
        finding(
            HealthRule.slow, "the call takes longer than it may", expected: "at most \(Self.text(limit))",
            found: Self.text(seconds), target, at: target.limitPlace)
    }

    private func cut(_ target: HealthTarget) -> Finding {
        finding(
            HealthRule.unreachable, "no whole answer came before the round ended",
            expected: "an answer within \(Self.text(options.roundDeadline))", found: "none", target,
            at: target.contract.place(of: target.endpoint.pointer))
    }

    private func finding(
        _ rule: HealthRule, _ message: String, expected: String, found: String,
        _ target: HealthTarget, at place: Place
    ) -> Finding {
        Finding(
            rule: rule.rule, message: message, expected: expected, found: found, contract: place,
            repeatCommand: "\(live.command ?? "contracts health") --only \(ShellWord.quoted(target.id))",
            fingerprint: Fingerprint.text("\(rule.id)\n\(target.id)"))
    }

    /// Seconds with three decimals at most.
    private static func text(_ seconds: Double) -> String {
        let rounded = (seconds * 1000).rounded() / 1000
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded)) s" : "\(rounded) s"
    }
}
