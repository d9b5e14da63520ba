import ContractChecking
import JSONSchema

package enum HTMLFinding {
    private static let sourceWidth = 64
    private static let valueLimit = 4000

    package static func write(_ group: FindingGroup, to page: inout String, sources: inout SourceFiles) {
        let finding = group.first
        page += "<article class=\"finding \(group.severity.rawValue)\">\n<h3><span class=\"severity\">"
        page += "\(group.severity.rawValue)</span> \(finding.message.bounded(to: 2000).markupText)"
        page += " <code class=\"rule\">\(finding.rule.markupText)</code></h3>\n"

        let (expected, found) = HTMLDifference.marked(
            finding.expected?.bounded(to: valueLimit), finding.found?.bounded(to: valueLimit))
        page += "<div class=\"sides\">\n"
        writeSide("Expected", expected, "contract", finding.contract, to: &page, sources: &sources)
        if found != nil || finding.recording != nil {
            writeSide("Found", found, finding.recordingKind, finding.recording, to: &page, sources: &sources)
        }
        page += "</div>\n"
        if let acceptance = finding.acceptance {
            page +=
                "<p class=\"accepted\"><strong>accepted</strong> \(acceptance.text.bounded(to: 2000).markupText)</p>\n"
        }
        writeOthers(of: group, to: &page)
        page += "</article>\n"
    }

    private static func writeSide(
        _ title: String, _ value: String?, _ document: String, _ place: Place?, to page: inout String,
        sources: inout SourceFiles
    ) {
        page += "<section class=\"\(title.lowercased())\">\n"
        if let value { page += "<h4>\(title)</h4>\n<pre class=\"value\">\(value)</pre>\n" }
        if let place {
            page += "<p class=\"place\">\(document) <code>\(place.description.markupText)</code>"
            if !place.pointer.tokens.isEmpty {
                page += " <code class=\"pointer\">\(place.pointer.description.bounded(to: 500).markupText)</code>"
            }
            page += "</p>\n"
            if let excerpt = sources.excerpt(at: place, width: sourceWidth) { write(excerpt, to: &page) }
        }
        page += "</section>\n"
    }

    private static func write(_ excerpt: SourceExcerpt, to page: inout String) {
        page += "<pre class=\"source\">"
        for line in excerpt.lines {
            let isMarked = line.number == excerpt.marked
            page += "<span class=\"line\(isMarked ? " marked" : "")\" data-line=\"\(line.number)\">"
            if isMarked {
                let rest = line.text.dropFirst(excerpt.before.count)
                let whole = rest.prefixMatch(of: #/"(?:[^"\\]|\\.)*"?|[\p{L}\p{N}+._-]+|./#)?.output ?? ""
                let token = whole.count <= 40 ? whole : rest.prefix(1)
                page += excerpt.before.markupText
                if !token.isEmpty { page += "<mark>\(String(token).markupText)</mark>" }
                page += String(rest.dropFirst(token.count)).markupText
            } else {
                page += line.text.markupText
            }
            page += "</span>"
        }
        page += "</pre>\n"
    }

    private static func writeOthers(of group: FindingGroup, to page: inout String) {
        guard !group.others.isEmpty else { return }
        let items = group.others.map { other in
            let found = other.found.map { "found " + $0 } ?? other.message
            return "<code>\((other.recording ?? other.contract).description.markupText)</code> "
                + found.bounded(to: 300).markupText
        }
        page += "<details class=\"others\"><summary>\(items.count) more like it</summary>\n<ul>\n"
        page += items.truncated(to: 50).map { "<li>\($0)</li>\n" }.joined() + "</ul>\n</details>\n"
    }
}

enum HTMLDifference {
    /// Returns both strings escaped, with `<mark>` around the part between their common prefix and suffix.
    ///
    /// Strings with less than a third in common are not marked.
    static func marked(_ expected: String?, _ found: String?) -> (expected: String?, found: String?) {
        guard let expected, let found, expected != found else { return (expected?.markupText, found?.markupText) }
        let first = Array(expected)
        let second = Array(found)
        let head = zip(first, second).prefix { $0 == $1 }.count
        let tail = zip(first[head...].reversed(), second[head...].reversed()).prefix { $0 == $1 }.count
        guard (head + tail) * 3 >= max(first.count, second.count) else {
            return (expected.markupText, found.markupText)
        }
        return (mark(first, head, tail), mark(second, head, tail))
    }

    private static func mark(_ text: [Character], _ head: Int, _ tail: Int) -> String {
        let middle = String(text[head..<(text.count - tail)])
        return String(text[..<head]).markupText + (middle.isEmpty ? "" : "<mark>\(middle.markupText)</mark>")
            + String(text[(text.count - tail)...]).markupText
    }
}

enum HTMLRequestDifferences {
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
    fileprivate var isOfARequest: Bool {
        RequestRule(rawValue: first.rule) != nil || first.rule == RecordedRule.request.id
    }
}
