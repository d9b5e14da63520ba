import ContractChecking

/// One service's part of the page: what needs attention first, what passed below and folded away.
struct HTMLService {
    /// How many checks may still be open when the page is first seen.
    struct Openings {
        private var left: Int

        init(limit: Int) { left = limit }

        /// ` open` for as many as there may be.
        mutating func next() -> String {
            left -= 1
            return left >= 0 ? " open" : ""
        }
    }

    let tally: ServiceTally

    func write(to page: inout String, sources: inout SourceFiles, openings: inout Openings) {
        let noted = tally.results.filter { !$0.findings.isEmpty }
        let quiet = tally.results.filter { $0.outcome == .passed && $0.findings.isEmpty }
        let reasons = ReasonGroup.groups(of: tally.results.filter { $0.findings.isEmpty })
        let isQuiet = noted.isEmpty && reasons.isEmpty

        page += "<details class=\"service \(tally.outcome.rawValue)\"\(isQuiet ? "" : " open")>\n<summary>"
        page += "<span class=\"sign \(tally.outcome.rawValue)\" aria-hidden=\"true\">\(tally.outcome.sign)</span>"
        page += "<h2>\(tally.service.markupText)</h2>"
        let time = tally.seconds < 0.005 ? "" : " <span aria-hidden=\"true\">·</span> \(duration(tally.seconds))"
        page += "<span class=\"meta\">\(counts)\(time)</span></summary>\n"
        for outcome in CheckResult.Outcome.worstFirst {
            for result in noted where result.outcome == outcome {
                let open = outcome == .passed ? "" : openings.next()
                HTMLCheck.write(result, open: open, to: &page, sources: &sources)
            }
        }
        for group in reasons { write(group, to: &page) }
        if !quiet.isEmpty {
            if !isQuiet { page += "<details class=\"fold\"><summary>\(quiet.count) passed</summary>\n" }
            for result in quiet where !result.outcomes.isEmpty {
                HTMLCheck.write(result, open: "", to: &page, sources: &sources)
            }
            page += "<ul>\n"
            for result in quiet where result.outcomes.isEmpty {
                HTMLCheck.writeRow(result.check, .passed, meta: result.meta, to: &page)
            }
            page += "</ul>\n"
            if !isQuiet { page += "</details>\n" }
        }
        page += "</details>\n"
    }

    private var counts: String {
        CheckResult.Outcome.worstFirst.filter { tally.count($0) > 0 }
            .map { "<span class=\"\($0.rawValue)\">\(tally.count($0)) \($0.words)</span>" }.joined(separator: ", ")
    }

    private func write(_ group: ReasonGroup, to page: inout String) {
        page += "<details class=\"fold \(group.outcome.rawValue)\"\(group.outcome == .skipped ? "" : " open")><summary>"
        page += "\(group.headline): <span class=\"reason\">\(group.reason.bounded(to: 2000).markupText)</span>"
        page += "</summary>\n<ul>\n"
        for check in group.checks { HTMLCheck.writeRow(check, group.outcome, meta: "", to: &page) }
        page += "</ul>\n</details>\n"
    }
}
