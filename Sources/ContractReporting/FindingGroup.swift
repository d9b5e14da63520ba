import ContractChecking

/// Findings that are one fault: they share a fingerprint, and are shown together.
package struct FindingGroup {
    /// The first finding, which stands for all.
    let first: Finding
    /// The others, in the order they were found.
    private(set) var others: [Finding] = []

    /// The severity of the worst of them.
    private(set) var severity: Severity

    private init(_ first: Finding) {
        self.first = first
        severity = first.severity
    }

    /// Groups findings by fingerprint, the most severe first and otherwise in the order they come.
    package static func groups(of findings: [Finding]) -> [FindingGroup] {
        var groups: [FindingGroup] = []
        var index: [String: Int] = [:]
        for finding in findings {
            if let known = index[finding.fingerprint] {
                groups[known].others.append(finding)
                groups[known].severity = min(groups[known].severity, finding.severity)
            } else {
                index[finding.fingerprint] = groups.count
                groups.append(FindingGroup(finding))
            }
        }
        return Severity.allCases.flatMap { severity in groups.filter { $0.severity == severity } }
    }
}

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
