/// The difference of two texts in lines, as a unified diff shows it.
package struct LineDifference: Sendable {
    /// Lines that differ, with some that do not around them.
    package struct Hunk: Sendable {
        /// Lines with the mark of a unified diff before each: ` `, `-` or `+`.
        package fileprivate(set) var lines: [String] = []
        /// Numbers from 1 of the first line, in the old and in the new text.
        package fileprivate(set) var start: (old: Int, new: Int)
        package var oldCount: Int { lines.count { !$0.hasPrefix("+") } }
        package var newCount: Int { lines.count { !$0.hasPrefix("-") } }
        /// The numbers of its lines in the new text.
        package var newLines: Range<Int> { start.new..<(start.new + newCount) }
    }

    package private(set) var hunks: [Hunk] = []

    package init(from old: String, to new: String, context: Int = 2) {
        let (before, after) = (Self.lines(old), Self.lines(new))
        let difference = after.difference(from: before)
        let removed = Set(difference.removals.map(Self.offset))
        let inserted = Set(difference.insertions.map(Self.offset))
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

    private static func offset(_ change: CollectionDifference<String>.Change) -> Int {
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
