import HTTPRecording

/// The result of one check.
public struct CheckResult: Sendable, Hashable {
    /// The outcome of a check.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The check ran without a failing finding.
        case passed
        /// The check has findings that fail it.
        case failed
        /// The check could not be evaluated.
        case error
        /// The check was not run.
        case skipped
    }

    /// The check.
    public let check: Check
    /// The outcome.
    public var outcome: Outcome
    /// The number of inputs or exchanges tried.
    public var probes = 0
    /// The wall-clock time.
    public var seconds = 0.0
    /// The findings, worst first.
    public var findings: [Finding] = []
    /// The reason why the check was not evaluated or not run.
    public var reason: String?
    /// The score of a model check.
    public var score: ModelScore?
    /// The result of a survival check.
    public var survival: Survival?
    /// The result of a strength check.
    public var strength: Strength?
    /// The outcomes of a model's probes.
    public var outcomes: [ProbeOutcome] = []
    package var adaptations: [Adaptation] = []
    /// The date of the replayed recording, if any.
    public var recordedAt: Timestamp?

    package init(
        check: Check, outcome: Outcome, probes: Int = 0, seconds: Double = 0, findings: [Finding] = [],
        reason: String? = nil, score: ModelScore? = nil, survival: Survival? = nil, strength: Strength? = nil,
        outcomes: [ProbeOutcome] = [], recordedAt: Timestamp? = nil
    ) {
        (self.check, self.outcome, self.probes, self.seconds) = (check, outcome, probes, seconds)
        (self.findings, self.reason, self.score, self.survival) = (findings, reason, score, survival)
        (self.strength, self.outcomes, self.recordedAt) = (strength, outcomes, recordedAt)
    }

    func with(_ findings: [Finding], failOn: Severity) -> CheckResult {
        var result = self
        result.findings = findings
        if outcome == .passed || outcome == .failed {
            result.outcome = findings.contains { $0.severity <= failOn } ? .failed : .passed
        }
        return result
    }
}

/// The results of a run, in the order of the suite's checks.
public struct Report: Sendable, Hashable {
    /// The result of each requested check.
    public package(set) var checks: [CheckResult]
    /// The wall-clock time of the run.
    public let seconds: Double
    /// The effect on each recording. Empty unless the run recorded.
    public let recordings: [RecordingChange]
    /// The shard of the suite that ran, if any.
    public let shard: Shard?

    package init(checks: [CheckResult], seconds: Double, recordings: [RecordingChange] = [], shard: Shard? = nil) {
        self.checks = checks
        self.seconds = seconds
        self.recordings = recordings
        self.shard = shard
    }

    /// The findings of all checks, in check order.
    public var findings: [Finding] { checks.flatMap(\.findings) }

    /// Whether every check passed.
    ///
    /// An empty report fails, unless it is one of several shards, which may have no checks.
    public var passed: Bool {
        (!checks.isEmpty || (shard?.count ?? 1) > 1) && checks.allSatisfy { $0.outcome == .passed }
    }

    /// Returns the number of checks with an outcome.
    public func count(_ outcome: CheckResult.Outcome) -> Int { checks.count { $0.outcome == outcome } }

    /// The total number of probes.
    public var probes: Int { checks.reduce(0) { $0 + $1.probes } }
}
