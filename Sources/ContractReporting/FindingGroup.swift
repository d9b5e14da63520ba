import ContractChecking
import JSONSchema

package struct FindingGroup {
    let first: Finding
    let others: [Finding]
    let severity: Severity

    /// Groups findings by fingerprint, most severe first and otherwise in order.
    ///
    /// - Parameter joinsCauses: Whether a group includes findings that likely have one cause: a model's fault in
    ///   enclosing models, or faults of other checks with the same text.
    package static func groups(of findings: [Finding], joinsCauses: Bool = false) -> [FindingGroup] {
        let alike = findings.grouped(by: \.fingerprint).map(\.elements)
        let joined = joinsCauses ? alike.grouped { cause(of: $0[0]) }.map { $0.elements.flatMap(\.self) } : alike
        let groups = joined.map { findings in
            // The shortest message is that of the model itself, without enclosing models.
            let isOfSeveral = findings.contains { $0.fingerprint != findings[0].fingerprint }
            let plainest = findings.indices.min { findings[$0].message.count < findings[$1].message.count }
            var others = findings
            return FindingGroup(
                first: others.remove(at: isOfSeveral ? plainest ?? 0 : 0), others: others,
                severity: findings.map(\.severity).min() ?? findings[0].severity)
        }
        return Severity.allCases.flatMap { severity in groups.filter { $0.severity == severity } }
    }

    /// Returns the rule with the text, or for a model the contract place with the last component of its subject.
    private static func cause(of finding: Finding) -> [String] {
        let rule = [finding.rule, finding.severity.rawValue, finding.contract.file]
        guard finding.rule.hasPrefix("model."), let key = finding.subject.first else {
            return rule + [finding.message, finding.expected ?? "", finding.found ?? ""]
        }
        return rule + ["\(finding.pointer)", String(key.split(separator: "/").last ?? "")] + finding.subject.dropFirst()
    }
}

extension Severity {
    /// The form of the severity in each output.
    var look: (style: Span.Style, icon: String, level: SARIFLog.Level) {
        switch self {
        case .error: (.error, "❌", .error)
        case .warning: (.warning, "⚠️", .warning)
        case .info: (.info, "ℹ️", .note)
        }
    }
}

/// Checks with the same outcome and reason, which no finding states.
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

    static func groups(of results: [CheckResult]) -> [ReasonGroup] {
        [CheckResult.Outcome.failed, .error, .skipped].flatMap { outcome in
            results.filter { $0.outcome == outcome && (outcome != .failed || $0.findings.isEmpty) }
                .grouped { $0.reason ?? "no reason was given" }
                .map { ReasonGroup(outcome: outcome, reason: $0.key, checks: $0.elements.map(\.check)) }
        }
    }
}
