import ContractChecking
import JSONSchema

struct HTMLService {
    let tally: ServiceTally

    /// - Parameter budget: the number of checks that may still be open.
    func write(to page: inout String, sources: inout SourceFiles, budget: inout Int) {
        let noted = tally.results.filter { !$0.findings.isEmpty }
        let quiet = tally.results.filter { $0.outcome == .passed && $0.findings.isEmpty }
        let reasons = ReasonGroup.groups(of: tally.results.filter { $0.findings.isEmpty })
        let isQuiet = noted.isEmpty && reasons.isEmpty

        page += "<details class=\"service \(tally.outcome.rawValue)\"\(isQuiet ? "" : " open")>\n<summary>"
        page += "<span class=\"sign \(tally.outcome.rawValue)\" aria-hidden=\"true\">\(tally.outcome.look.sign)</span>"
        page += "<h2>\(tally.service.markupText)</h2>"
        let time = tally.seconds < 0.005 ? "" : " <span aria-hidden=\"true\">·</span> \(duration(tally.seconds))"
        page += "<span class=\"meta\">\(counts)\(time)</span></summary>\n"
        for outcome in CheckResult.Outcome.worstFirst {
            for result in noted where result.outcome == outcome {
                let isOpen = outcome != .passed && budget > 0
                if isOpen { budget -= 1 }
                HTMLCheck.write(result, isOpen: isOpen, to: &page, sources: &sources)
            }
        }
        for group in reasons { write(group, to: &page) }
        if !quiet.isEmpty {
            if !isQuiet { page += "<details class=\"fold\"><summary>\(quiet.count) passed</summary>\n" }
            for result in quiet where result.hasDetails {
                HTMLCheck.write(result, isOpen: false, to: &page, sources: &sources)
            }
            page += "<ul>\n"
            for result in quiet where !result.hasDetails {
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

enum HTMLCheck {
    static func write(_ result: CheckResult, isOpen: Bool, to page: inout String, sources: inout SourceFiles) {
        let outcome = result.outcome.rawValue + (result.isWarned ? " warned" : "")
        page += "<details class=\"check \(outcome)\" id=\"\(anchor(result.check))\"\(isOpen ? " open" : "")>\n"
        let line = line(result.check, result.isWarned ? "!" : result.outcome.look.sign, meta: result.meta)
        page += "<summary>\(line)</summary>\n"
        if let reason = result.reason {
            page += "<p class=\"reason\">\(reason.bounded(to: 2000).markupText)</p>\n"
        }
        for command in result.findings.map(\.repeatCommand).distinct {
            page += "<div class=\"repeat\"><code>\(command.markupText)</code>"
            page += "<button type=\"button\" class=\"copy scripted\">Copy</button></div>\n"
        }
        if let matrix = ModelMatrix(of: result) {
            HTMLMatrix(matrix: matrix, name: "probes of \(anchor(result.check))").write(to: &page)
        }
        if let survival = result.survival { HTMLGaps.write(survival, to: &page) }
        if let strength = result.strength {
            HTMLGaps.write(strength, to: &page)
            HTMLCoverage.write(strength, to: &page, sources: &sources)
        }
        let (differences, others) = HTMLRequestDifferences.split(FindingGroup.groups(of: result.findings))
        HTMLRequestDifferences.write(differences, to: &page)
        for group in others { HTMLFinding.write(group, to: &page, sources: &sources) }
        page += "</details>\n"
    }

    static func writeRow(_ check: Check, _ outcome: CheckResult.Outcome, meta: String, to page: inout String) {
        page += "<li class=\"check \(outcome.rawValue)\" id=\"\(anchor(check))\">"
        page += line(check, outcome.look.sign, meta: meta) + "</li>\n"
    }

    private static func line(_ check: Check, _ sign: String, meta: String) -> String {
        "<span class=\"sign\" aria-hidden=\"true\">\(sign)</span>"
            + "<span class=\"kind\">\(check.kind.rawValue)</span>"
            + "<span class=\"name\">\(check.name.bounded(to: 500).markupText)</span>"
            + (meta.isEmpty ? "" : "<span class=\"meta\">\(meta)</span>")
    }

    private static func anchor(_ check: Check) -> String {
        check.id.addingPercentEncoding(withAllowedCharacters: SARIFLog.plainInPaths) ?? check.path
    }
}

extension CheckResult {
    fileprivate var hasDetails: Bool { !outcomes.isEmpty || survival != nil || strength != nil }

    var meta: String {
        var parts: [String] = []
        if let score { parts.append("score \(score.percent) %") }
        if let survival { parts.append("survives \(survival.survived) of \(survival.changes.count)") }
        if let strength { parts.append("strength \(strength.percent) %") }
        if probes > 0 { parts.append(counted(probes, "probe")) }
        if seconds >= 0.0005 { parts.append(seconds < 1 ? "\(Int(seconds * 1000 + 0.5)) ms" : duration(seconds)) }
        if let recordedAt { parts.append("recorded \(recordedAt.text.prefix(10))") }
        return parts.joined(separator: " · ")
    }
}

enum HTMLGaps {
    private static let shown = 200

    static func write(_ strength: Strength, to page: inout String) {
        let unnoticed = strength.mutants.filter { $0.outcome == .unnoticed || $0.outcome == .undecided }
        write(
            "\(strength.count(.noticed)) of \(counted(strength.total, "promise")) of the contract are tested",
            unnoticed.map { mutant in
                item(mutant.outcome.rawValue, mutant.name, mutant.kind, mutant.contract)
                    + (mutant.reason.map { " <span class=\"reason\">\($0.markupText)</span>" } ?? "")
            }, to: &page)
    }

    static func write(_ survival: Survival, to page: inout String) {
        let changes = counted(survival.changes.count, "change")
        let lost = survival.changes.filter { $0.outcome != .survives }
        write(
            "survives \(survival.survived) of \(changes) that a provider makes without notice",
            lost.map { item($0.words.bounded(to: 300), $0.name, $0.kind, $0.contract) }, to: &page)
    }

    private static func write(_ sentence: String, _ items: [String], to page: inout String) {
        page += "<div class=\"survival\"><p>\(sentence)</p>\n"
        if !items.isEmpty {
            page += "<ul>\n" + items.truncated(to: shown).map { "<li>\($0)</li>\n" }.joined() + "</ul>"
        }
        page += "</div>\n"
    }

    private static func item(_ outcome: String, _ name: String, _ kind: String, _ place: Place) -> String {
        "<strong>\(outcome.markupText)</strong>: \(name.bounded(to: 200).markupText) "
            + "<code class=\"rule\">\(kind.markupText)</code> "
            + "<span class=\"place\">\("\(place)".markupText)</span>"
    }
}
