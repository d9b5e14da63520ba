import ContractChecking
import ContractComparison
import ContractReporting
import JSONSchema

/// The results of a fleet as a report, with a check for each version, environment and endpoint.
struct FleetReport {
    let rows: [FleetRow]
    /// Whether there is more than one environment, which cells then name.
    let namesEnvironments: Bool

    init(rows: [FleetRow], environments: Int) {
        self.rows = rows
        namesEnvironments = environments > 1
    }

    /// Findings of unsupported versions are reported and fail nothing.
    func report(seconds: Double) -> Report {
        Report(
            checks: rows.flatMap { row in row.cells.map { result(of: $0, row.version) } }, seconds: seconds)
    }

    private func result(of cell: FleetCell, _ version: FleetVersion) -> CheckResult {
        let check =
            namesEnvironments
            ? Check(service: version.name, kind: .contract, cell.environment, cell.service, cell.endpoint)
            : Check(service: version.name, kind: .contract, cell.service, cell.endpoint)
        let findings = version.isSupported ? cell.findings : cell.findings.map { $0.weighing(.warning) }
        return CheckResult(
            check: check,
            outcome: cell.verdict == .unknown
                ? .skipped : cell.verdict == .breaks && version.isSupported ? .failed : .passed,
            findings: cell.verdict == .unknown ? [] : findings, reason: cell.verdict == .unknown ? cell.reason : nil)
    }

    /// A column of the matrix: an endpoint of a service in an environment.
    struct Column: Hashable {
        let environment: String
        let service: String
        let endpoint: String
    }

    /// The columns in the order in which the versions have them, those of one service together.
    var columns: [Column] {
        var groups: [(key: [String], columns: [Column])] = []
        for cell in rows.flatMap(\.cells) {
            let key = [cell.environment, cell.service]
            let column = Column(environment: cell.environment, service: cell.service, endpoint: cell.endpoint)
            guard let index = groups.firstIndex(where: { $0.key == key }) else {
                groups.append((key, [column]))
                continue
            }
            if !groups[index].columns.contains(column) { groups[index].columns.append(column) }
        }
        return groups.flatMap(\.columns)
    }

    func title(of column: Column) -> String {
        namesEnvironments ? "\(column.environment) \(column.service)" : column.service
    }

    /// A reason for breaking or risk, with the versions that it concerns.
    struct Reason {
        let verdict: FleetCell.Verdict
        let column: Column
        let reason: String
        let computed: String?
        let place: Place?
        var versions: [FleetVersion]

        /// `in v1.0, v1.1 (2 versions, 1300 users)`.
        var concerned: String {
            let names = versions.prefix(5).map(\.name).joined(separator: ", ")
            let rest = versions.count > 5 ? " and \(versions.count - 5) more" : ""
            let users = versions.compactMap(\.users)
            let people = users.isEmpty ? "" : " (\(users.reduce(0, +)) users)"
            return "in \(names)\(rest)\(people)"
        }
    }

    var reasons: [Reason] {
        var reasons: [Reason] = []
        for row in rows {
            for cell in row.cells where cell.verdict == .breaks || cell.verdict == .atRisk {
                let column = Column(environment: cell.environment, service: cell.service, endpoint: cell.endpoint)
                let text = cell.reason ?? cell.verdict.rawValue
                if let index = reasons.firstIndex(where: {
                    $0.verdict == cell.verdict && $0.column == column && $0.reason == text
                }) {
                    reasons[index].versions.append(row.version)
                } else {
                    reasons.append(
                        Reason(
                            verdict: cell.verdict, column: column, reason: text, computed: cell.computed,
                            place: cell.findings.first?.contract, versions: [row.version]))
                }
            }
        }
        return FleetCell.Verdict.allCases.flatMap { verdict in reasons.filter { $0.verdict == verdict } }
    }
}

extension FleetCell.Verdict {
    /// One character, so that a matrix of many versions stays readable.
    var sign: String {
        switch self {
        case .breaks: "✗"
        case .atRisk: "!"
        case .unknown: "?"
        case .holds: "✓"
        }
    }
}

