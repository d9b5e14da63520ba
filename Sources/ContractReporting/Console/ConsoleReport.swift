import ContractChecking
import JSONSchema

enum ConsoleReport {
    static func text(of report: Report, in context: ReportContext) -> String {
        var canvas = ConsoleCanvas(width: context.width, color: context.color)
        var sources = SourceFiles(context.source)

        writeServices(ServiceTally.services(of: report), on: &canvas)
        for line in ScoreLines.lines(of: report) {
            canvas.line([Span(line.bounded(to: 2000).consoleText(), .faint)], hang: "    ")
        }
        for group in FindingGroup.groups(of: report.findings, joinsCauses: true) {
            canvas.blankLine()
            ConsoleFinding.write(group, sources: &sources, on: &canvas)
        }
        for group in ReasonGroup.groups(of: report.checks) {
            canvas.blankLine()
            write(group, on: &canvas)
        }
        if report.checks.isEmpty, report.passed {
            canvas.line([Span("\(report.title), so there was nothing to do: the other shards contain them all")])
        } else if report.checks.isEmpty {
            canvas.line([Span("error:", .error), Span("no checks ran, so nothing was verified")])
        }
        canvas.blankLine()
        return canvas.text + ConsoleSummary.text(of: report, color: context.color) + "\n"
    }

    private static func writeServices(_ tallies: [ServiceTally], on canvas: inout ConsoleCanvas) {
        let names = tallies.map { $0.service.consoleText() }
        let column = min(names.map(\.displayWidth).max() ?? 0, canvas.room(beside: 2) / 2)
        for (tally, name) in zip(tallies, names) {
            let look = tally.outcome.look
            let counts = CheckResult.Outcome.allCases.filter { tally.count($0) > 0 }
                .map { "\(tally.count($0)) \($0.words)" }.joined(separator: ", ")
            canvas.line(
                [Span(look.mark, look.style), Span(name.padding(to: column), .strong, breaks: false), Span(counts)],
                hang: "    ")
        }
    }

    private static func write(_ group: ReasonGroup, on canvas: inout ConsoleCanvas) {
        let style: Span.Style = group.outcome == .skipped ? .warning : .error
        let reason = group.reason.bounded(to: 1000).consoleText()
        canvas.line([Span(group.headline + ":", style), Span(reason)], hang: "    ")
        for check in group.checks.map(\.id).truncated(to: 10) {
            canvas.line([Span(check.consoleText(), breaks: false)], indent: "  ")
        }
    }
}

/// The last line of a run, such as `42 checks passed, 1 failed, 1 warning (1204 probes in 0.21 s)`.
///
/// Scripts read the last line, so it is never wrapped.
package enum ConsoleSummary {
    package static func text(of report: Report, color: Bool = false) -> String {
        var parts = ["\(counted(report.count(.passed), "check")) passed", "\(report.count(.failed)) failed"]
        for outcome in [CheckResult.Outcome.error, .skipped] where report.count(outcome) > 0 {
            parts.append("\(report.count(outcome)) \(outcome.words)")
        }
        let warnings = report.checks.reduce(0) { $0 + $1.findings.count { $0.severity == .warning } }
        if warnings > 0 { parts.append(counted(warnings, "warning")) }
        let accepted = report.findings.count { $0.acceptance != nil }
        if accepted > 0 { parts.append("\(counted(accepted, "finding")) accepted") }
        let counts = parts.joined(separator: ", ")
        let rest = " (\(counted(report.probes, "probe")) in \(duration(report.seconds)))"
        guard color else { return counts + rest }
        let rendition = report.passed ? "1;32" : report.count(.failed) > 0 || report.checks.isEmpty ? "1;31" : "1;33"
        return "\u{1B}[\(rendition)m\(counts)\u{1B}[0m\(rest)"
    }
}

enum ScoreLines {
    /// Returns a line for all models with a full score, one for those that meet their strictness, and one per other.
    static func lines(of report: Report) -> [String] {
        let scored = report.checks.compactMap { result in result.score.map { (result.check, $0) } }
        let lacking = scored.filter { !$0.1.missing.isEmpty }
        let whole = scored.count { $0.1.enforced == $0.1.total }
        let bound = scored.count - whole - lacking.count
        var lines = whole == 0 ? [] : ["\(counted(whole, "model")) with a score of 100 %"]
        if bound > 0 { lines.append("\(counted(bound, "model")) with every constraint that the strictness requires") }
        lines += lacking.map { line(for: $0, $1) }
        return lines + report.checks.compactMap { result in result.strength.map { line(for: result.check, $0) } }
    }

    static func line(for check: Check, _ strength: Strength) -> String {
        let unnoticed = strength.mutants.filter { $0.outcome == .unnoticed }
        return "\(check.id): \(strength.count(.noticed)) of \(strength.total) promises are tested"
            + (unnoticed.isEmpty ? "" : "; not: \(unnoticed.map(\.name).truncated(to: 3).joined(separator: ", "))")
    }

    static func line(for check: Check, _ score: ModelScore) -> String {
        "\(check.id): refuses \(score.enforced) of \(score.total) kinds of invalid input"
            + (score.left.isEmpty ? "" : "; its strictness permits \(score.left.count)")
            + (score.missing.isEmpty ? "" : "; accepts \(score.missing.joined(separator: ", "))")
    }
}
