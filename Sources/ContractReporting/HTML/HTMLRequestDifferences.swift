import ContractChecking

/// Everything in which one request differs from its contract, side by side: what is expected, and what was made.
enum HTMLRequestDifferences {
    /// The groups apart that belong into the table: several differences of requests, which only together show the request.
    static func split(_ groups: [FindingGroup]) -> (differences: [FindingGroup], others: [FindingGroup]) {
        let differences = groups.filter(\.isOfARequest)
        return differences.count > 1 ? (differences, groups.filter { !$0.isOfARequest }) : ([], groups)
    }

    static func write(_ groups: [FindingGroup], to page: inout String) {
        guard let worst = groups.map(\.severity).min() else { return }
        page += "<article class=\"finding \(worst.rawValue)\">\n<h3><span class=\"severity\">\(worst.rawValue)</span> "
        page += "the request differs in \(groups.count) places</h3>\n<table class=\"differences\">\n"
        page +=
            "<thead><tr><th scope=\"col\">where</th><th scope=\"col\">expected</th><th scope=\"col\">found</th></tr></thead>\n"
        for group in groups {
            let finding = group.first
            let (expected, found) = HTMLDifference.marked(
                finding.expected?.bounded(to: 4000), finding.found?.bounded(to: 4000))
            page += "<tbody><tr><th scope=\"row\" colspan=\"3\">\(finding.message.bounded(to: 1000).markupText) "
            page += "<code class=\"rule\">\(finding.rule.markupText)</code>"
            if !group.others.isEmpty { page += " and \(group.others.count) more like it" }
            page += "</th></tr>\n<tr><td class=\"place\">"
            for place in [finding.contract, finding.recording].compactMap({ $0 }) {
                page += "<code>\(place.description.markupText)</code>"
            }
            page += "</td><td class=\"expected\"><pre class=\"value\">\(expected ?? "–")</pre></td>"
            page += "<td class=\"found\"><pre class=\"value\">\(found ?? "–")</pre></td></tr></tbody>\n"
        }
        page += "</table>\n</article>\n"
    }
}

extension FindingGroup {
    fileprivate var isOfARequest: Bool { first.rule.hasPrefix("request.") || first.rule == RecordedRule.request.id }
}
