import Conformance

/// The share of each outcome as a bar: a drawing, since the page's policy forbids inline styles.
enum HTMLBar {
    static func text(of report: Report) -> String {
        let counts = CheckResult.Outcome.worstFirst.map { ($0, report.count($0)) }.filter { $0.1 > 0 }
        guard !counts.isEmpty else { return "" }
        // One failure among thousands is still seen: no part is narrower than 8 of the 1000 units.
        let widths = counts.map { max(8, Double($0.1) / Double(report.checks.count) * 1000) }
        let scale = 1000 / widths.reduce(0, +)
        var x = 0.0
        var parts = ""
        for ((outcome, _), width) in zip(counts, widths) {
            parts += "<rect class=\"\(outcome.rawValue)\" x=\"\(decimal(x, places: 1))\" "
            parts += "width=\"\(decimal(width * scale, places: 1))\" height=\"8\"/>"
            x += width * scale
        }
        let spoken = counts.map { "\($0.1) \($0.0.words)" }.joined(separator: ", ")
        return "<svg class=\"bar\" viewBox=\"0 0 1000 8\" preserveAspectRatio=\"none\" role=\"img\" "
            + "aria-label=\"\(spoken)\">\(parts)</svg>"
    }
}
