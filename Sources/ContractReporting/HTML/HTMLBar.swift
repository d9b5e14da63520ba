import ContractChecking

/// Shares of a whole as a bar: a drawing, since the page's policy forbids inline styles.
package enum HTMLBar {
    /// One share: the class that colours it, how it is spoken, and how many there are.
    package typealias Part = (name: String, words: String, count: Int)

    static func text(of report: Report) -> String {
        text(of: CheckResult.Outcome.worstFirst.map { ($0.rawValue, $0.words, report.count($0)) })
    }

    /// The bar of the shares that are not empty, in their order; nothing where all are.
    package static func text(of parts: [Part]) -> String {
        let parts = parts.filter { $0.count > 0 }
        let all = parts.reduce(0) { $0 + $1.count }
        guard all > 0 else { return "" }
        // One failure among thousands is still seen: no part is narrower than 8 of the 1000 units.
        let widths = parts.map { max(8, Double($0.count) / Double(all) * 1000) }
        let scale = 1000 / widths.reduce(0, +)
        var x = 0.0
        var drawing = ""
        for (part, width) in zip(parts, widths) {
            drawing += "<rect class=\"\(part.name)\" x=\"\(decimal(x, places: 1))\" "
            drawing += "width=\"\(decimal(width * scale, places: 1))\" height=\"8\"/>"
            x += width * scale
        }
        let spoken = parts.map { "\($0.count) \($0.words)" }.joined(separator: ", ")
        return "<svg class=\"bar\" viewBox=\"0 0 1000 8\" preserveAspectRatio=\"none\" role=\"img\" "
            + "aria-label=\"\(spoken)\">\(drawing)</svg>"
    }
}
