import JSONSchema

/// A pattern over check identifiers. `*` matches any text including slashes, `?` one character, `[ab]` and `[a-z]` one
/// of the characters, and `[!ab]` any other character.
///
/// A pattern also matches itself, so an identifier with `*`, `?` or `[` always selects itself.
package struct Glob: Sendable, Hashable {
    private enum Element: Sendable, Hashable {
        case anyText
        case anyCharacter
        case literal(Character)
        case oneOf([ClosedRange<Character>], isNegated: Bool)

        func matches(_ character: Character) -> Bool {
            switch self {
            case .anyText: false
            case .anyCharacter: true
            case .literal(let literal): literal == character
            case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(character) } != isNegated
            }
        }
    }

    private let text: String
    private let elements: [Element]

    package init(_ pattern: String) {
        text = pattern
        var rest = Substring(pattern)
        var elements: [Element] = []
        while let character = rest.first {
            if character == "[", let element = Self.characterClass(&rest) {
                elements.append(element)
                continue
            }
            rest.removeFirst()
            switch character {
            case "*": elements.append(.anyText)
            case "?": elements.append(.anyCharacter)
            default: elements.append(.literal(character))
            }
        }
        self.elements = elements
    }

    /// Parses a class such as `[a-z]`; `nil` if the bracket is not closed and therefore literal. A `]` right after the
    /// bracket or the `!` is literal.
    private static func characterClass(_ rest: inout Substring) -> Element? {
        var inside = rest.dropFirst()
        let isNegated = inside.first == "!"
        if isNegated { inside.removeFirst() }
        var ranges: [ClosedRange<Character>] = []
        var isFirst = true
        while let low = inside.popFirst() {
            if low == "]", !isFirst {
                rest = inside
                return .oneOf(ranges, isNegated: isNegated)
            }
            isFirst = false
            if inside.first == "-", let high = inside.dropFirst().first, high != "]" {
                inside.removeFirst(2)
                // A reversed range contains no character.
                if low <= high { ranges.append(low...high) }
            } else {
                ranges.append(low...low)
            }
        }
        return nil
    }

    /// Returns whether the whole text matches. Takes time proportional to text × pattern.
    package func matches(_ text: String) -> Bool {
        if text == self.text { return true }
        let text = Array(text)
        var (e, t) = (0, 0)
        var star: (e: Int, t: Int)?
        while t < text.count {
            if e < elements.count, elements[e] == .anyText {
                star = (e, t)
                e += 1
            } else if e < elements.count, elements[e].matches(text[t]) {
                e += 1
                t += 1
            } else if let last = star {
                star = (last.e, last.t + 1)
                e = last.e + 1
                t = last.t + 1
            } else {
                return false
            }
        }
        return elements[e...].allSatisfy { $0 == .anyText }
    }
}

extension Glob {
    package static func exact(_ text: String) -> String {
        text.map { "*?[".contains($0) ? "[\($0)]" : String($0) }.joined()
    }

    /// Suggests a pattern for one that matches no name: the nearest name, or the pattern with its unknown segments
    /// replaced.
    package func suggestion(among names: [String]) -> String? {
        let segments = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let patterns = names.map { name -> String in
            let others = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard segments.count > 1, segments.count <= others.count else { return name }
            let mixed = zip(segments, others).map { segment, other in
                segment.contains(where: "*?[".contains) ? segment : Self.exact(other)
            }.joined(separator: "/")
            return Glob(mixed).matches(name) ? mixed : name
        }
        return Suggestion.nearest(to: text, among: names + patterns)
    }
}
