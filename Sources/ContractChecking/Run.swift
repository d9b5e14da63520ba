import ContractFormat
import Foundation
import JSONSchema

/// One run over checks of a suite, in every mode and for every command. Each stage is a type that the next one takes:
///
///     LoadedSuite, Options -> Plan -> Executor -> [Check: Evaluation] -> JudgedResults -> Report -> reporters
///
/// Modes differ in the executor alone: ``LocalExecutor`` evaluates in this process, `ProcessExecutor` in workers.
package struct Run: Sendable {
    let suite: LoadedSuite
    let options: Options
    let executor: any Executor

    package init(suite: LoadedSuite, options: Options, executor: any Executor) {
        self.suite = suite
        self.options = options
        self.executor = executor
    }

    /// A run in this process.
    ///
    /// - Throws: `ModeError`, and `TransportError` for an origin that is none.
    package init(suite: LoadedSuite, options: Options) throws {
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
        let judged = judgement.judged(evaluations.withLock { $0 })
        return Report(
            judged, seconds: start.duration(to: .now) / .seconds(1), recordings: try recorder?.finish() ?? [],
            shard: options.selection.shard)
    }

    private func recorder(of rules: Options.RecordingRules) throws -> Recorder {
        if suite.isReadOnly, !rules.comparesOnly { throw ReadOnlyRecordings(folder: suite.recordings) }
        return try Recorder(folder: suite.recordings, rules)
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

extension Options {
    /// Returns the network of a run that is no replay.
    ///
    /// - Throws: `TransportError` for an invalid origin.
    func network(of suite: LoadedSuite) throws -> Network {
        try madeUp?(suite.services.compactMap(\.contract)) ?? Network(servers)
    }
}
