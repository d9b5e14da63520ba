/// A pattern over check identifiers: `*` is any text (slashes too), `?` one character, all else itself.
package struct Glob: Sendable, Hashable {
    private let pattern: [Character]

    package init(_ pattern: String) { self.pattern = Array(pattern) }

    /// Whether the whole text matches, in time linear in text × pattern.
    package func matches(_ text: String) -> Bool {
        let text = Array(text)
        var (p, t) = (0, 0)
        var star: (p: Int, t: Int)?
        while t < text.count {
            if p < pattern.count, pattern[p] == "*" {
                star = (p, t)
                p += 1
            } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
                p += 1
                t += 1
            } else if let last = star {
                star = (last.p, last.t + 1)
                p = last.p + 1
                t = last.t + 1
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }
}
