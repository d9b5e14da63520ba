import ContractChecking
import JSONSchema

/// Findings that are one fault, and are shown together.
package struct FindingGroup {
    let first: Finding
    let others: [Finding]
    let severity: Severity

    /// Groups findings by fingerprint, the most severe first and otherwise in the order they come.
    ///
    /// - Parameter joinsModels: whether a fault of a model is one with those that it causes in models which hold it, for readers
    ///   who look at all checks at once.
    package static func groups(of findings: [Finding], joinsModels: Bool = false) -> [FindingGroup] {
        let groups = findings.grouped { joinsModels ? identity(of: $0) : [$0.fingerprint] }.map { _, findings in
            // The model itself has the shortest path to what is wrong.
            let isOfSeveral = findings.contains { $0.fingerprint != findings[0].fingerprint }
            let plainest = findings.indices.min { findings[$0].message.count < findings[$1].message.count }
            var others = findings
            return FindingGroup(
                first: others.remove(at: isOfSeveral ? plainest ?? 0 : 0), others: others,
                severity: findings.map(\.severity).min() ?? findings[0].severity)
        }
        return Severity.allCases.flatMap { severity in groups.filter { $0.severity == severity } }
    }
}

extension FindingGroup {
    /// The rule, the place in the contract, and the subject without the way to it.
    private static func identity(of finding: Finding) -> [String] {
        guard finding.rule.hasPrefix("model."), let detail = finding.subject.first else { return [finding.fingerprint] }
        let member = detail.split(separator: "/").last.map(String.init) ?? ""
        return [finding.rule, finding.severity.rawValue, finding.contract.file, "\(finding.pointer)", member]
            + finding.subject.dropFirst()
    }
}

/// Checks that ended in one way for one reason, which no finding states.
struct ReasonGroup {
    let outcome: CheckResult.Outcome
    let reason: String
    let checks: [Check]

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
            results.filter { $0.outcome == outcome && (outcome != .failed || $0.findings.isEmpty) }
                .grouped { $0.reason ?? "no reason was given" }
                .map { ReasonGroup(outcome: outcome, reason: $0.key, checks: $0.elements.map(\.check)) }
        }
    }
}
