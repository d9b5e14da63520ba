/// The path of operations, in which `{name}` stands for a path parameter.
package struct PathTemplate: Sendable, Hashable {
    package enum Part: Sendable, Hashable {
        case text(String)
        case parameter(String)
    }

    /// As the document writes it, with the fragment by which some documents distinguish operations of one path.
    package let text: String
    /// The parts that a request sends: a fragment is never sent.
    package let parts: [Part]

    /// Reads a path; `nil` where it does not begin with a slash or a brace is not closed.
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

    /// The names in braces, in their order.
    package var parameters: [String] {
        parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }
}
