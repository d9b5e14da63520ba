import ContractChecking
import Foundation

/// The forms a report can be written in, named as `--report FORMAT=FILE` names them.
package enum ReportFormat: String, Sendable, Hashable, CaseIterable {
    case console
    case json
    /// An object per check and line, the summary last.
    case jsonl
    case junit
    /// JUnit XML without `file` and `line`, for readers that hold it to the schema.
    case junitStrict = "junit-strict"
    case github
    case markdown
    case sarif
    case html
    case prometheus
}

extension Report {
    /// The report as text in a format, ending in a newline unless it is empty.
    ///
    /// The same report and context always give the same text. Whatever came from outside (messages, values, names) is
    /// escaped for the format, so it can neither break it nor speak in its place.
    package func rendered(as format: ReportFormat, in context: ReportContext = ReportContext()) -> String {
        switch format {
        case .console: ConsoleReport.text(of: self, in: context)
        case .json: JSONReport.text(of: self)
        case .jsonl: JSONReport.lines(of: self)
        case .junit: JUnitReport(places: true).text(of: self, in: context)
        case .junitStrict: JUnitReport(places: false).text(of: self, in: context)
        case .github: GitHubCommands.text(of: self)
        case .markdown: gitHubSummary()
        case .sarif: SARIFReport.text(of: self, in: context)
        case .html: HTMLReport.text(of: self, in: context)
        case .prometheus: PrometheusReport.text(of: self, in: context)
        }
    }
}

package struct ReportContext: Sendable {
    package var tool: String
    package var date: Date?
    /// The terminal's columns to wrap at; `nil` wraps nothing.
    package var width: Int?
    package var color: Bool
    /// The text of a file that a finding points into, for excerpts; `nil` where there is none to show.
    package var source: @Sendable (String) -> String?
    package var rules: [Rule]

    /// Makes a context; without a source no excerpts are shown, without rules those of `contracts verify` are explained.
    package init(
        tool: String = "contracts", date: Date? = nil, width: Int? = nil, color: Bool = false, rules: [Rule]? = nil,
        source: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.rules = rules ?? RuleCatalog.all
        self.tool = tool
        self.date = date
        self.width = width
        self.color = color
        self.source = source
    }
}
