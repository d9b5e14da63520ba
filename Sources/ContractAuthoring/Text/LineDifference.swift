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
        var (i, j) = (0, 0)
        var unchanged: [String] = []
        var isOpen = false
        while i < before.count || j < after.count {
            let isRemoval = removed.contains(i)
            if isRemoval || inserted.contains(j) {
                if !isOpen {
                    let shown = unchanged.suffix(context)
                    hunks.append(Hunk(lines: Array(shown), start: (i - shown.count + 1, j - shown.count + 1)))
                    (isOpen, unchanged) = (true, [])
                }
                hunks[hunks.count - 1].lines += unchanged + [isRemoval ? "-" + before[i] : "+" + after[j]]
                unchanged = []
                if isRemoval { i += 1 } else { j += 1 }
                continue
            }
            unchanged.append(" " + after[j])
            (i, j) = (i + 1, j + 1)
            if isOpen, unchanged.count > 2 * context {
                hunks[hunks.count - 1].lines += unchanged.prefix(context)
                (isOpen, unchanged) = (false, Array(unchanged.dropFirst(context)))
            }
        }
        if isOpen { hunks[hunks.count - 1].lines += unchanged.prefix(context) }
    }

    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
