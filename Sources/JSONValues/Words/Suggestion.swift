package enum Suggestion {
    /// Returns `; did you mean 'x'?` for the nearest candidate, or else `text`, which lists all candidates by default.
    package static func text(for word: String, among candidates: [String], otherwise text: String? = nil) -> String {
        if let nearest = nearest(to: word, among: candidates) { return "; did you mean '\(nearest)'?" }
        return text ?? (candidates.isEmpty ? "" : "; valid: \(candidates.joined(separator: ", "))")
    }

    /// Returns the candidate with the fewest edits, if they are at most a third of the longer word (and at least one).
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let wanted = Array(word.lowercased())
        let ranked = candidates.map { (distance(wanted, Array($0.lowercased())), $0) }
        guard let best = ranked.min(by: { $0.0 < $1.0 }) else { return nil }
        return best.0 <= max(1, max(wanted.count, best.1.count) / 3) ? best.1 : nil
    }

    /// Returns the number of edits (insert, delete, replace, transpose). Words over 64 characters never match.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        guard a.count <= 64, b.count <= 64 else { return .max }
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var rows = [Array(0...b.count)]
        for i in 1...a.count {
            var row = [i]
            for j in 1...b.count {
                var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, rows[i - 2][j - 2] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
