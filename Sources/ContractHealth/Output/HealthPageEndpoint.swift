import ContractChecking
import ContractReporting
import Foundation

/// One endpoint of the status page: a line, and folded below it what was looked at and what is wrong.
struct HealthPageEndpoint {
    let endpoint: EndpointHealth
    /// When the round began.
    let date: Date

    func write(to page: inout String, sources: inout SourceFiles) {
        let verdict = endpoint.settled
        page += "<details class=\"endpoint \(verdict.rawValue)\"\(endpoint.isTrouble ? " open" : "")>\n<summary>"
        page += "<span class=\"sign \(verdict.rawValue)\" aria-hidden=\"true\">\(verdict.sign)</span>"
        page += "<span class=\"name\">\(endpoint.endpoint.bounded(to: 300).markupText)</span>"
        let notes = ([verdict.rawValue] + endpoint.notes(at: date)).joined(separator: " · ")
        page += "<span class=\"verdict \(verdict.rawValue)\">\(notes)</span>"
        page += Sparkline.text(of: endpoint.samples)
        page += "<span class=\"latency\">\(endpoint.latencyText ?? "no answer")</span>"
        if let availability = endpoint.tellingAvailability.last, let percent = availability.percent {
            page += "<span class=\"uptime\">\(percent) in \(availability.window.rawValue)</span>"
        }
        page += "</summary>\n<div class=\"inside\">\n"
        writeAvailability(to: &page)
        writeAspects(to: &page)
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
            let result = endpoint[aspect]
            page += "<li class=\"\(result.name)\"><span aria-hidden=\"true\">\(result.sign)</span> \(aspect.rawValue)"
            page += "<span class=\"unseen\">: \(result.words)</span>"
            if let reason = result.reason {
                page += " <span class=\"reason\">\(reason.bounded(to: 500).markupText)</span>"
            }
            page += "</li>\n"
        }
        page += "</ul>\n"
    }
}

extension HealthAspectResult {
    /// The class that colours it.
    fileprivate var name: String {
        switch self {
        case .held: "held"
        case .failed(let findings): findings.contains { $0.severity == .error } ? "broken" : "doubtful"
        case .notObserved: "unobserved"
        case .unsupported: "unsupported"
        }
    }

    fileprivate var sign: String {
        switch self {
        case .held: "✓"
        case .failed: "✗"
        case .notObserved: "–"
        case .unsupported: "?"
        }
    }

    fileprivate var words: String {
        switch self {
        case .held: "holds"
        case .failed: "does not hold"
        case .notObserved: "was not looked at"
        case .unsupported: "cannot be looked at"
        }
    }
}
