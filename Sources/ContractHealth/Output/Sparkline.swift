import ContractReporting

/// The latencies of the latest rounds as a line, with a mark for each round's verdict below.
enum Sparkline {
    private static let width = 160.0
    private static let height = 26.0
    private static let markTop = 30.0
    private static let markHeight = 6.0
    private static let shown = 60

    /// The drawing; nothing where there are no samples.
    static func text(of samples: [HealthSample]) -> String {
        let samples = samples.suffix(shown)
        guard !samples.isEmpty else { return "" }
        let step = width / Double(samples.count)
        let most = max(samples.compactMap(\.latency).max() ?? 0, 0.001)
        var marks = ""
        var lines: [[String]] = [[]]
        for (index, sample) in samples.enumerated() {
            let x = Double(index) * step
            let name = sample.isInMaintenance ? "maintenance" : sample.verdict.rawValue
            marks += "<rect class=\"\(name)\" x=\"\(decimal(x, places: 1))\" y=\"\(Int(markTop))\" "
            marks += "width=\"\(decimal(max(step - 1, 0.5), places: 1))\" height=\"\(Int(markHeight))\"/>"
            if let latency = sample.latency {
                let y = 2 + (height - 4) * (1 - min(max(latency, 0) / most, 1))
                lines[lines.count - 1].append("\(decimal(x + step / 2, places: 1)),\(decimal(y, places: 1))")
            } else {
                // A round without an answer interrupts the line.
                lines.append([])
            }
        }
        let drawing = lines.filter { !$0.isEmpty }.map { points in
            // A line of one point is drawn as none, so it is doubled: its round end makes it a dot.
            "<polyline points=\"\((points.count == 1 ? points + points : points).joined(separator: " "))\"/>"
        }.joined()
        return "<svg class=\"spark\" viewBox=\"0 0 \(Int(width)) \(Int(markTop + markHeight))\" role=\"img\" "
            + "aria-label=\"\(spoken(samples))\">\(drawing)\(marks)</svg>"
    }

    private static func spoken(_ samples: ArraySlice<HealthSample>) -> String {
        let latencies = samples.compactMap(\.latency)
        var parts = [counted(samples.count, "round")]
        if let least = latencies.min(), let most = latencies.max() {
            parts.append("\(shortTime(least)) to \(shortTime(most))")
        }
        let lost = samples.count - latencies.count
        if lost > 0 { parts.append("\(lost) without an answer") }
        return parts.joined(separator: ", ")
    }
}
