import ContractFormat
import ContractReporting
import EmbeddedTexts
import Foundation
import JSONSchema

package enum ServingPage {
    package static let path = "/_contracts"
    package static let logPath = "/_contracts/log"
    /// The path at which Pact verifiers request a provider state.
    package static let statesPath = "/_contracts/states"

    private static let style = HTMLPage.style + "\n" + String(cString: embedded_serving_css())
    /// Reloads the page every second. Without scripts, the page is static.
    private static let script = "\n" + String(cString: embedded_serving_js())

    package static func text(of log: ServingLog, serving contracts: [Contract]) -> String {
        let names = contracts.map(\.service).joined(separator: ", ")
        let title = log.faults == 0 ? "Serving \(names)" : "\(log.faults) of \(log.count) requests differ from \(names)"
        var page = HTMLPage.head(
            title: title, style: style, script: script, fetchesItself: true, color: log.faults == 0 ? .good : .bad
        ).replacing("<body>", with: "<body data-requests=\"\(log.count)\">")
        let endpoints = contracts.map(\.endpoints.count).reduce(0, +)
        let facts = [
            counted(contracts.count, "service"), "\(endpoints) endpoints",
            counted(log.count, "request"), "\(log.faults) with findings",
        ]
        page += """
            <header class="masthead \(log.faults == 0 ? "passed" : "failed")">
            <h1><span class="sign" aria-hidden="true">\(log.faults == 0 ? "✓" : "✗")</span> \(title.markupText)</h1>
            <p class="facts">\(facts.joined(separator: " · "))</p>
            </header>
            <main class="requests">

            """
        if log.count == 0 {
            page += "<p class=\"empty\">No requests yet. Every request to this port appears here.</p>\n"
        }
        page += log.latest.map { row(of: $0.entry, number: $0.number) }.joined()
        if log.count > ServingLog.maximumCount {
            page +=
                "<p class=\"empty\">\(log.count - ServingLog.maximumCount) earlier requests are counted but not kept.</p>\n"
        }
        return page + "</main>\n" + HTMLPage.foot(tool: "contracts serve", script: script)
    }

    private static func row(of entry: ServingEntry, number: Int) -> String {
        let endpoint = [entry.service, entry.endpoint].compactMap(\.self).joined(separator: "/")
        var text = """
            <details class="request\(entry.isFault ? " failed" : "")" id="request-\(number)"\(entry.isFault ? " open" : "")>
            <summary><span class="number">\(number)</span><span class="status">\(entry.status)</span>\
            <code>\("\(entry.method) \(entry.target)".bounded(to: 500).markupText)</code>\
            <span class="origin">\(endpoint.markupText)\(endpoint.isEmpty ? "" : " · ")\(entry.source.description.markupText)</span></summary>
            <dl>

            """
        for finding in entry.findings {
            text +=
                "<dt>\(finding.rule.markupText)</dt><dd><span class=\"message\">\(finding.message.markupText)</span></dd>\n"
            text += row("expected", finding.expected) + row("found", finding.found)
            text += row("contract", finding.place.map { "\($0)" })
        }
        text += row("sent", entry.requestBody.isEmpty ? nil : entry.requestBody)
        text += row("answered", entry.responseBody.isEmpty ? nil : entry.responseBody)
        return text + "</dl>\n</details>\n"
    }

    private static func row(_ name: String, _ value: String?) -> String {
        value.map { "<dt>\(name)</dt><dd><pre>\($0.markupText)</pre></dd>\n" } ?? ""
    }
}
