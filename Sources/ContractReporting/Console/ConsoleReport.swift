import ContractChecking

/// A report for a person at a terminal: a line per service, the findings, what was not evaluated, the sum.
enum ConsoleReport {
    static func text(of report: Report, in context: ReportContext) -> String {
        var canvas = ConsoleCanvas(width: context.width, color: context.color)
        var sources = SourceFiles(context.source)

        writeServices(ServiceTally.services(of: report), on: &canvas)
        for line in ScoreLines.lines(of: report) {
            canvas.line([Span(line.bounded(to: 2000).consoleText(), .faint)], hang: "    ")
        }
        for group in FindingGroup.groups(of: report.findings) {
            canvas.blankLine()
            ConsoleFinding.write(group, sources: &sources, on: &canvas)
        }
        for group in ReasonGroup.groups(of: report.checks) {
            canvas.blankLine()
            write(group, on: &canvas)
        }
        if report.checks.isEmpty, report.passed {
            canvas.line([Span("\(report.title), so there was nothing to do: the other shards hold them all")])
        } else if report.checks.isEmpty {
            canvas.line([Span("error:", .error), Span("no checks ran, so nothing was shown to hold")])
        }
        canvas.blankLine()
        return canvas.text + ConsoleSummary.text(of: report, color: context.color) + "\n"
    }

    private static func writeServices(_ tallies: [ServiceTally], on canvas: inout ConsoleCanvas) {
        let names = tallies.map { $0.service.consoleText() }
        let column = min(names.map(\.displayWidth).max() ?? 0, canvas.room(beside: 2) / 2)
        for (tally, name) in zip(tallies, names) {
            let (mark, meaning) = tally.outcome.mark
            let padding = String(repeating: " ", count: max(0, column - name.displayWidth))
            let counts = CheckResult.Outcome.allCases.filter { tally.count($0) > 0 }
                .map { "\(tally.count($0)) \($0.words)" }.joined(separator: ", ")
            canvas.line(
                [Span(mark, meaning), Span(name + padding, .strong, breaks: false), Span(counts)], hang: "    ")
        }
    }

    private static func write(_ group: ReasonGroup, on canvas: inout ConsoleCanvas) {
        let meaning: Span.Meaning = group.outcome == .skipped ? .warning : .error
        let reason = group.reason.bounded(to: 1000).consoleText()
        canvas.line([Span(group.headline + ":", meaning), Span(reason)], hang: "    ")
        let shown = 10
        for check in group.checks.prefix(shown) {
            canvas.line([Span(check.id.consoleText(), breaks: false)], indent: "  ")
        }
        if group.checks.count > shown {
            canvas.line([Span("and \(group.checks.count - shown) more", .faint)], indent: "  ")
        }
    }
}

extension CheckResult.Outcome {
    /// The sign of an outcome and what it means, so that colour is never the only difference.
    fileprivate var mark: (String, Span.Meaning) {
        switch self {
        case .passed: ("✓", .good)
        case .failed: ("✗", .error)
        case .error: ("!", .error)
        case .skipped: ("-", .warning)
        }
    }
}
