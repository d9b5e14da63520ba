import ContractChecking

/// The last line of a run, such as `42 checks passed, 1 failed, 1 warning (1204 probes in 0.21 s)`.
///
/// It is never wrapped, so that a script finds it as the last line whatever the width.
package enum ConsoleSummary {
    /// The line without its newline.
    package static func text(of report: Report, color: Bool = false) -> String {
        var parts = ["\(counted(report.count(.passed), "check")) passed", "\(report.count(.failed)) failed"]
        for outcome in [CheckResult.Outcome.error, .skipped] where report.count(outcome) > 0 {
            parts.append("\(report.count(outcome)) \(outcome.words)")
        }
        let warnings = report.checks.reduce(0) { $0 + $1.findings.count { $0.severity == .warning } }
        if warnings > 0 { parts.append(counted(warnings, "warning")) }
        let counts = parts.joined(separator: ", ")
        let rest = " (\(counted(report.probes, "probe")) in \(duration(report.seconds)))"
        guard color else { return counts + rest }
        let rendition = report.passed ? "1;32" : report.count(.failed) > 0 || report.checks.isEmpty ? "1;31" : "1;33"
        return "\u{1B}[\(rendition)m\(counts)\u{1B}[0m\(rest)"
    }
}
