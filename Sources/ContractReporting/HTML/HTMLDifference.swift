/// What differs between two values, marked in both.
enum HTMLDifference {
    /// Both texts escaped, with `<mark>` around the part between what they begin and end with alike.
    ///
    /// Where they have less than a third in common they are different things, and marking would only be noise.
    static func marked(_ expected: String?, _ found: String?) -> (expected: String?, found: String?) {
        guard let expected, let found, expected != found else { return (expected?.markupText, found?.markupText) }
        let first = Array(expected)
        let second = Array(found)
        let shorter = min(first.count, second.count)
        var head = 0
        while head < shorter, first[head] == second[head] { head += 1 }
        var tail = 0
        while tail < shorter - head, first[first.count - 1 - tail] == second[second.count - 1 - tail] { tail += 1 }
        guard (head + tail) * 3 >= max(first.count, second.count) else {
            return (expected.markupText, found.markupText)
        }
        return (mark(first, head, tail), mark(second, head, tail))
    }

    private static func mark(_ text: [Character], _ head: Int, _ tail: Int) -> String {
        let middle = String(text[head..<(text.count - tail)])
        return String(text[..<head]).markupText + (middle.isEmpty ? "" : "<mark>\(middle.markupText)</mark>")
            + String(text[(text.count - tail)...]).markupText
    }
}
