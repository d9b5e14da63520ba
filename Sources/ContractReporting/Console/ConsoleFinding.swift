import ContractChecking
import JSONSchema

package enum ConsoleFinding {
    private static let labelWidth = 9
    private static let indent = 2
    private static let hang = String(repeating: " ", count: indent + labelWidth + 2)

    package static func write(_ group: FindingGroup, sources: inout SourceFiles, on canvas: inout ConsoleCanvas) {
        let finding = group.first
        canvas.line(
            [
                Span("\(finding.contract):".consoleText(), .strong, breaks: false),
                Span("\(finding.severity.rawValue):", finding.severity.look.style),
                Span(finding.message.bounded(to: 2000).consoleText()), Span("[\(finding.rule.consoleText())]", .faint),
            ], hang: "    ")
        write(sources.excerpt(at: finding.contract, width: canvas.room(beside: 12)), finding.severity, on: &canvas)
        if let expected = finding.expected { write("expected", expected, .good, on: &canvas) }
        if let found = finding.found { write("found", found, .bad, on: &canvas) }
        if let recording = finding.recording {
            let place = Span(recording.description.consoleText(), .strong, breaks: false)
            canvas.line([label(finding.recordingKind), place], hang: hang)
            write(sources.excerpt(at: recording, width: canvas.room(beside: 12)), finding.severity, on: &canvas)
        }
        if let acceptance = finding.acceptance { write("accepted", acceptance.text, .info, on: &canvas) }
        canvas.line([label("repeat"), Span(finding.repeatCommand.consoleText(), .info, breaks: false)], hang: hang)
        writeOthers(of: group, on: &canvas)
    }

    private static func label(_ text: String) -> Span {
        Span(String(repeating: " ", count: indent) + text.padding(to: labelWidth + 1), .faint, breaks: false)
    }

    private static func write(_ name: String, _ value: String, _ style: Span.Style, on canvas: inout ConsoleCanvas) {
        let shown = 12
        let lines = value.bounded(to: 1000).consoleText(keepingLines: true)
            .split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.prefix(shown).enumerated() {
            let text = Span(String(line), style)
            if number == 0 {
                canvas.line([label(name), text], hang: hang)
            } else {
                canvas.line([text], indent: hang)
            }
        }
        if lines.count > shown {
            canvas.line([Span("… (\(counted(lines.count - shown, "more line")))", .faint)], indent: hang)
        }
    }

    private static func write(_ excerpt: SourceExcerpt?, _ severity: Severity, on canvas: inout ConsoleCanvas) {
        guard let excerpt, let last = excerpt.lines.last else { return }
        let digits = max(String(last.number).count, 4)
        for line in excerpt.lines {
            let number = String(line.number)
            let gutter = String(repeating: " ", count: digits - number.count) + number + " │"
            let text = line.text.consoleText()
            canvas.line([Span(gutter, .faint, breaks: false), Span(text, breaks: false)])
            if line.number == excerpt.marked {
                let gutter = String(repeating: " ", count: digits) + " │"
                let caret = String(repeating: " ", count: excerpt.before.displayWidth) + "^"
                canvas.line([Span(gutter, .faint, breaks: false), Span(caret, severity.look.style, breaks: false)])
            }
        }
    }

    private static func writeOthers(of group: FindingGroup, on canvas: inout ConsoleCanvas) {
        guard !group.others.isEmpty else { return }
        let shown = 5
        canvas.line([Span("and \(group.others.count) more like it", .faint)], indent: "  ")
        for other in group.others.prefix(shown) {
            let place = "\(other.recording ?? other.contract):".consoleText()
            let known = other.message == group.first.message ? other.found : nil
            let found = known.map { "found " + $0 } ?? other.message
            canvas.line(
                [Span(place, breaks: false), Span(found.bounded(to: 200).consoleText())], indent: "    ", hang: "      "
            )
        }
        if group.others.count > shown {
            canvas.line([Span("… and \(group.others.count - shown) more", .faint)], indent: "    ")
        }
    }
}
