import ContractChecking
import EmbeddedTexts
import Foundation
import JSONSchema

enum HTMLReport {
    /// The script for search, folding and copying. The page is fully readable without it.
    private static let script = "\n" + String(cString: embedded_report_js())

    static func text(of report: Report, in context: ReportContext) -> String {
        var sources = SourceFiles(context.source)
        let tallies = ServiceTally.services(of: report)
        var page = HTMLPage.head(title: report.title, style: HTMLPage.style, script: script, color: report.color)
        page += masthead(of: report, services: tallies.count, in: context)
        page += toolbar(of: report)
        page += "<main id=\"results\">\n"
        if report.checks.isEmpty {
            page += "<p class=\"empty\">"
            page +=
                report.passed
                ? "The other shards of this run contain all of its checks."
                : "No checks ran, so nothing was verified. " + "<code>contracts list</code> prints every check."
            page += "</p>\n"
        }
        // Opens the first 20 checks that need attention.
        var budget = 20
        for tally in tallies { HTMLService(tally: tally).write(to: &page, sources: &sources, budget: &budget) }
        HTMLRecordings.write(report.recordings, to: &page)
        page += "<p class=\"empty\" id=\"nothing\" hidden>Nothing matches.</p>\n</main>\n"
        return page + HTMLPage.foot(tool: context.tool, script: script)
    }

    private static func masthead(of report: Report, services: Int, in context: ReportContext) -> String {
        var facts = [
            counted(services, "service"), counted(report.checks.count, "check"), counted(report.probes, "probe"),
            duration(report.seconds),
        ]
        if let shard = report.shard { facts.insert("shard \(shard)", at: 0) }
        if let date = context.date { facts.append(HTMLPage.time(date)) }
        return HTMLPage.masthead(
            report.verdict.rawValue, sign: report.verdict.look.sign, title: report.title, facts: facts,
            bar: HTMLBar.text(of: CheckResult.Outcome.worstFirst.map { ($0.rawValue, $0.words, report.count($0)) }))
    }

    /// Returns the toolbar. Its filter is a set of radio buttons with CSS rules, so it works without scripts.
    private static func toolbar(of report: Report) -> String {
        guard !report.checks.isEmpty else { return "" }
        var choices = [("all", "All", report.checks.count)]
        for outcome in CheckResult.Outcome.worstFirst where report.count(outcome) > 0 {
            choices.append((outcome.rawValue, outcome.look.label, report.count(outcome)))
        }
        let warned = report.checks.count { $0.isWarned }
        if warned > 0 { choices.append(("warned", "With warnings", warned)) }
        let radios = choices.map { name, label, count in
            """
            <label class="choice \(name)"><input type="radio" name="show" value="\(name)"\(name == "all" ? " checked" : "")>
            <span>\(label) <b>\(count)</b></span></label>

            """
        }
        return """
            <form class="toolbar" role="search" aria-label="Results">
            <fieldset><legend class="unseen">Show checks that are</legend>
            \(radios.joined())</fieldset>
            <input type="search" id="search" class="scripted" placeholder="Search checks and findings"
            aria-label="Search checks and findings" aria-keyshortcuts="/" autocomplete="off" spellcheck="false">
            <button type="button" id="expand" class="scripted">Expand all</button>
            <p id="status" class="unseen" role="status"></p>
            </form>

            """
    }
}

extension Report {
    fileprivate var color: HTMLPage.Color { passed ? .good : verdict == .failed ? .bad : .doubtful }
}

extension CheckResult {
    var isWarned: Bool { outcome == .passed && !findings.isEmpty }
}

/// Draws shares of a whole as an SVG bar, because the page's policy forbids inline styles.
package enum HTMLBar {
    package typealias Part = (name: String, words: String, count: Int)

    package static func text(of parts: [Part]) -> String {
        let parts = parts.filter { $0.count > 0 }
        let all = parts.reduce(0) { $0 + $1.count }
        guard all > 0 else { return "" }
        // A minimum width of 8 of 1000 units keeps one failure among thousands visible.
        let widths = parts.map { max(8, Double($0.count) / Double(all) * 1000) }
        let scale = 1000 / widths.reduce(0, +)
        var x = 0.0
        var drawing = ""
        for (part, width) in zip(parts, widths) {
            drawing += "<rect class=\"\(part.name)\" x=\"\(decimal(x, places: 1))\" "
            drawing += "width=\"\(decimal(width * scale, places: 1))\" height=\"8\"/>"
            x += width * scale
        }
        let spoken = parts.map { "\($0.count) \($0.words)" }.joined(separator: ", ")
        return "<svg class=\"bar\" viewBox=\"0 0 1000 8\" preserveAspectRatio=\"none\" role=\"img\" "
            + "aria-label=\"\(spoken)\">\(drawing)</svg>"
    }
}

enum HTMLRecordings {
    private static let shownUnchanged = 200

    static func write(_ recordings: [RecordingChange], to page: inout String) {
        guard !recordings.isEmpty else { return }
        let unchanged = recordings.filter { $0.kind == .unchanged }
        let others = recordings.count - unchanged.count
        page += "<details class=\"service recordings\"\(others > 0 ? " open" : "")>\n<summary><h2>Recordings</h2>"
        page += "<span class=\"meta\">\(others) to review, \(unchanged.count) unchanged</span></summary>\n<ul>\n"
        for recording in recordings where recording.kind != .unchanged { write(recording, to: &page) }
        for recording in unchanged.prefix(shownUnchanged) { write(recording, to: &page) }
        page += "</ul>\n"
        let hidden = unchanged.count - shownUnchanged
        if hidden > 0 { page += "<p class=\"rest\">and \(hidden) more, unchanged</p>\n" }
        page += "</details>\n"
    }

    private static func write(_ recording: RecordingChange, to page: inout String) {
        page += "<li><span class=\"kind\">\(recording.kind.word)</span> "
        page += "<code>\(recording.file.bounded(to: 500).markupText)</code>"
        for change in recording.changes {
            page +=
                "<p class=\"\(change.severity.rawValue)\"><span class=\"severity\">\(change.severity.rawValue)</span> "
            page +=
                "\(change.message.bounded(to: 500).markupText) <span class=\"effect\">\(change.effect.rawValue)</span></p>"
        }
        page += "</li>\n"
    }
}
