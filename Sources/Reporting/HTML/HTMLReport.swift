import Conformance
import Foundation

/// A report as one page that needs nothing else: no network, no fonts, and scripts only for comfort.
///
/// The page's policy lets exactly its own style and script run, by their hashes, so that nothing from outside could do
/// anything even if it were not escaped.
enum HTMLReport {
    static func text(of report: Report, in context: ReportContext) -> String {
        var sources = SourceFiles(context.source)
        let tallies = ServiceTally.services(of: report)
        var page = head(of: report)
        page += masthead(of: report, services: tallies.count, in: context)
        page += toolbar(of: report)
        page += "<main id=\"results\">\n"
        if report.checks.isEmpty {
            page += "<p class=\"empty\">"
            page +=
                report.passed
                ? "The other shards of this run hold all of its checks."
                : "Nothing was checked, so nothing was shown to hold. "
                    + "<code>contracts list</code> tells which checks there are."
            page += "</p>\n"
        }
        // Everything that needs attention is open at first, as long as a person could still read it.
        var opened = HTMLService.Openings(limit: 20)
        for tally in tallies {
            HTMLService(tally: tally).write(to: &page, sources: &sources, openings: &opened)
        }
        HTMLRecordings.write(report.recordings, to: &page)
        page += "<p class=\"empty\" id=\"nothing\" hidden>Nothing matches.</p>\n</main>\n"
        page += "<footer>\(context.tool.markupText)</footer>\n<script>\(HTMLScript.text)</script>\n</body>\n</html>\n"
        return page
    }

    private static let policy: String = {
        let style = Data(SHA256.hash(Array(HTMLStyle.text.utf8))).base64EncodedString()
        let script = Data(SHA256.hash(Array(HTMLScript.text.utf8))).base64EncodedString()
        return "default-src 'none'; style-src 'sha256-\(style)'; script-src 'sha256-\(script)'; img-src data:; "
            + "base-uri 'none'; form-action 'none'"
    }()

    private static func head(of report: Report) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <title>\(report.title.markupText)</title>
        <link rel="icon" href="data:image/svg+xml,\(icon(of: report))">
        <style>\(HTMLStyle.text)</style>
        </head>
        <body>

        """
    }

    /// A dot in the verdict's colour, so that the tab tells it too.
    private static func icon(of report: Report) -> String {
        let color = report.passed ? "23a065" : report.verdict == .failed ? "d33f35" : "c98a10"
        return "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
            + "%3Ccircle cx='8' cy='8' r='7' fill='%23\(color)'/%3E%3C/svg%3E"
    }

    private static func masthead(of report: Report, services: Int, in context: ReportContext) -> String {
        var facts = [
            counted(services, "service"), counted(report.checks.count, "check"), counted(report.probes, "probe"),
            duration(report.seconds),
        ]
        if let shard = report.shard { facts.insert("shard \(shard)", at: 0) }
        if let date = context.date {
            let stamp = date.formatted(.iso8601)
            let spoken = stamp.replacing("T", with: " ").replacing("Z", with: " UTC")
            facts.append("<time datetime=\"\(stamp)\">\(spoken)</time>")
        }
        return """
            <a class="skip" href="#results">Skip to the results</a>
            <header class="masthead \(report.verdict.rawValue)">
            <h1><span class="sign" aria-hidden="true">\(report.verdict.sign)</span> \(report.title.markupText)</h1>
            <p class="facts">\(facts.joined(separator: " <span aria-hidden=\"true\">·</span> "))</p>
            \(HTMLBar.text(of: report))
            </header>

            """
    }

    /// The filter is a set of radio buttons that style sheet rules obey, so it works without scripts as well.
    private static func toolbar(of report: Report) -> String {
        guard !report.checks.isEmpty else { return "" }
        var choices = [("all", "All", report.checks.count)]
        for outcome in CheckResult.Outcome.worstFirst where report.count(outcome) > 0 {
            choices.append((outcome.rawValue, outcome.label, report.count(outcome)))
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

extension CheckResult {
    /// Whether it passed, and yet there is something to read.
    var isWarned: Bool { outcome == .passed && !findings.isEmpty }
}

extension CheckResult.Outcome {
    /// How a filter names such checks.
    fileprivate var label: String {
        switch self {
        case .passed: "Passed"
        case .failed: "Failed"
        case .error: "Not evaluated"
        case .skipped: "Not run"
        }
    }

    /// A sign that says the same as the colour.
    var sign: String {
        switch self {
        case .passed: "✓"
        case .failed: "✕"
        case .error: "!"
        case .skipped: "–"
        }
    }
}
