import ContractFormat
import HTTPRecording
import JSONSchema

/// Evaluates a plan in this process or in worker processes.
package protocol Executor: Sendable {
    /// - Parameter done: receives each evaluation, on any task.
    func evaluate(
        _ plan: Plan, recorder: Recorder?, until end: ContinuousClock.Instant,
        done: @escaping @Sendable (Check, Evaluation) -> Void
    ) async throws
}

package struct EvaluationResources: Sendable {
    package var network = Network.none
    /// The exchanges made by an earlier worker process of the run, keyed by recording.
    package var exchanged: [String: [HTTPExchange]] = [:]
    package var recorder: (any ExchangeRecorder)?
    package var monitor: (any RunMonitor)?
    /// Creates strength checks, or `nil` for a run without scores.
    package var strength: (@Sendable (Check, ServiceRun) -> any PlannedWork)?

    package init() {}
}

/// Evaluates a plan in this process, several work items concurrently. In replay, checks of the same code run one after
/// another: they may share a cache, which must not depend on the order.
package struct LocalExecutor: Executor {
    private static let lastKinds: Set<Check.Kind> = [.model, .survival, .strength]

    private let suite: LoadedSuite
    private let resources: EvaluationResources

    package init(_ suite: LoadedSuite, _ resources: EvaluationResources) {
        self.suite = suite
        self.resources = resources
    }

    package func evaluate(
        _ plan: Plan, recorder: Recorder?, until end: ContinuousClock.Instant,
        done: @escaping @Sendable (Check, Evaluation) -> Void
    ) async throws {
        var resources = resources
        resources.recorder = resources.recorder ?? recorder
        let meter = StepMeter(steps: plan.settings.steps)
        let run = LocalRun(
            kindsListingProbes: plan.settings.listed, monitor: resources.monitor, meter: meter, end: end, done: done)
        let work = plan.work(in: suite, resources)
        // Models follow the calls, whose exchanges they use.
        let stages = [false, true].map { isLast in
            let stage = work.filter { Self.lastKinds.contains($0.checks.last?.kind ?? .contract) == isLast }
            return plan.settings.mode == .replay ? stage.grouped(by: \.code).map(\.elements) : stage.map { [$0] }
        }
        await StepMeter.$current.withValue(meter) {
            for lanes in stages {
                await withTaskGroup(of: Void.self) { group in
                    for (index, lane) in lanes.enumerated() {
                        if index >= plan.settings.jobs { await group.next() }
                        group.addTask { for piece in lane { await run.evaluate(piece) } }
                    }
                }
            }
        }
    }
}

private struct LocalRun: Sendable {
    let kindsListingProbes: Set<Check.Kind>
    let monitor: (any RunMonitor)?
    let meter: StepMeter
    let end: ContinuousClock.Instant
    let done: @Sendable (Check, Evaluation) -> Void
    let isSpentReported = Locked(false)
    /// The number of checks that hung, by the code that they check.
    private let hangs = Locked<[String: Int]>([:])
    /// The checks that may hang before others of the same code are left out, because each takes up to its deadline.
    private static let maximumHangs = 2

    func evaluate(_ work: any PlannedWork) async {
        let clock = ContinuousClock()
        let start = clock.now
        guard start < end else { return }
        var evaluations = await unlessHanging(work)
        if !evaluations.isEmpty, meter.isSpent, isSpentReported.setOnce() {
            evaluations[evaluations.endIndex - 1].evaluation.add(
                Finding(
                    RunRule.steps,
                    "the schemas of this run took \(meter.limit) steps; expensive values are no longer checked",
                    at: work.pointer))
        }
        let seconds = start.duration(to: clock.now) / .seconds(1)
        for (check, var evaluation) in evaluations {
            if !kindsListingProbes.contains(check.kind) { evaluation.outcomes = [] }
            var described = work.serviceRun.map { evaluation.described(of: check, in: $0) } ?? evaluation
            described.seconds = seconds
            done(check, described)
        }
    }

