import JSONSchema

/// Something a template leaves open: an argument or capture, or an environment variable.
package enum Placeholder: Sendable, Hashable {
    case name(String)
    case environment(String)

    /// The text as the contract writes it, which also stands for a secret's value in replay.
    package var text: String {
        switch self {
        case .name(let name): "{\(name)}"
        case .environment(let name): "{env:\(name)}"
        }
    }
}

/// A text with placeholders: `{name}`, `{env:NAME}`, and `{{` for a literal brace.
package struct Template: Sendable, Hashable {
    package enum Part: Sendable, Hashable {
        case text(String)
        case placeholder(Placeholder)
    }

    package let parts: [Part]

    package init(parts: [Part]) { self.parts = parts }

    /// The error of a text that is no template.
    package struct SyntaxError: Error { package let message: String }

    package init(parsing source: String) throws(SyntaxError) {
        var parts: [Part] = []
        var literal = ""
        var rest = source[...]
        while let brace = rest.firstIndex(of: "{") {
            literal += rest[..<brace]
            rest = rest[rest.index(after: brace)...]
            if rest.first == "{" {
                literal += "{"
                rest = rest.dropFirst()
                continue
            }
            guard let end = rest.firstIndex(of: "}") else {
                throw SyntaxError(message: "'{' opens a placeholder that never closes; write '{{' for a literal brace")
            }
            if !literal.isEmpty { parts.append(.text(literal)) }
            literal = ""
            parts.append(.placeholder(try Self.placeholder(String(rest[..<end]))))
            rest = rest[rest.index(after: end)...]
        }
        literal += rest
        if !literal.isEmpty || parts.isEmpty { parts.append(.text(literal)) }
        self.parts = parts
    }

    private static func placeholder(_ inside: String) throws(SyntaxError) -> Placeholder {
        let isVariable = inside.hasPrefix("env:")
        let name = isVariable ? String(inside.dropFirst(4)) : inside
        let letters = name.unicodeScalars
        guard let first = letters.first, !("0"..."9").contains(first),
            letters.allSatisfy({ $0 == "_" || ($0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))) }
            )
        else {
            throw SyntaxError(
                message: "'{\(inside)}' is no placeholder: expected {name} or {env:NAME}, or '{{' for a literal brace")
        }
        return isVariable ? .environment(name) : .name(name)
    }

    package var placeholders: [Placeholder] {
        parts.compactMap { if case .placeholder(let placeholder) = $0 { placeholder } else { nil } }
    }

    /// The placeholder that is the whole template, if it is nothing else.
    package var solePlaceholder: Placeholder? {
        if parts.count == 1, case .placeholder(let placeholder) = parts[0] { placeholder } else { nil }
    }

    /// The text with every placeholder filled in; `nil` where one has no value.
    package func text(_ value: (Placeholder) -> JSON?) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .text(let literal): text += literal
            case .placeholder(let placeholder):
                guard let filled = value(placeholder) else { return nil }
                text += filled.plainText
            }
        }
        return text
    }
}

extension JSON {
    /// The value as it stands in a URL or a header: a string as it is, anything else as compact JSON text.
    package var plainText: String { stringValue ?? text(.compact) }
}

/// A JSON value whose strings are templates; the keys of its objects are plain text.
package indirect enum TemplateValue: Sendable, Hashable {
    case literal(JSON)
    case template(Template)
    case array([TemplateValue])
    case object([Member])

    package struct Member: Sendable, Hashable {
        package let name: String
        package let value: TemplateValue

        package init(name: String, value: TemplateValue) {
            self.name = name
            self.value = value
        }
    }

    package var placeholders: [Placeholder] {
        switch self {
        case .literal: []
        case .template(let template): template.placeholders
        case .array(let elements): elements.flatMap(\.placeholders)
        case .object(let members): members.flatMap(\.value.placeholders)
        }
    }

    /// The value with every placeholder filled in. A string that is one placeholder takes the value's own type; where
    /// that has no value, the member or element is left out (and the whole is `nil`).
    package func filled(_ value: (Placeholder) -> JSON?) -> JSON? {
        switch self {
        case .literal(let json): return json
        case .template(let template):
            if let sole = template.solePlaceholder { return value(sole) }
            return template.text(value).map(JSON.string)
        case .array(let elements): return .array(elements.compactMap { $0.filled(value) })
        case .object(let members):
            return .object(
                JSONObject(members.compactMap { member in member.value.filled(value).map { (member.name, $0) } }))
        }
    }
}
