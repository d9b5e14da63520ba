import ContractReporting
import JSONSchema

enum HealthConsole {
    static func text(of round: HealthRound, in context: ReportContext) -> String {
        var canvas = ConsoleCanvas(width: context.width, color: context.color)
        var sources = SourceFiles(context.source)
        let names = round.endpoints.map { $0.id.consoleText() }
        let column = min(names.map(\.displayWidth).max() ?? 0, canvas.room(beside: 2) / 2)
        let latencies = round.endpoints.map { $0.latencyText ?? "–" }
        let width = latencies.map(\.displayWidth).max() ?? 0
        for (index, endpoint) in round.endpoints.enumerated() {
            write(endpoint, names[index].padding(to: column), latencies[index].padding(to: width), round, on: &canvas)
        }
        for notice in round.notices {
            canvas.line([Span("note:", .info), Span(notice.bounded(to: 1000).consoleText())], hang: "      ")
        }
        if round.endpoints.isEmpty {
            canvas.line([
                Span("error:", .error),
                Span("no case of any contract has \"health\": true, so nothing was checked"),
            ])
        }
        for group in FindingGroup.groups(of: round.endpoints.flatMap { $0.findings + $0.remarks }) {
            canvas.blankLine()
            ConsoleFinding.write(group, sources: &sources, on: &canvas)
        }
        canvas.blankLine()
        let counts = round.counts.isEmpty ? "" : ": \(round.counts)"
        // Never wrapped, so that scripts find it as the last line at any width.
        return canvas.text + "\(counted(round.endpoints.count, "endpoint"))\(counts) (\(duration(round.seconds)))\n"
    }

    private static func write(
        _ endpoint: EndpointHealth, _ name: String, _ latency: String, _ round: HealthRound,
        on canvas: inout ConsoleCanvas
    ) {
        let verdict = endpoint.settled
        let availability = endpoint.notableAvailability.compactMap { availability in
            availability.percent.map { "\($0) in \(availability.window.rawValue)" }
        }
        let spans = [
            Span(verdict.look.sign, verdict.look.style), Span(name, .strong, breaks: false),
            Span(verdict.rawValue.padding(to: 11), verdict.look.style, breaks: false),
            // Pad the latency only if another column follows.
            Span(availability.isEmpty ? endpoint.latencyText ?? "–" : latency, breaks: false),
            Span(availability.joined(separator: ", "), .faint),
        ]
        canvas.line(spans, hang: "    ")
        let notes = endpoint.notes(at: round.started)
        if !notes.isEmpty { canvas.line([Span(notes.joined(separator: "; "), .faint)], indent: "    ") }
        for (label, reason) in endpoint.skipped {
            canvas.line(
                [Span("\(label):", .warning), Span(reason.bounded(to: 500).consoleText())], indent: "    ",
                hang: "      ")
        }
    }
}
