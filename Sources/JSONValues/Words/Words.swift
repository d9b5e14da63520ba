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

extension String {
    /// Returns at most `limit` Unicode scalars of the string and the number of omitted ones.
    package func bounded(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let scalars = unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex) else {
            return self
        }
        let rest = scalars[end...].count
        return rest == 0 ? self : String(scalars[..<end]) + "… (\(counted(rest, "more character")))"
    }

    /// The words of a name, split at other characters and at letter case changes: `HTTPServer2Id` is `HTTP Server2 Id`.
    package var nameWords: [String] {
        var words: [String] = []
        var word = ""
        let scalars = Array(unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            guard scalar.isOfWord else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let previous = index > 0 ? scalars[index - 1] : nil
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            let startsHump = scalar.isCapital && (previous.map { !$0.isCapital } ?? false || next?.isSmall ?? false)
            if startsHump, !word.isEmpty {
                words.append(word)
                word = ""
            }
            word.unicodeScalars.append(scalar)
        }
        return word.isEmpty ? words : words + [word]
    }
}

/// The ASCII checks avoid Unicode property lookups, which are slow.
extension Unicode.Scalar {
    fileprivate var isOfWord: Bool {
        isASCII ? UInt8(value).isASCIIAlphanumeric : properties.isAlphabetic || properties.numericType != nil
    }

    fileprivate var isCapital: Bool { isASCII ? (0x41...0x5A).contains(value) : properties.isUppercase }

    fileprivate var isSmall: Bool { isASCII ? (0x61...0x7A).contains(value) : properties.isLowercase }
}

/// Returns a count with its noun, such as `1 check` or `2 checks`. Pass an irregular plural explicitly.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(plural ?? "\(noun)s")"
}

/// Returns `once` or `2 times`.
package func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

/// Returns a duration in seconds with at most three decimals, such as `3 s` or `0.25 s`.
package func secondsText(_ seconds: Double) -> String {
    let rounded = (seconds * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded)) s" : "\(rounded) s"
}
