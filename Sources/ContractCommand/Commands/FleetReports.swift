import ContractChecking
import ContractComparison
import ContractReporting
import JSONSchema

struct FleetReport {
    let rows: [FleetRow]
    let namesEnvironments: Bool

    /// Findings of unsupported versions become warnings.
    func report(seconds: Double) -> Report {
        Report(checks: rows.flatMap { row in row.cells.map { result(of: $0, row.version) } }, seconds: seconds)
    }

    private func result(of cell: FleetCell, _ version: FleetVersion) -> CheckResult {
        let column = cell.column
        let check =
            namesEnvironments
            ? Check(service: version.name, kind: .contract, column.environment, column.service, column.endpoint)
            : Check(service: version.name, kind: .contract, column.service, column.endpoint)
        if cell.verdict == .unknown { return CheckResult(check: check, outcome: .skipped, reason: cell.reason) }
        return CheckResult(
            check: check, outcome: cell.verdict == .breaks && version.isSupported ? .failed : .passed,
            findings: version.isSupported ? cell.findings : cell.findings.map { $0.weighing(.warning) })
    }

    var columns: [FleetCell.Column] {
        rows.flatMap(\.cells).map(\.column).distinct.grouped { [$0.environment, $0.service] }.flatMap { $0.elements }
    }

    func title(of column: FleetCell.Column) -> String {
        namesEnvironments ? "\(column.environment) \(column.service)" : column.service
    }

    struct Reason {
        /// The cell of the first version.
        let cell: FleetCell
        let versions: [FleetVersion]

        var place: Place? { cell.findings.first?.contract }

        var concerned: String {
            let names = versions.map(\.name).truncated(to: 5).joined(separator: ", ")
            let users = versions.compactMap(\.users)
            let people = users.isEmpty ? "" : " (\(users.reduce(0, +)) users)"
            return "in \(names)\(people)"
        }
    }

    var reasons: [Reason] {
        let cells = rows.flatMap { row in row.cells.map { (version: row.version, cell: $0) } }
        return [FleetCell.Verdict.breaks, .atRisk].flatMap { verdict in
            cells.filter { $0.cell.verdict == verdict }
                .grouped {
                    [$0.cell.column.environment, $0.cell.column.service, $0.cell.column.endpoint, $0.cell.reason]
                }
                .map { Reason(cell: $0.elements[0].cell, versions: $0.elements.map(\.version)) }
        }
    }
}

extension FleetCell {
    var text: String { reason ?? verdict.rawValue }
}

extension FleetCell.Verdict {
    var sign: String {
        switch self {
        case .breaks: "✗"
        case .atRisk: "!"
        case .unknown: "?"
        case .holds: "✓"
        }
    }
}

extension FleetRow {
    fileprivate var cellsByColumn: [FleetCell.Column: FleetCell] {
        Dictionary(cells.map { ($0.column, $0) }) { first, _ in first }
    }
}

enum FleetConsole {
    static func text(of fleet: FleetReport, width: Int?, color: Bool) -> String {
        var canvas = ConsoleCanvas(width: width, color: color)
        let columns = fleet.columns
        let groups = columns.grouped { fleet.title(of: $0) }
        for (title, columns) in groups {
            let names = columns.map(\.endpoint).joined(separator: ", ")
            canvas.line([Span("\(title): \(names)".consoleText())], hang: "    ")
        }
        canvas.blankLine()
        let first = max(7, fleet.rows.map(\.version.name.displayWidth).max() ?? 0)
        let widths = groups.map { max($0.key.displayWidth, $0.elements.count) }
        let head = zip(groups, widths).map { $0.key.padding(to: $1) }.joined(separator: "  ")
        canvas.line([Span(("\("version".padding(to: first))  " + head).consoleText(), .faint, breaks: false)])
        for row in fleet.rows {
            let cells = row.cellsByColumn
            let signs = zip(groups, widths).map { group, width in
                group.elements.map { cells[$0]?.verdict.sign ?? "·" }.joined().padding(to: width)
            }.joined(separator: "  ")
            let notes = [row.version.users.map { "\($0) users" }, row.version.isSupported ? nil : "not supported"]
                .compactMap(\.self).joined(separator: ", ")
            let line = "\(row.version.name.padding(to: first))  \(signs)" + (notes.isEmpty ? "" : "  \(notes)")
            canvas.line([Span(line.consoleText(), breaks: false)])
        }
        for reason in fleet.reasons {
            canvas.blankLine()
            let cell = reason.cell
            let head = "\(fleet.title(of: cell.column))/\(cell.column.endpoint) \(reason.concerned)".consoleText()
            let verdict = Span("\(cell.verdict.rawValue):", cell.verdict == .breaks ? .error : .warning)
            canvas.line([verdict, Span(head)], hang: "    ")
            canvas.line([Span(cell.text.bounded(to: 500).consoleText())], indent: "  ", hang: "      ")
            if let computed = cell.computed {
                canvas.line([Span("computed from the contract: \(computed)".consoleText())], indent: "  ")
            }
            if let place = reason.place {
                canvas.line([Span("\(place)".consoleText(), .faint, breaks: false)], indent: "  ")
            }
        }
        canvas.blankLine()
        return canvas.text + summary(of: fleet) + "\n"
    }

    static func summary(of fleet: FleetReport) -> String {
        let breaking = fleet.rows.filter(\.breaks)
        let supported = breaking.count { $0.version.isSupported }
        let users = breaking.compactMap(\.version.users).reduce(0, +)
        let all = counted(fleet.rows.count, "version")
        if breaking.isEmpty {
            return fleet.rows.contains(where: \.isDecided) ? "\(all), none breaks" : "\(all), not compared"
        }
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
            let cell = reason.cell
            page += "<li><strong>\(cell.verdict.rawValue)</strong> "
            page += "\("\(fleet.title(of: cell.column))/\(cell.column.endpoint) \(reason.concerned)".markupText): "
            page += cell.text.bounded(to: 1000).markupText
            if let computed = cell.computed { page += "; computed from the contract: \(computed.markupText)" }
            if let place = reason.place { page += " <span class=\"place\">\("\(place)".markupText)</span>" }
            page += "</li>\n"
        }
        return page + "</ul>\n</main>\n" + HTMLPage.foot(tool: tool)
    }

    private static func write(_ row: FleetRow, _ columns: [FleetCell.Column], to page: inout String) {
        let cells = row.cellsByColumn
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
            let reason = cell.text.bounded(to: 300).markupAttribute
            page += "<td class=\"\(style)\" title=\"\(reason)\">\(cell.verdict.sign)</td>"
        }
        page += "</tr>\n"
    }
}
