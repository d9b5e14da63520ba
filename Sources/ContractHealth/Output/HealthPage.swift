import ContractChecking
import ContractReporting
import EmbeddedTexts
import Foundation
import JSONSchema

/// A round as a self-contained status page, without network access, fonts or scripts.
enum HealthPage {
    private static let style = "\n" + String(cString: embedded_status_css())

    static func text(of round: HealthRound, in context: ReportContext) -> String {
        var sources = SourceFiles(context.source)
        var page = HTMLPage.head(title: round.title, style: HTMLPage.style + style, color: round.verdict.look.page)
        page += masthead(of: round)
        page += "<main id=\"results\">\n"
        for notice in round.notices { page += "<p class=\"notice\">\(notice.bounded(to: 1000).markupText)</p>\n" }
        if round.endpoints.isEmpty {
            page += "<p class=\"empty\">Nothing was checked: no case of any contract has "
            page += "<code>&quot;health&quot;: true</code>.</p>\n"
        }
        for (service, endpoints) in round.endpoints.grouped(by: \.service) {
            page += "<section class=\"service\">\n<h2>\(service.markupText)</h2>\n"
            for endpoint in endpoints {
                HealthPageEndpoint(endpoint: endpoint, date: round.started).write(to: &page, sources: &sources)
            }
            page += "</section>\n"
        }
        return page + "</main>\n" + HTMLPage.foot(tool: context.tool)
    }

    private static func masthead(of round: HealthRound) -> String {
        let watched = round.watched
        let parts = HealthVerdict.worstFirst.map { verdict in
            HTMLBar.Part(verdict.rawValue, verdict.rawValue, watched.count { $0.settled == verdict })
        }
        let maintained = HTMLBar.Part("maintenance", "in maintenance", round.endpoints.count - watched.count)
        return HTMLPage.masthead(
            round.verdict.rawValue, sign: round.verdict.look.sign, title: round.title,
            facts: [
                counted(round.endpoints.count, "endpoint"), round.counts, duration(round.seconds),
                HTMLPage.time(round.started),
            ].filter { !$0.isEmpty }, bar: HTMLBar.text(of: parts + [maintained]))
    }
}

struct HealthPageEndpoint {
    let endpoint: EndpointHealth
    let date: Date

    func write(to page: inout String, sources: inout SourceFiles) {
        let verdict = endpoint.settled
        page += "<details class=\"endpoint \(verdict.rawValue)\"\(endpoint.isTrouble ? " open" : "")>\n<summary>"
        page += "<span class=\"sign \(verdict.rawValue)\" aria-hidden=\"true\">\(verdict.look.sign)</span>"
        page += "<span class=\"name\">\(endpoint.endpoint.bounded(to: 300).markupText)</span>"
        let notes = ([verdict.rawValue] + endpoint.notes(at: date)).joined(separator: " · ")
        page += "<span class=\"verdict \(verdict.rawValue)\">\(notes)</span>"
        page += Sparkline.text(of: endpoint.samples)
        page += "<span class=\"latency\">\(endpoint.latencyText ?? "no response")</span>"
        if let availability = endpoint.notableAvailability.last, let percent = availability.percent {
            page += "<span class=\"uptime\">\(percent) in \(availability.window.rawValue)</span>"
        }
        page += "</summary>\n<div class=\"inside\">\n"
        writeAvailability(to: &page)
        writeAspects(to: &page)
        if let recorded = endpoint.recordedAt {
            let days = Int(date.timeIntervalSince(recorded) / 86_400)
            let age = days < 1 ? "today" : "\(counted(days, "day")) ago"
            page += "<p class=\"recorded\">compared with the recording \(age), "
            page += "<time datetime=\"\(recorded.stamp)\">\(recorded.stamp)</time></p>\n"
        }
        for group in FindingGroup.groups(of: endpoint.findings + endpoint.remarks) {
            HTMLFinding.write(group, to: &page, sources: &sources)
        }
        page += "</div>\n</details>\n"
    }

