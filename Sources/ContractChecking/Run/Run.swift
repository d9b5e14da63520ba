import ContractFormat
import Foundation
import HTTPRecording
import JSONSchema

/// One run over the checks of a suite that were asked for.
struct Run: Sendable {
    let suite: LoadedSuite
    let options: Options

    func report(of selected: [Check]) async -> Report {
        let start = ContinuousClock().now
        let wanted = WantedChecks(selected)
        let mode: Mode
        let network: Network
        let recorder: Recorder?
        do {
            mode = try Mode.resolve(
                option: options.mode, environment: options.environment, allowsCI: options.allowsCI)
            network = mode == .replay ? .none : try Network(options)
            recorder = mode == .record ? try Recorder(folder: suite.recordings, options.recorderRules) : nil
        } catch {
            return .notEvaluated(selected, "\(error)")
        }
        var results: [Check: CheckResult] = [:]
        var units: [Unit] = []
        for service in suite.services where wanted.services.contains(service.name) {
            let looksAtRecordings = mode == .replay && !(options.monitor?.isResuming ?? false)
            let faults = service.faults + (looksAtRecordings ? service.recordingFaults.value : [])
            let first = Check(service: service.name, kind: .contract)
            if wanted.contains(first) { results[first] = note(ContractCheck.result(first, faults, options)) }
            guard faults.isEmpty, let contract = service.contract else {
                for check in service.checks.dropFirst() where wanted.contains(check) {
                    results[check] = note(
                        CheckResult(
                            check: check, outcome: .skipped, reason: "the contract of '\(service.name)' has faults"))
                }
                continue
            }
            let context = ServiceRun(
                service: service, contract: contract, mode: mode, options: options, network: network, recorder: recorder
            )
            units += Unit.all(context, of: wanted)
        }
        for result in await execute(units, wanted, isParallel: mode == .replay) { results[result.check] = result }
        do {
            return Report(
                checks: selected.compactMap { results[$0] }, seconds: (ContinuousClock().now - start) / .seconds(1),
                recordings: try recorder?.finish() ?? [], shard: options.shard)
        } catch {
            return .notEvaluated(selected, "\(error)")
        }
    }

    /// Runs units; in replay several at once, else in their order, since calls to a server may build on each other.
    private func execute(_ units: [Unit], _ wanted: WantedChecks, isParallel: Bool) async -> [CheckResult] {
        let width = isParallel ? max(1, options.jobs) : 1
        return await withTaskGroup(of: [CheckResult].self) { group in
            var results: [CheckResult] = []
            var waiting = units.makeIterator()
            for _ in 0..<width {
                guard let unit = waiting.next() else { break }
                group.addTask { await self.results(of: unit, wanted) }
            }
            for await finished in group {
                results += finished
                guard let unit = waiting.next() else { continue }
                group.addTask { await self.results(of: unit, wanted) }
            }
            return results
        }
    }

    private func results(of unit: Unit, _ wanted: WantedChecks) async -> [CheckResult] {
        let asked = unit.checks.filter(wanted.contains)
        if let monitor = options.monitor {
            let known = asked.compactMap(monitor.finished)
            if known.count == asked.count { return known }
        }
        let clock = ContinuousClock()
        let start = clock.now
        let evaluations = await Excerpt.$censor.withValue(Excerpt.Censor(redacted: unit.context.redacted)) {
            await watched(unit)
        }
        let seconds = (clock.now - start) / .seconds(1)
        return evaluations.filter { wanted.contains($0.check) }.map { check, evaluation in
            note(
                CheckResult(
                    check: check, evaluation, contract: unit.context.contract, seconds: seconds, options: options,
                    redacted: unit.context.redacted))
        }
    }

    /// Evaluates a unit under the eyes of the monitor; one that is known to kill the process is told instead.
    private func watched(_ unit: Unit) async -> [(check: Check, evaluation: Evaluation)] {
        guard let monitor = options.monitor, let last = unit.checks.last else { return await unit.evaluate() }
        switch monitor.begin(last, step: 0, "the \(last.kind.rawValue) check as a whole") {
        case .run:
            let evaluations = await unit.evaluate()
            monitor.end(last)
            return evaluations
        case .skip: return unit.checks.map { ($0, .obstructed("its process was ended too often")) }
        case .fatal(let step):
            var evaluation = Evaluation(probes: 1)
            evaluation.add(
                Mismatch(
                    FatalRule.rule(last.kind, step.end), step.explanation, expected: "an end", found: step.message,
                    at: unit.pointer))
            return unit.checks.map { ($0, $0 == last ? evaluation : .obstructed("the client call killed its process")) }
        }
    }

    private func note(_ result: CheckResult) -> CheckResult {
        options.progress?(result)
        return result
    }
}

extension Options {
    fileprivate var recorderRules: Recorder.Rules {
        Recorder.Rules(isLocal: isLocal, strictSecrets: strictSecrets, comparesOnly: comparesOnly)
    }
}

extension Report {
    /// The report of a run that could not begin or end.
    fileprivate static func notEvaluated(_ checks: [Check], _ reason: String) -> Report {
        Report(checks: checks.map { CheckResult(check: $0, outcome: .error, reason: reason) }, seconds: 0)
    }
}
