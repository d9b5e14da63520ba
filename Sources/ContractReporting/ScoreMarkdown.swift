import ContractChecking

/// Writes scores and changes as deterministic Markdown of limited size for a pull request.
package enum ScoreMarkdown {
    /// GitHub's limit for a pull request comment, minus a margin for other text.
    private static let limit = 60_000
    private static let shown = 20

    package static func text(of services: [ServiceScore], before: [ServiceScore]?, changes: Report?) -> String {
        var text = "## Contracts\n"
        if let changes { text += self.text(of: changes) }
        text += table(of: services, before)
        var omitted = 0
        for service in services {
            let old = before?.first { $0.service == service.service }
            for score in service.scores where !score.gaps.isEmpty {
                let part = details(of: score, service.service, before: old?[score.area])
                if text.utf8.count + part.utf8.count < limit - 200 { text += part } else { omitted += 1 }
            }
        }
        if omitted > 0 { text += "\n\(omitted) more lists did not fit here: see the full report.\n" }
        return text
    }

    private static func text(of changes: Report) -> String {
        let counts = zip(["breaking", "risky", "harmless"], Severity.allCases).map { word, severity in
            "\(changes.findings.count { $0.severity == severity }) \(word)"
        }
        var text = "\n\(changes.findings.isEmpty ? "No change" : counts.joined(separator: ", "))\n"
        let listed = changes.findings.filter { $0.severity < .info }
        if !listed.isEmpty { text += "\n" }
        let lines = listed.map { finding in
            "\(finding.severity.look.icon) \(finding.message.bounded(to: 300).markdown) (\("\(finding.contract)".markdown))"
        }
        return text + lines.truncated(to: shown).map { "- \($0)\n" }.joined()
    }

    private static func table(of services: [ServiceScore], _ before: [ServiceScore]?) -> String {
        var text = "\n| Service | " + ScoreArea.allCases.map(\.rawValue.capitalized).joined(separator: " | ") + " |\n"
        text += "| :-- |" + ScoreArea.allCases.map { _ in " --: |" }.joined() + "\n"
        // The lists need the other half.
        for service in services where text.utf8.count < limit / 2 {
            let old = before?.first { $0.service == service.service }
            let cells = ScoreArea.allCases.map { area -> String in
                guard let score = service[area] else { return "" }
                let now = "\(score.reached) of \(score.total) (\(score.percent) %)"
                guard let was = old?[area], was != score else { return now }
                return "\(was.reached) of \(was.total) (\(was.percent) %) → \(now)"
            }
            text += "| \(service.service.bounded(to: 100).markdown) | \(cells.joined(separator: " | ")) |\n"
        }
        return text
    }

    private static func details(of score: Score, _ service: String, before: Score?) -> String {
        let known = before.map { Set($0.gaps.map(\.text)) }
        let new = known.map { known in score.gaps.filter { !known.contains($0.text) } }
        let listed = new ?? score.gaps
        let title =
            new == nil ? "\(score.gaps.count) missing" : "\(score.gaps.count) missing, \(listed.count) of them new"
        let lines = listed.map { gap in
            gap.text.bounded(to: 300).markdown + (gap.place.map { " (\("\($0)".markdown))" } ?? "")
        }
        return
            "\n<details><summary>\(service.bounded(to: 100).markdown): \(score.area.rawValue), \(title)</summary>\n\n"
            + lines.truncated(to: shown).map { "- \($0)\n" }.joined() + "\n</details>\n"
    }
}