    private func writeAvailability(to page: inout String) {
        guard !endpoint.availability.isEmpty else { return }
        page += "<dl class=\"availability\">\n"
        for availability in endpoint.availability {
            page += "<div><dt>available in \(availability.window.rawValue)</dt>"
            page += "<dd>\(availability.percent ?? "not known yet")</dd>"
            page +=
                "<dd class=\"rounds\">\(availability.available) of \(counted(availability.observed, "round"))</dd></div>\n"
        }
        page += "</dl>\n"
    }

    private func writeAspects(to page: inout String) {
        page += "<ul class=\"aspects\">\n"
        for aspect in HealthAspect.allCases {
            let mark = endpoint[aspect].mark
            page += "<li class=\"\(mark.style)\"><span aria-hidden=\"true\">\(mark.sign)</span> \(aspect.rawValue)"
            page += "<span class=\"unseen\">: \(mark.words)</span>"
            if let reason = endpoint[aspect].reason {
                page += " <span class=\"reason\">\(reason.bounded(to: 500).markupText)</span>"
            }
            page += "</li>\n"
        }
        page += "</ul>\n"
    }
}

extension HealthAspectResult {
    fileprivate var mark: (style: String, sign: String, words: String) {
        switch self {
        case .held: ("held", "✓", "passed")
        case .failed(let findings):
            (findings.contains { $0.severity == .error } ? "broken" : "doubtful", "✗", "failed")
        case .notObserved: ("unobserved", "–", "was not checked")
        case .unsupported: ("unsupported", "?", "was skipped")
        }
    }
}

enum Sparkline {
    private static let width = 160.0
    private static let height = 26.0
    private static let markTop = 30.0
    private static let markHeight = 6.0
    private static let shown = 60

    static func text(of samples: [HealthSample]) -> String {
        let samples = samples.suffix(shown)
        guard !samples.isEmpty else { return "" }
        let step = width / Double(samples.count)
        let most = max(samples.compactMap(\.latency).max() ?? 0, 0.001)
        var marks = ""
        var lines: [[String]] = [[]]
        for (index, sample) in samples.enumerated() {
            let x = Double(index) * step
            let name = sample.isInMaintenance ? "maintenance" : sample.verdict.rawValue
            marks += "<rect class=\"\(name)\" x=\"\(decimal(x, places: 1))\" y=\"\(Int(markTop))\" "
            marks += "width=\"\(decimal(max(step - 1, 0.5), places: 1))\" height=\"\(Int(markHeight))\"/>"
            if let latency = sample.latency {
                let y = 2 + (height - 4) * (1 - min(max(latency, 0) / most, 1))
                lines[lines.count - 1].append("\(decimal(x + step / 2, places: 1)),\(decimal(y, places: 1))")
            } else {
                // A round without a response interrupts the line.
                lines.append([])
            }
        }
        let drawing = lines.filter { !$0.isEmpty }.map { points in
            // A polyline of one point is invisible; doubled, its round cap makes it a dot.
            "<polyline points=\"\((points.count == 1 ? points + points : points).joined(separator: " "))\"/>"
        }.joined()
        return "<svg class=\"spark\" viewBox=\"0 0 \(Int(width)) \(Int(markTop + markHeight))\" role=\"img\" "
            + "aria-label=\"\(spoken(samples))\">\(drawing)\(marks)</svg>"
    }

    private static func spoken(_ samples: ArraySlice<HealthSample>) -> String {
        let latencies = samples.compactMap(\.latency)
        var parts = [counted(samples.count, "round")]
        if let least = latencies.min(), let most = latencies.max() {
            parts.append("\(shortTime(least)) to \(shortTime(most))")
        }
        let lost = samples.count - latencies.count
        if lost > 0 { parts.append("\(lost) without a response") }
        return parts.joined(separator: ", ")
    }
}
