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
        while let brace = rest.firstIndex(of: "{") {
            guard let end = rest[brace...].firstIndex(of: "}") else { return nil }
            let name = rest[rest.index(after: brace)..<end]
            guard !name.isEmpty, !name.contains("{"), !name.contains("/") else { return nil }
            if brace > rest.startIndex { parts.append(.text(String(rest[..<brace]))) }
            parts.append(.parameter(String(name)))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.text = text
        self.parts = parts
    }

    package var parameters: [String] {
        parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }
}
