import ContractChecking
import Foundation

/// The output formats of `--report FORMAT=FILE`.
package enum ReportFormat: String, Sendable, Hashable, CaseIterable {
    case console
    case json
    /// One object per check and line, followed by the summary.
    case jsonl
    case junit
    /// JUnit XML without `file` and `line`, for readers that validate it against the schema.
    case junitStrict = "junit-strict"
    case github
    case markdown
    case sarif
    case html
    case prometheus
}

extension Report {
    /// Returns the report in a format, with a trailing newline unless it is empty.
    ///
    /// The output is deterministic. All untrusted text (messages, values, names) is escaped for the format.
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
    /// The number of columns to wrap at, or `nil` to disable wrapping.
    package var width: Int?
    package var color: Bool
    /// Returns the text of a file for excerpts, or `nil` if it is unavailable.
    package var source: @Sendable (String) -> String?
    package var rules: [Rule]

    /// - Parameter rules: the explained rules. The default is the rules of `contracts verify`.
    package init(
        tool: String = "contracts", date: Date? = nil, width: Int? = nil, color: Bool = false, rules: [Rule]? = nil,
        source: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.rules = rules ?? RuleCatalog.all
        (self.tool, self.date, self.width, self.color) = (tool, date, width, color)
        self.source = source
    }
}
