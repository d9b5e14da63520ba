import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// Evaluates the work of a plan, in this process or in workers: the only part of a run that differs between modes.
package protocol Executor: Sendable {
    /// Evaluates checks until all are done or the time is over.
    ///
    /// - Parameters:
    ///   - recorder: takes the exchanges of a recording run.
    ///   - done: takes each evaluation as it is ready, from any task.
    func evaluate(
        _ plan: Plan, recorder: Recorder?, until end: ContinuousClock.Instant,
        done: @escaping @Sendable (Check, Evaluation) -> Void
    ) async throws
}

/// The resources of an evaluation besides its suite and settings.
package struct EvaluationResources: Sendable {
    /// Performs live requests.
    package var network = Network.none
    /// The exchanges of cases and scenarios that an earlier process of the run made, by their recordings.
    package var exchanged: [String: [HTTPExchange]] = [:]
    /// Takes the exchanges of a recording run.
    package var recorder: (any ExchangeRecorder)?
    /// Observes every step that runs the code under test.
    package var monitor: (any RunMonitor)?
    /// Makes the check of a contract's strength; `nil` for a run without scores.
    package var strength: (@Sendable (Check, ServiceRun) -> any PlannedWork)?

    package init() {}
}

/// Evaluates a plan in this process, several pieces of work at once.
package struct LocalExecutor: Executor {
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
            wanted: Set(plan.checks), listed: plan.settings.listed, monitor: resources.monitor, meter: meter, end: end,
            done: done)
        let work = plan.work(in: suite, resources)
        await StepMeter.$current.withValue(meter) {
            await withTaskGroup(of: Void.self) { group in
                var waiting = work.makeIterator()
                for _ in 0..<plan.settings.jobs {
                    guard let piece = waiting.next() else { break }
                    group.addTask { await run.evaluate(piece) }
                }
                for await _ in group {
                    guard let piece = waiting.next() else { continue }
                    group.addTask { await run.evaluate(piece) }
                }
            }
        }
    }
}

/// The pieces of work of one plan as they are evaluated in this process.
private struct LocalRun: Sendable {
    let wanted: Set<Check>
    let listed: Set<Check.Kind>
    let monitor: (any RunMonitor)?
    let meter: StepMeter
    let end: ContinuousClock.Instant
    let done: @Sendable (Check, Evaluation) -> Void
    let isSpentReported = Locked(false)

    /// Evaluates a piece of work where there is time left for it.
    func evaluate(_ work: any PlannedWork) async {
        let clock = ContinuousClock()
        let start = clock.now
        guard start < end else { return }
        var evaluations = await watched(work)
        if !evaluations.isEmpty, reportsSpentSteps() {
            evaluations[evaluations.endIndex - 1].evaluation.add(
                Finding(
                    RunRule.steps,
                    "the schemas of this run took \(meter.limit) steps; values that take long are no longer decided",
                    at: work.pointer))
        }
        let seconds = start.duration(to: clock.now) / .seconds(1)
        for (check, var evaluation) in evaluations where wanted.contains(check) {
            if !listed.contains(check.kind) { evaluation.outcomes = [] }
            var described = work.serviceRun.map { evaluation.described(of: check, in: $0) } ?? evaluation
            described.seconds = seconds
            done(check, described)
        }
    }

    /// Whether the steps of the run are used up and that was not reported before.
    private func reportsSpentSteps() -> Bool {
        guard meter.isSpent else { return false }
        return isSpentReported.withLock { isReported in
            defer { isReported = true }
            return !isReported
        }
    }

    /// Evaluates a piece and reports it to the monitor; a piece that killed a process before becomes a finding.
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
        case .skip: return work.checks.map { ($0, .obstructed("its process was ended too often")) }
        case .fatal(let step):
            let finding = step.finding(last.kind, expected: "an end", at: work.pointer)
            let evaluation = Evaluation(findings: [finding], probes: 1)
            return work.checks.map {
                ($0, $0 == last ? evaluation : .obstructed("the client call killed its process"))
            }
        }
    }
}
