import HTTPRecording

/// The result of one check.
public struct CheckResult: Sendable, Hashable {
    /// The end of a check: `error` could not be evaluated, `skipped` was not run.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// It ran, and nothing that weighs enough was found.
        case passed
        /// It ran, and something was found.
        case failed
        /// It could not be evaluated.
        case error
        /// It was not run.
        case skipped
    }

    /// The check that was run.
    public let check: Check
    /// The way it ended.
    public var outcome: Outcome
    /// The number of inputs or exchanges that were tried.
    public var probes = 0
    /// Wall-clock time.
    public var seconds = 0.0
    /// Everything that is wrong, worst first.
    public var findings: [Finding] = []
    /// The reason why the check could not be evaluated or was not run; `nil` for the other outcomes.
    public var reason: String?
    /// The part of its contract that a model enforces; `nil` for other checks.
    public var score: ModelScore?
    /// The results of a model or a client call for its provider's changes; `nil` for other checks.
    public var survival: Survival?
    /// The parts of a contract that could change without any check noticing; `nil` for other checks.
    public var strength: Strength?
    /// The outcome of each probe of a model.
    public var outcomes: [ProbeOutcome] = []
    /// The changes by which the contract would say what the code does.
    package var adaptations: [Adaptation] = []
    /// The time when the recording that it replayed was made; `nil` where it replayed none.
    public var recordedAt: Timestamp?

    /// Makes the result of a check.
    public init(
        check: Check, outcome: Outcome, probes: Int = 0, seconds: Double = 0, findings: [Finding] = [],
        reason: String? = nil, score: ModelScore? = nil, survival: Survival? = nil, strength: Strength? = nil,
        outcomes: [ProbeOutcome] = [], recordedAt: Timestamp? = nil
    ) {
        (self.check, self.outcome, self.probes, self.seconds) = (check, outcome, probes, seconds)
        (self.findings, self.reason, self.score, self.survival) = (findings, reason, score, survival)
        (self.strength, self.outcomes, self.recordedAt) = (strength, outcomes, recordedAt)
    }

    /// Returns the result with findings that decide whether it passed.
    func with(_ findings: [Finding], failOn: Severity) -> CheckResult {
        var result = self
        result.findings = findings
        if outcome == .passed || outcome == .failed {
            result.outcome = findings.contains { $0.severity <= failOn } ? .failed : .passed
        }
        return result
    }
}

/// The results of a whole run: the results in the order of the suite's checks.
public struct Report: Sendable, Hashable {
    /// A result for every check that was asked for.
    public package(set) var checks: [CheckResult]
    /// Wall-clock time of the whole run.
    public let seconds: Double
    /// The fate of each recording; empty unless the run recorded.
    public let recordings: [RecordingChange]
    /// The part of the suite's checks that the run took; `nil` where it took all that were asked for.
    public let shard: Shard?

    /// Makes a report from results.
    public init(checks: [CheckResult], seconds: Double, recordings: [RecordingChange] = [], shard: Shard? = nil) {
        self.checks = checks
        self.seconds = seconds
        self.recordings = recordings
        self.shard = shard
    }

    /// Makes the report of a run.
    init(_ judged: JudgedResults, seconds: Double, recordings: [RecordingChange], shard: Shard?) {
        self.init(checks: judged.results, seconds: seconds, recordings: recordings, shard: shard)
    }

    /// The findings of all checks, in the order of the checks.
    public var findings: [Finding] { checks.flatMap(\.findings) }

    /// Whether every check ran and none has a finding of severity error.
    ///
    /// An empty report has not passed, unless it is that of one of several shards: few checks leave some of them without.
    public var passed: Bool {
        (!checks.isEmpty || (shard?.count ?? 1) > 1) && checks.allSatisfy { $0.outcome == .passed }
    }

    /// Returns the number of checks that ended so.
    public func count(_ outcome: CheckResult.Outcome) -> Int { checks.count { $0.outcome == outcome } }

    /// The number of inputs that were tried in all.
    public var probes: Int { checks.reduce(0) { $0 + $1.probes } }
}
