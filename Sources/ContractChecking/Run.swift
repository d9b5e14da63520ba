import ContractFormat
import Foundation
import JSONSchema

/// A run of a suite's checks, for every mode and command. Each stage is a type that the next one takes:
///
///     LoadedSuite, Options -> Plan -> Executor -> [Check: Evaluation] -> [CheckResult] -> Report -> reporters
///
/// Only the executor varies: ``LocalExecutor`` evaluates in this process, `ProcessExecutor` in workers.
package final class Run: Sendable {
    let suite: LoadedSuite
    let options: Options
    let executor: any Executor

    package init(suite: LoadedSuite, options: Options, executor: any Executor) {
        self.suite = suite
        self.options = options
        self.executor = executor
    }

    /// - Throws: `ModeError`, or `TransportError` for an invalid origin.
    package convenience init(suite: LoadedSuite, options: Options) throws {
        var resources = EvaluationResources()
        if try options.resolvedMode() != .replay { resources.network = try options.network(of: suite) }
        resources.monitor = options.observers.monitor
        resources.strength = options.strength
        self.init(suite: suite, options: options, executor: LocalExecutor(suite, resources))
    }

    package func report(of checks: [Check]) async throws -> Report {
        EarlyExit.begin()
        defer { EarlyExit.end() }
        let start = ContinuousClock.now
        let plan = try Plan(of: checks, options)
        let recorder = try plan.settings.recording.map(recorder(of:))
        let judgement = Judgement(of: checks, suite, options)
        let evaluations = Locked<[Check: Evaluation]>([:])
        let progress = options.observers.progress
        let end = start + .seconds(options.budget.seconds)
        try await executor.evaluate(plan, recorder: recorder, until: end) { check, evaluation in
            evaluations.withLock { $0[check] = evaluation }
            progress?(judgement.result(of: check, evaluation))
        }
        let judged = judgement.results(from: evaluations.withLock { $0 })
        return Report(
            checks: judged, seconds: start.duration(to: .now) / .seconds(1), recordings: try recorder?.finish() ?? [],
            shard: options.selection.shard)
    }

    private func recorder(of rules: Options.RecordingRules) throws -> Recorder {
        if suite.isReadOnly, !rules.comparesOnly {
            throw ModeError(
                message:
                    "the recordings in \(suite.recordings.path) are resources of a read-only bundle: give the suite a "
                    + "folder to record to, as in ContractSuite(bundle: .module, recordings: URL(fileURLWithPath: "
                    + "#filePath).deletingLastPathComponent().appendingPathComponent(\"Recordings\"))")
        }
        return try Recorder(folder: suite.recordings, rules)
    }
}

extension Options {
    /// - Throws: `TransportError` for an invalid origin.
    func network(of suite: LoadedSuite) throws -> Network {
        try generatedNetwork?(suite.services.compactMap(\.contract)) ?? Network(servers)
    }
}
