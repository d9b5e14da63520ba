package struct PathTemplate: Sendable, Hashable {
    package enum Part: Sendable, Hashable {
        case text(String)
        case parameter(String)
    }

    /// The path as written. A fragment may distinguish operations of one path.
    package let text: String
    /// The parts that a request sends, without the fragment.
    package let parts: [Part]

    /// Returns `nil` if the path does not begin with a slash or a brace is not closed.
    package init?(_ text: String) {
        guard text.hasPrefix("/") else { return nil }
        var parts: [Part] = []
        var rest = text.prefix { $0 != "#" }
        while !rest.isEmpty {
            guard let match = rest.prefixMatch(of: /\{([^{}\/]+)\}|[^{]+/) else { return nil }
            parts.append(match.output.1.map { .parameter(String($0)) } ?? .text(String(match.output.0)))
            rest = rest[match.range.upperBound...]
        }
        self.text = text
        self.parts = parts
    }

    package var parameters: [String] {
        parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }
}
