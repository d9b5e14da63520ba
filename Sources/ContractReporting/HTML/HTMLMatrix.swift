import ContractChecking
import JSONSchema

/// The matrix of a model: places by kinds of probes, with the probes of each cell.
///
/// Cells expand without scripts. Cells of one matrix share a name, so that opening one closes the other.
struct HTMLMatrix {
    private static let shownRows = 300
    private static let shownProbes = 30

    let matrix: ModelMatrix
    let name: String

    func write(to page: inout String) {
        let probes = matrix.rows.reduce(0) { $0 + $1.cells.values.reduce(0) { $0 + $1.outcomes.count } }
        let broken = matrix.rows.reduce(0) { $0 + $1.broken }
        page +=
            "<div class=\"matrix\"><div class=\"wide\" role=\"region\" aria-label=\"Probes\" tabindex=\"0\"><table>\n"
        page += "<caption>\(counted(probes, "probe")) of the input that the initializer must accept or refuse"
        page += broken == 0 ? ", all as expected" : ", <strong>\(broken) not as expected</strong>"
        page += "</caption>\n<thead><tr><th scope=\"col\">where</th>"
        for kind in matrix.kinds {
            page += "<th scope=\"col\" title=\"\(Self.meaning(of: kind).markupAttribute)\">\(kind.markupText)</th>"
        }
        page += "</tr></thead>\n<tbody>\n"
        let rows =
            matrix.rows.count <= Self.shownRows
            ? matrix.rows : matrix.rows.filter { $0.broken > 0 } + matrix.rows.filter { $0.broken == 0 }
        for row in rows.prefix(Self.shownRows) { write(row, to: &page) }
        page += "</tbody></table></div>\n"
        let hidden = rows.dropFirst(Self.shownRows)
        if !hidden.isEmpty {
            let broken = hidden.reduce(0) { $0 + $1.broken }
            page += "<p class=\"rest\">and \(hidden.count) more places, "
            page += broken == 0 ? "all as expected</p>\n" : "\(broken) probes there not as expected</p>\n"
        }
        page += "</div>\n"
    }

    private func write(_ row: ModelMatrix.Row, to page: inout String) {
        let place = row.place.bounded(to: 200)
        page += "<tr><th scope=\"row\">\(Self.title(of: place))</th>"
        for kind in matrix.kinds {
            if let cell = row.cells[kind] {
                write(cell, kind, place, to: &page)
            } else {
                page += "<td></td>"
            }
        }
        page += "</tr>\n"
    }

    private func write(_ cell: ModelMatrix.Cell, _ kind: String, _ place: String, to page: inout String) {
        let count = cell.outcomes.count
        let title = Self.title(of: place)
        let spoken =
            "\(place.isEmpty ? "the whole" : place), \(kind): \(counted(count, "probe")), "
            + (cell.broken == 0 ? "all as expected" : "\(cell.broken) not as expected")
        page += "<td class=\"\(cell.severity?.rawValue ?? "held")\"><details class=\"cell\" name=\"\(name)\">"
        page += "<summary aria-label=\"\(spoken.markupAttribute)\">"
        page += cell.broken == 0 ? "\(count)" : "<strong>✕\(cell.broken)</strong><small>/\(count)</small>"
        page += "</summary><div class=\"probes\"><h4>\(title) \(kind.markupText)</h4>\n"
        writeBroken(cell, to: &page)
        writeHeld(cell, to: &page)
        page += "</div></details></td>"
    }

    private static func title(of place: String) -> String {
        place.isEmpty ? "the whole" : "<code>\(place.markupText)</code>"
    }

    private func writeBroken(_ cell: ModelMatrix.Cell, to page: inout String) {
        let broken = cell.outcomes.filter { $0.rule != nil }
        guard !broken.isEmpty else { return }
        let items = broken.map { outcome in
            "\(outcome.name.bounded(to: 200).markupText): "
                + "<span class=\"expected\">expected \(outcome.expected.bounded(to: 100).markupText)</span>, "
                + "<span class=\"found\">found \(outcome.found.bounded(to: 300).markupText)</span>"
                + (outcome.rule.map { " <code class=\"rule\">\($0.markupText)</code>" } ?? "")
        }
        page += "<ul>\n" + items.truncated(to: Self.shownProbes).map { "<li>\($0)</li>\n" }.joined() + "</ul>\n"
    }

    private func writeHeld(_ cell: ModelMatrix.Cell, to page: inout String) {
        let held = cell.outcomes.filter { $0.rule == nil }
        let found = held.map(\.found).distinct.prefix(10)
        for made in found {
            let outcomes = held.filter { $0.found == made }
            page += "<p><strong>\(made.bounded(to: 200).markupText)</strong>, as expected, for "
            page += outcomes.prefix(Self.shownProbes).map { "<span>\(Self.shortName(of: $0).markupText)</span>" }
                .joined(separator: ", ")
            if outcomes.count > Self.shownProbes { page += " and \(outcomes.count - Self.shownProbes) more" }
            page += "</p>\n"
        }
        let rest = held.count { !found.contains($0.found) }
        if rest > 0 { page += "<p>and \(rest) more, as expected</p>\n" }
    }

    /// Returns the probe's name without the place, which the cell shows. Names of array elements keep their index.
    private static func shortName(of outcome: ProbeOutcome) -> String {
        let isElement = outcome.pointer.split(separator: "/").contains { Int($0) != nil }
        let place = outcome.pointer + " "
        let name =
            !isElement && place != " " && outcome.name.hasPrefix(place)
            ? String(outcome.name.dropFirst(place.count)) : outcome.name
        return name.bounded(to: 120)
    }

    private static func meaning(of kind: String) -> String {
        switch Probe.Kind(rawValue: kind) {
        case .example: "an unchanged example of the contract"
        case .recorded: "an unchanged recorded value"
        case .missing: "the property is left out"
        case .null: "the property is null"
        case .type: "a value of a different type"
        case .number: "numbers at and around bounds and the limits of Swift's types"
        case .string: "empty, unusual and long strings, and strings that violate the pattern or format"
        case .choice: "the values of an enumeration, and an unlisted value"
        case .array: "arrays that are empty or long, or contain an invalid element"
        case .unknown: "a property that no schema declares"
        case .pair: "optional properties that are missing together"
        case .text: "bodies that are truncated or not JSON"
        case nil: "another kind of probe"
        }
    }
}