/// The matrix of a fleet for a person at a terminal: a line a version, a sign an endpoint.
enum FleetConsole {
    static func text(of fleet: FleetReport, width: Int?, color: Bool) -> String {
        var canvas = ConsoleCanvas(width: width, color: color)
        let columns = fleet.columns
        let groups = columns.reduce(into: [(title: String, columns: [FleetReport.Column])]()) { groups, column in
            let title = fleet.title(of: column)
            if groups.last?.title == title {
                groups[groups.count - 1].columns.append(column)
            } else {
                groups.append((title, [column]))
            }
        }
        for group in groups {
            let names = group.columns.map(\.endpoint).joined(separator: ", ")
            canvas.line([Span("\(group.title): \(names)".consoleText())], hang: "    ")
        }
        canvas.blankLine()
        let first = max(7, fleet.rows.map(\.version.name.count).max() ?? 0)
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.count))
        }
        let widths = groups.map { max($0.title.count, $0.columns.count) }
        let head = zip(groups, widths).map { padded($0.title, $1) }.joined(separator: "  ")
        canvas.line([Span(("\(padded("version", first))  " + head).consoleText(), .faint, breaks: false)])
        for row in fleet.rows {
            let cells = Dictionary(
                row.cells.map {
                    (
                        FleetReport.Column(environment: $0.environment, service: $0.service, endpoint: $0.endpoint),
                        $0.verdict.sign
                    )
                }
            ) { first, _ in first }
            let signs = zip(groups, widths).map { group, width in
                padded(group.columns.map { cells[$0] ?? "·" }.joined(), width)
            }.joined(separator: "  ")
            let notes = [
                row.version.users.map { "\($0) users" }, row.version.isSupported ? nil : "not supported",
            ].compactMap(\.self).joined(separator: ", ")
            let line = "\(padded(row.version.name, first))  \(signs)" + (notes.isEmpty ? "" : "  \(notes)")
            canvas.line([Span(line.consoleText(), breaks: false)])
        }
        for reason in fleet.reasons {
            canvas.blankLine()
            let meaning: Span.Meaning = reason.verdict == .breaks ? .error : .warning
            canvas.line(
                [
                    Span("\(reason.verdict.rawValue):", meaning),
                    Span(
                        "\(fleet.title(of: reason.column))/\(reason.column.endpoint) \(reason.concerned)".consoleText()),
                ], hang: "    ")
            canvas.line([Span(reason.reason.bounded(to: 500).consoleText())], indent: "  ", hang: "      ")
            if let computed = reason.computed {
                canvas.line([Span("computed from the contract: \(computed)".consoleText())], indent: "  ")
            }
            if let place = reason.place {
                canvas.line([Span("\(place)".consoleText(), .faint, breaks: false)], indent: "  ")
            }
        }
        canvas.blankLine()
        return canvas.text + summary(of: fleet) + "\n"
    }

    /// The last line, with the number of versions that break.
    static func summary(of fleet: FleetReport) -> String {
        let breaking = fleet.rows.filter(\.breaks)
        let supported = breaking.count { $0.version.isSupported }
        let users = breaking.compactMap(\.version.users).reduce(0, +)
        let all = "\(fleet.rows.count) version\(fleet.rows.count == 1 ? "" : "s")"
        if breaking.isEmpty { return "\(all), none breaks" }
        return "\(breaking.count) of \(all) break\(breaking.count == 1 ? "s" : ""), \(supported) of them supported"
            + (users > 0 ? ", \(users) users" : "")
    }
}

enum FleetPage {
    static func text(of fleet: FleetReport, tool: String) -> String {
        let isBroken = fleet.rows.contains { $0.breaks && $0.version.isSupported }
        var page = HTMLPage.head(
            title: FleetConsole.summary(of: fleet), style: HTMLPage.style, color: isBroken ? .bad : .good)
        page += "<header class=\"masthead \(isBroken ? "failed" : "passed")\"><h1>"
        page += "\(FleetConsole.summary(of: fleet).markupText)</h1></header>\n<main id=\"results\">\n"
        page +=
            "<div class=\"matrix\"><div class=\"wide\" role=\"region\" aria-label=\"Versions\" tabindex=\"0\"><table>\n"
        page += "<thead><tr><th scope=\"col\">version</th>"
        let columns = fleet.columns
        for column in columns {
            page += "<th scope=\"col\" title=\"\(fleet.title(of: column).markupAttribute)\">"
            page += "\(column.endpoint.markupText)<br><small>\(fleet.title(of: column).markupText)</small></th>"
        }
        page += "</tr></thead>\n<tbody>\n"
        for row in fleet.rows { write(row, columns, to: &page) }
        page += "</tbody></table></div></div>\n<ul>\n"
        for reason in fleet.reasons {
            page += "<li><strong>\(reason.verdict.rawValue)</strong> "
            page += "\("\(fleet.title(of: reason.column))/\(reason.column.endpoint) \(reason.concerned)".markupText): "
            page += reason.reason.bounded(to: 1000).markupText
            if let computed = reason.computed { page += "; computed from the contract: \(computed.markupText)" }
            if let place = reason.place { page += " <span class=\"place\">\("\(place)".markupText)</span>" }
            page += "</li>\n"
        }
        return page + "</ul>\n</main>\n" + HTMLPage.foot(tool: tool)
    }

    private static func write(_ row: FleetRow, _ columns: [FleetReport.Column], to page: inout String) {
        let cells = Dictionary(
            row.cells.map {
                (FleetReport.Column(environment: $0.environment, service: $0.service, endpoint: $0.endpoint), $0)
            }
        ) { first, _ in first }
        let users = row.version.users.map { " <small>\($0) users</small>" } ?? ""
        let support = row.version.isSupported ? "" : " <small>not supported</small>"
        page += "<tr><th scope=\"row\">\(row.version.name.markupText)\(users)\(support)</th>"
        for column in columns {
            guard let cell = cells[column] else {
                page += "<td></td>"
                continue
            }
            let style =
                switch cell.verdict {
                case .breaks: "error"
                case .atRisk: "warning"
                case .unknown, .holds: "held"
                }
            let reason = (cell.reason ?? cell.verdict.rawValue).bounded(to: 300)
            page += "<td class=\"\(style)\" title=\"\(reason.markupAttribute)\">\(cell.verdict.sign)</td>"
        }
        page += "</tr>\n"
    }
}
