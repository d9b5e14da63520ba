import ContractChecking
import ContractReporting
import Foundation

/// A round as a status page that needs nothing else: no network, no fonts, no scripts.
enum HealthPage {
    /// What the status page adds to the style sheet of reports.
    private static let style = "\n" + String(decoding: PackageResources.status_css, as: UTF8.self)

    static func text(of round: HealthRound, in context: ReportContext) -> String {
        var sources = SourceFiles(context.source)
        var page = HTMLPage.head(
            title: round.title, style: HTMLPage.style + style, color: round.verdict.pageColor)
        page += masthead(of: round)
        page += "<main id=\"results\">\n"
        for notice in round.notices { page += "<p class=\"notice\">\(notice.bounded(to: 1000).markupText)</p>\n" }
        if round.endpoints.isEmpty {
            page += "<p class=\"empty\">Nothing was looked at: no case of any contract has "
            page += "<code>&quot;health&quot;: true</code>.</p>\n"
        }
        for service in services(of: round) {
            page += "<section class=\"service\">\n<h2>\(service.name.markupText)</h2>\n"
            for endpoint in service.endpoints {
                HealthPageEndpoint(endpoint: endpoint, date: round.started).write(to: &page, sources: &sources)
            }
            page += "</section>\n"
        }
        return page + "</main>\n" + HTMLPage.foot(tool: context.tool)
    }

    private static func masthead(of round: HealthRound) -> String {
        let stamp = round.started.stamp
        let spoken = stamp.replacing("T", with: " ").replacing("Z", with: " UTC")
        let facts = [
            counted(round.endpoints.count, "endpoint"), round.counts, duration(round.seconds),
            "<time datetime=\"\(stamp)\">\(spoken)</time>",
        ].filter { !$0.isEmpty }
        let watched = round.endpoints.filter { !$0.isInMaintenance }
        let parts = HealthVerdict.worstFirst.map { verdict in
            HTMLBar.Part(verdict.rawValue, verdict.rawValue, watched.count { $0.settled == verdict })
        }
        let maintained = HTMLBar.Part("maintenance", "in maintenance", round.endpoints.count - watched.count)
        return """
            <a class="skip" href="#results">Skip to the results</a>
            <header class="masthead \(round.verdict.rawValue)">
            <h1><span class="sign" aria-hidden="true">\(round.verdict.sign)</span> \(round.title.markupText)</h1>
            <p class="facts">\(facts.joined(separator: " <span aria-hidden=\"true\">·</span> "))</p>
            \(HTMLBar.text(of: parts + [maintained]))
            </header>

            """
    }

    /// The endpoints by service, both in the order in which they come.
    private static func services(of round: HealthRound) -> [(name: String, endpoints: [EndpointHealth])] {
        var services: [(name: String, endpoints: [EndpointHealth])] = []
        var index: [String: Int] = [:]
        for endpoint in round.endpoints {
            let known = index[endpoint.service] ?? services.count
            if known == services.count {
                index[endpoint.service] = known
                services.append((endpoint.service, []))
            }
            services[known].endpoints.append(endpoint)
        }
        return services
    }
}

extension HealthVerdict {
    fileprivate var pageColor: HTMLPage.Color {
        switch self {
        case .healthy: .good
        case .degraded, .unsupported: .doubtful
        case .failing, .unreachable: .bad
        }
    }
}
