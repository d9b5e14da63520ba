/// The line difference of two texts, in the form of a unified diff.
package struct LineDifference: Sendable {
    package struct Hunk: Sendable {
        /// Lines with the prefix of a unified diff: ` `, `-`, or `+`.
        package fileprivate(set) var lines: [String] = []
        /// The first line's 1-based number in the old and new text.
        package fileprivate(set) var start: (old: Int, new: Int)
        package var oldCount: Int { lines.count { !$0.hasPrefix("+") } }
        package var newCount: Int { lines.count { !$0.hasPrefix("-") } }
        package var newLines: Range<Int> { start.new..<(start.new + newCount) }
    }

    package private(set) var hunks: [Hunk] = []

    package init(from old: String, to new: String) {
        // The number of unchanged lines around a change.
        let context = 2
        let (before, after) = (Self.lines(old), Self.lines(new))
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in after.difference(from: before) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        // All lines with their prefixes, and the numbers that each has in both texts.
        var lines: [(text: String, start: (old: Int, new: Int))] = []
        var (i, j) = (0, 0)
        while i < before.count || j < after.count {
            let prefix = removed.contains(i) ? "-" : inserted.contains(j) ? "+" : " "
            lines.append((prefix + (prefix == "-" ? before[i] : after[j]), (i + 1, j + 1)))
            if prefix != "+" { i += 1 }
            if prefix != "-" { j += 1 }
        }
        var ranges: [Range<Int>] = []
        for index in lines.indices where !lines[index].text.hasPrefix(" ") {
            let start = max(0, index - context)
            let end = min(lines.count, index + context + 1)
            // Changes whose surroundings meet share a hunk.
            let isNear = ranges.last.map { $0.upperBound >= start } ?? false
            ranges.append((isNear ? ranges.removeLast().lowerBound : start)..<end)
        }
        hunks = ranges.map { Hunk(lines: lines[$0].map(\.text), start: lines[$0.lowerBound].start) }
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
