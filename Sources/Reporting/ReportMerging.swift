import Conformance

extension Report {
    /// One report of several, such as the shards of one run.
    ///
    /// Checks keep the order in which they first occur. Where a check occurs more than once the worst outcome wins
    /// (failed, then not evaluated, then not run), the findings of all are kept once each, and the larger number of
    /// probes and seconds stands. The time of the whole is that of the longest, since shards run side by side.
    public static func merging(_ reports: [Report]) -> Report {
        var results: [CheckResult] = []
        var index: [String: Int] = [:]
        for result in reports.lazy.flatMap(\.checks) {
            if let known = index[result.check.id] {
                results[known] = results[known].merged(with: result)
            } else {
                index[result.check.id] = results.count
                results.append(result)
            }
        }
        return Report(checks: results, seconds: reports.map(\.seconds).max() ?? 0)
    }
}

extension CheckResult {
    fileprivate func merged(with other: CheckResult) -> CheckResult {
        let order = Outcome.worstFirst
        let worst = order.first { $0 == outcome || $0 == other.outcome } == outcome ? self : other
        var seen: Set<Finding> = []
        let all = (findings + other.findings).filter { seen.insert($0).inserted }
        return CheckResult(
            check: check, outcome: worst.outcome, probes: max(probes, other.probes),
            seconds: max(seconds, other.seconds),
            findings: Severity.allCases.flatMap { severity in all.filter { $0.severity == severity } },
            reason: worst.reason)
    }
}