    private func unlessHanging(_ work: any PlannedWork) async -> [(check: Check, evaluation: Evaluation)] {
        guard work.serviceRun != nil, let name = work.checks.last?.names.first else { return await watched(work) }
        let code = work.code
        if hangs.withLock({ $0[code, default: 0] }) >= Self.maximumHangs {
            let reason = "\(counted(Self.maximumHangs, "other check")) of '\(name)' did not finish"
            return work.checks.map { ($0, .notEvaluated(reason)) }
        }
        let evaluations = await watched(work)
        if evaluations.contains(where: \.evaluation.isHung) { hangs.withLock { $0[code, default: 0] += 1 } }
        return evaluations
    }

    /// Evaluates a work item under the monitor. An item that killed a worker process before becomes a finding.
    private func watched(_ work: any PlannedWork) async -> [(check: Check, evaluation: Evaluation)] {
        guard work.serviceRun != nil, let last = work.checks.last else { return await work.evaluate() }
        EarlyExit.begin(last)
        defer { EarlyExit.end(last) }
        guard let monitor else { return await work.evaluate() }
        switch monitor.begin(whole: last) {
        case .run:
            let evaluations = await work.evaluate()
            await monitor.end(last)
            return evaluations
        case .skip: return work.checks.map { ($0, .notEvaluated("its process ended too often")) }
        case .fatal(let step):
            let finding = step.finding(last.kind, expected: "completion", at: work.pointer)
            let evaluation = Evaluation(findings: [finding], probes: 1)
            return work.checks.map {
                ($0, $0 == last ? evaluation : .notEvaluated("the client call killed its process"))
            }
        }
    }
}

/// An observer of a run, called before any code under test runs. It may live in a process that outlives the run.
package protocol RunMonitor: Sendable {
    /// Reports that a step of a check begins: 0 is the check as a whole, probes count from 1.
    func begin(_ check: Check, step: Int, _ name: String) -> StepVerdict
    func end(_ check: Check) async
}

extension RunMonitor {
    func begin(whole check: Check) -> StepVerdict {
        begin(check, step: 0, "the \(check.kind.rawValue) check as a whole")
    }
}

package enum StepVerdict: Sendable, Hashable {
    case run
    /// The step killed a process before, so it is reported instead of run.
    case fatal(FatalStep)
    case skip
}

package struct FatalStep: Sendable, Hashable, Codable {
    package enum End: String, Sendable, Hashable, Codable, CaseIterable {
        case trap, timeout, memory
    }

    package let check: String
    package let step: Int
    package let end: End
    /// The trap's message, or the exceeded limit.
    package let message: String

    package init(check: String, step: Int, end: End, message: String) {
        self.check = check
        self.step = step
        self.end = end
        self.message = message
    }

    var explanation: MessageText {
        let excerpt = MessageText.excerpt(message, limit: 300)
        return switch end {
        case .trap: "the code traps: \(excerpt)"
        case .timeout: "the code does not finish: \(excerpt)"
        case .memory: "the code uses too much memory: \(excerpt)"
        }
    }

    func finding(_ kind: Check.Kind, expected: MessageText, at pointer: JSONPointer) -> Finding {
        Finding(
            FatalRule.rule(kind, end), explanation, expected: expected, found: .excerpt(message, limit: 300),
            at: pointer)
    }
}

package struct ProbeWatch: Sendable {
    let check: Check
    let monitor: (any RunMonitor)?
    /// The number of steps begun. Copies share it.
    private let steps = Locked(0)

    package init(check: Check, monitor: (any RunMonitor)?) {
        self.check = check
        self.monitor = monitor
    }

    package func begin(_ name: @autoclosure () -> String) -> StepVerdict {
        guard let monitor else { return .run }
        let step = steps.withLock { steps in
            steps += 1
            return steps
        }
        return monitor.begin(check, step: step, name())
    }

    /// Reports the end of the last probe, so that subsequent work is not attributed to it.
    func rest() { _ = monitor?.begin(whole: check) }
}
