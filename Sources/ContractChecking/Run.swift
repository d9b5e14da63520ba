import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// One run over the checks of a suite that were asked for.
struct Run: Sendable {
    let suite: LoadedSuite
    let options: Options

    /// The stages of a run, in order; each is a value that the next one takes and none changes.
    func report(of selected: [Check]) async -> Report {
        let isOutlived = options.observers.monitor?.outlivesProcess ?? false
        if !isOutlived { EarlyExit.begin() }
        defer { if !isOutlived { EarlyExit.end() } }
        let start = ContinuousClock().now
        do {
            let configuration = try RunConfiguration(options)
            if let rules = configuration.recording, suite.isReadOnly, !rules.comparesOnly {
                throw ReadOnlyRecordings(folder: suite.recordings)
            }
            let recorder: (any ExchangeRecorder)? = try configuration.recording.map { rules in
                try configuration.observers.recorder ?? Recorder(folder: suite.recordings, rules)
            }
            let wanted = WantedChecks(selected)
            let plan = Plan(of: wanted, in: suite, configuration, recorder)
            let budget = RunBudget(configuration.budget, start: start)
            let execution = Execution(plan: plan, wanted: wanted, observers: configuration.observers, budget: budget)
            let results = await StepMeter.$current.withValue(budget.meter) {
                await execution.results(jobs: configuration.jobs)
            }
            let report = Report(
                checks: wanted.ordered(results).bounded(to: budget.limits.bytes),
                seconds: (ContinuousClock().now - start) / .seconds(1),
                recordings: try recorder?.finish() ?? [], shard: options.selection.shard)
            let all = suite.services.reduce(0) { $0 + $1.checks.count }
            return report.judged(
                by: AcceptedJudgement(suite.accepted, at: options.now()), failOn: options.failOn,
                rules: RuleCatalog.all, isWhole: selected.count == all)
        } catch {
            return Report(
                checks: selected.map { CheckResult(check: $0, outcome: .error, reason: "\(error)") }, seconds: 0)
        }
    }
}

/// The error of a recording run over the resources of a bundle.
private struct ReadOnlyRecordings: Error, CustomStringConvertible {
    let folder: URL

    var description: String {
        "the recordings in \(folder.path) are resources of a bundle, which are only read: give the suite a folder to record "
            + "to, as in ContractSuite(bundle: .module, recordings: URL(fileURLWithPath: #filePath)"
            + ".deletingLastPathComponent().appendingPathComponent(\"Recordings\"))"
    }
}

/// Carries out a plan, and tells the observers of a run what becomes of it.
private struct Execution: Sendable {
    let plan: Plan
    let wanted: WantedChecks
    let observers: Options.Observers
    let budget: RunBudget

    /// What is known, and then what each piece of work came to, several at once.
    func results(jobs: Int) async -> [CheckResult] {
        for result in plan.known { observers.progress?(result) }
        return await withTaskGroup(of: [CheckResult].self) { group in
            var results = plan.known
            var waiting = plan.work.makeIterator()
            for _ in 0..<jobs {
                guard let piece = waiting.next() else { break }
                group.addTask { await self.results(of: piece) }
            }
            for await finished in group {
                results += finished
                guard let piece = waiting.next() else { continue }
                group.addTask { await self.results(of: piece) }
            }
            return results
        }
    }

    private func results(of piece: any PlannedCheck) async -> [CheckResult] {
        let asked = piece.checks.filter(wanted.contains)
        if let monitor = observers.monitor {
            let known = asked.compactMap(monitor.finished)
            if known.count == asked.count { return known }
        }
        let clock = ContinuousClock()
        let start = clock.now
        let evaluations = await withinBudget(piece)
        let seconds = (clock.now - start) / .seconds(1)
        return evaluations.filter { asked.contains($0.check) }.map { check, evaluation in
            // What an earlier process found stays, though it ended in another check of the piece.
            let result =
                observers.monitor?.finished(check)
                ?? CheckResult(
                    check: check, evaluation.bounded(to: budget.limits.findings), seconds: seconds, in: piece.context)
            observers.progress?(result)
            return result
        }
    }

    /// Evaluates a piece where there is time left for it, and tells when the steps of the run are used up.
    private func withinBudget(_ piece: any PlannedCheck) async -> [(check: Check, evaluation: Evaluation)] {
        if let evaluation = budget.exhausted(piece) { return piece.checks.map { ($0, evaluation) } }
        var evaluations = await watched(piece)
        if !evaluations.isEmpty, let mismatch = budget.spentSteps(at: piece.pointer) {
            evaluations[evaluations.endIndex - 1].evaluation.add(mismatch)
        }
        return evaluations
    }

    /// Evaluates a piece under the eyes of the monitor; one that is known to kill the process is told instead.
    private func watched(_ piece: any PlannedCheck) async -> [(check: Check, evaluation: Evaluation)] {
        guard let last = piece.checks.last else { return await piece.evaluate() }
        EarlyExit.begin(last)
        defer { EarlyExit.end(last) }
        guard let monitor = observers.monitor else { return await piece.evaluate() }
        switch monitor.begin(last, step: 0, "the \(last.kind.rawValue) check as a whole") {
        case .run:
            let evaluations = await piece.evaluate()
            await monitor.end(last)
            return evaluations
        case .skip: return piece.checks.map { ($0, .obstructed("its process was ended too often")) }
        case .fatal(let step):
            var evaluation = Evaluation(probes: 1)
            evaluation.add(
                Mismatch(
                    FatalRule.rule(last.kind, step.end), FindingText(step.explanation), expected: "an end",
                    found: FindingText(step.message), at: piece.pointer))
            return piece.checks.map {
                ($0, $0 == last ? evaluation : .obstructed("the client call killed its process"))
            }
        }
    }
}
