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
///
/// `{name|null}`, `{name|either}` and `{name|distinct}` say what a whole value is where the argument is nil;
/// `{name|joined}` and `{name|joined:TEXT}` join the elements of an array.
package struct Template: Sendable, Hashable {
    package enum Part: Sendable, Hashable {
        case text(String)
        /// The elements of an array are joined by the text, by a comma where none is given.
        case placeholder(Placeholder, joinedBy: String? = nil)
    }

    /// What a value that is nothing but its placeholder becomes where the argument is absent or null.
    package enum NilForm: String, Sendable, Hashable, CaseIterable {
        /// It is left out.
        case leftOut
        /// It is an explicit null.
        case null
        /// It is left out or null, both are right.
        case either
        /// It is left out where the argument is absent, and null where it is null.
        case distinct
    }

    package let parts: [Part]
    package let nilForm: NilForm

    package init(parts: [Part], nilForm: NilForm = .leftOut) {
        self.parts = parts
        self.nilForm = nilForm
    }

    /// The parts that are the same whatever the arguments are.
    package var texts: [String] { parts.compactMap { if case .text(let text) = $0 { text } else { nil } } }

    /// The error of a text that is no template.
    package struct SyntaxError: Error { package let message: String }

    package init(parsing source: String) throws(SyntaxError) {
        var parts: [Part] = []
        var nilForm = NilForm.leftOut
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
            let inside = String(rest[..<end])
            rest = rest[rest.index(after: end)...]
            let read = try Self.placeholder(inside)
            if let form = read.nilForm {
                guard parts.isEmpty, rest.isEmpty else {
                    throw SyntaxError(
                        message: "'{\(inside)}' says what a whole value is: it cannot stand within a text")
                }
                nilForm = form
            }
            parts.append(.placeholder(read.placeholder, joinedBy: read.separator))
        }
        literal += rest
        if !literal.isEmpty || parts.isEmpty { parts.append(.text(literal)) }
        self.init(parts: parts, nilForm: nilForm)
    }

    private static func placeholder(
        _ inside: String
    ) throws(SyntaxError) -> (placeholder: Placeholder, nilForm: NilForm?, separator: String?) {
        let sides = inside.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isVariable = sides[0].hasPrefix("env:")
        let name = isVariable ? String(sides[0].dropFirst(4)) : sides[0]
        let letters = name.unicodeScalars
        guard let first = letters.first, !("0"..."9").contains(first),
            letters.allSatisfy({ $0 == "_" || ($0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))) }
            )
        else {
            throw SyntaxError(
                message: "'{\(inside)}' is no placeholder: expected {name} or {env:NAME}, or '{{' for a literal brace")
        }
        let placeholder: Placeholder = isVariable ? .environment(name) : .name(name)
        guard sides.count == 2 else { return (placeholder, nil, nil) }
        if isVariable {
            throw SyntaxError(message: "'{\(inside)}': a variable has no forms; write '{env:\(name)}'")
        }
        let form = sides[1]
        if form == "joined" { return (placeholder, nil, ",") }
        if form.hasPrefix("joined:") { return (placeholder, nil, String(form.dropFirst("joined:".count))) }
        if let nilForm = NilForm(rawValue: form), nilForm != .leftOut { return (placeholder, nilForm, nil) }
        let valid = ["null", "either", "distinct", "joined"]
        throw SyntaxError(
            message: "'{\(inside)}' has no form '\(form)': expected {\(name)}, {\(name)|null}, {\(name)|either}, "
                + "{\(name)|distinct}, {\(name)|joined} or {\(name)|joined:TEXT}"
                + Suggestion.text(for: form, among: valid))
    }

    package var placeholders: [Placeholder] {
        parts.compactMap { if case .placeholder(let placeholder, _) = $0 { placeholder } else { nil } }
    }

    /// The placeholder whose own value the whole template is.
    package var solePlaceholder: Placeholder? {
        if parts.count == 1, case .placeholder(let placeholder, nil) = parts[0] { placeholder } else { nil }
    }

    /// The text with every placeholder filled in; `nil` where one has no value.
    package func text(_ value: (Placeholder) -> JSON?) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .text(let literal): text += literal
            case .placeholder(let placeholder, let separator):
                guard let filled = value(placeholder), !filled.isNull else { return nil }
                text += filled.plainText(joinedBy: separator)
            }
        }
        return text
    }

    /// The value with every placeholder filled in: one placeholder alone takes the value's own type; `nil` where the value
    /// is left out.
    package func filled(_ value: (Placeholder) -> JSON?) -> JSON? {
        guard parts.count == 1, case .placeholder(let placeholder, let separator) = parts[0] else {
            return text(value).map(JSON.string)
        }
        let filled = value(placeholder)
        guard let filled, !filled.isNull else {
            switch nilForm {
            case .leftOut, .either: return nil
            case .null: return .null
            case .distinct: return filled
            }
        }
        guard separator != nil, let elements = filled.arrayValue else { return filled }
        return elements.isEmpty ? nil : .string(filled.plainText(joinedBy: separator))
    }

    /// What stands in a text for each placeholder; `nil` where the fixed parts of the template are not there.
    package func pieces(of text: String) -> [(placeholder: Placeholder, joinedBy: String?, text: String)]? {
        var pieces: [(placeholder: Placeholder, joinedBy: String?, text: String)] = []
        var rest = text[...]
        for (index, part) in parts.enumerated() {
            switch part {
            case .text(let literal):
                guard rest.hasPrefix(literal) else { return nil }
                rest = rest.dropFirst(literal.count)
            case .placeholder(let placeholder, let separator):
                var end = rest.endIndex
                if index + 1 < parts.count, case .text(let next) = parts[index + 1] {
                    guard let range = rest.firstRange(of: next) else { return nil }
                    end = range.lowerBound
                }
                pieces.append((placeholder, separator, String(rest[..<end])))
                rest = rest[end...]
            }
        }
        return rest.isEmpty ? pieces : nil
    }
}

extension JSON {
    /// The value as it stands in a URL or a header: a string as it is, anything else as compact JSON text.
    package var plainText: String { stringValue ?? text(.compact) }

    /// The same, the elements of an array joined where a separator is given.
    package func plainText(joinedBy separator: String?) -> String {
        guard let separator, let elements = arrayValue else { return plainText }
        return elements.map(\.plainText).joined(separator: separator)
    }
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

    /// The value with every placeholder filled in; a member or element that has no value is left out (and the whole is
    /// `nil`).
    package func filled(_ value: (Placeholder) -> JSON?) -> JSON? {
        switch self {
        case .literal(let json): return json
        case .template(let template): return template.filled(value)
        case .array(let elements): return .array(elements.compactMap { $0.filled(value) })
        case .object(let members):
            return .object(
                JSONObject(members.compactMap { member in member.value.filled(value).map { (member.name, $0) } }))
        }
    }
}
