import ContractChecking

/// Checks that ended in one way for one reason, which no finding tells.
struct ReasonGroup {
    let outcome: CheckResult.Outcome
    let reason: String
    private(set) var checks: [Check] = []

    /// `could not evaluate 3 checks`, `12 checks were not run`.
    var headline: String {
        let count = counted(checks.count, "check")
        return switch outcome {
        case .passed: "\(count) passed"
        case .failed: "\(count) failed without a finding"
        case .error: "could not evaluate \(count)"
        case .skipped: checks.count == 1 ? "\(count) was not run" : "\(count) were not run"
        }
    }

    /// The checks that failed without saying where, could not be evaluated or were not run, grouped by reason.
    static func groups(of results: [CheckResult]) -> [ReasonGroup] {
        [CheckResult.Outcome.failed, .error, .skipped].flatMap { outcome in
            var groups: [ReasonGroup] = []
            var index: [String: Int] = [:]
            for result in results where result.outcome == outcome && (outcome != .failed || result.findings.isEmpty) {
                let reason = result.reason ?? "no reason was given"
                let known = index[reason] ?? groups.count
                if known == groups.count {
                    index[reason] = known
                    groups.append(ReasonGroup(outcome: outcome, reason: reason))
                }
                groups[known].checks.append(result.check)
            }
            return groups
        }
    }
}
