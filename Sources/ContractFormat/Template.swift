import JSONSchema

package enum Placeholder: Sendable, Hashable {
    case name(String)
    case environment(String)

    /// The placeholder as written in the contract, which also stands for a secret's value in replay.
    package var text: String {
        switch self {
        case .name(let name): "{\(name)}"
        case .environment(let name): "{env:\(name)}"
        }
    }

    package var argument: String? { if case .name(let name) = self { name } else { nil } }
}

/// A string with placeholders: `{name}`, `{env:NAME}`, and `{{` for a literal brace. `{name|null}`, `{name|either}` and
/// `{name|distinct}` define a whole value for an argument that is nil. `{name|joined}` and `{name|joined:TEXT}` join
/// the elements of an array. A `SentForm` defines the text of each value.
package struct Template: Sendable, Hashable {
    package enum Part: Sendable, Hashable {
        case text(String)
        case placeholder(Slot)
    }

    package struct Slot: Sendable, Hashable {
        package let placeholder: Placeholder
        package let separator: String?
        /// The form of the sent value; `nil` sends it unchanged.
        package let form: SentForm?

        package init(_ placeholder: Placeholder, joinedBy separator: String? = nil, as form: SentForm? = nil) {
            self.placeholder = placeholder
            self.separator = separator
            self.form = form
        }

        package func written(_ value: JSON) -> JSON { form?.written(value) ?? value }
    }

    /// The value of a template with only a placeholder if the argument is absent or null.
    package enum NilForm: String, Sendable, Hashable, CaseIterable {
        case leftOut
        case null
        /// Both omission and null are accepted.
        case either
        /// Omitted for an absent argument, and null for null.
        case distinct
    }

    package let parts: [Part]
    package let nilForm: NilForm

    package init(parts: [Part], nilForm: NilForm = .leftOut) {
        self.parts = parts
        self.nilForm = nilForm
    }

    package var texts: [String] { parts.compactMap { if case .text(let text) = $0 { text } else { nil } } }

    /// The segments between the slashes of a path.
    package var segments: [Template] {
        var segments: [[Part]] = [[]]
        for part in parts {
            guard case .text(let text) = part else {
                segments[segments.count - 1].append(part)
                continue
            }
            for (index, piece) in text.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { segments.append([]) }
                if !piece.isEmpty { segments[segments.count - 1].append(.text(String(piece))) }
            }
        }
        return segments.map { Template(parts: $0) }
    }

    package struct SyntaxError: Error { package let message: String }

    package static func read(_ text: String) -> Template? {
        do throws(SyntaxError) { return try Template(parsing: text) } catch { return nil }
    }

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
                throw SyntaxError(
                    message: "'{' opens a placeholder that is never closed; write '{{' for a literal brace")
            }
            if !literal.isEmpty { parts.append(.text(literal)) }
            literal = ""
            let inside = String(rest[..<end])
            rest = rest[rest.index(after: end)...]
            let read = try Self.placeholder(inside)
            if let form = read.nilForm {
                guard parts.isEmpty, rest.isEmpty else {
                    throw SyntaxError(
                        message: "'{\(inside)}' is the form of a whole value: it cannot be part of a longer string")
                }
                nilForm = form
            }
            parts.append(.placeholder(read.slot))
        }
        literal += rest
        if !literal.isEmpty || parts.isEmpty { parts.append(.text(literal)) }
        self.init(parts: parts, nilForm: nilForm)
    }

    private static let forms = ["null", "either", "distinct", "joined", "joined:TEXT"] + SentForm.names

    private static func placeholder(_ inside: String) throws(SyntaxError) -> (slot: Slot, nilForm: NilForm?) {
        let sides = inside.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let isVariable = sides[0].hasPrefix("env:")
        let name = isVariable ? String(sides[0].dropFirst(4)) : sides[0]
        guard name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]*/) != nil else {
            throw SyntaxError(
                message:
                    "'{\(inside)}' is not a placeholder: expected {name} or {env:NAME}, or '{{' for a literal brace")
        }
        let placeholder: Placeholder = isVariable ? .environment(name) : .name(name)
        guard sides.count == 2 else { return (Slot(placeholder), nil) }
        if isVariable {
            throw SyntaxError(message: "'{\(inside)}': a variable has no forms; write '{env:\(name)}'")
        }
        var nilForm: NilForm?
        var separator: String?
        var form: SentForm?
        var rest: Substring? = sides[1][...]
        while let words = rest {
            // The separator may contain any character.
            if words.hasPrefix("joined:") {
                separator = String(words.dropFirst("joined:".count))
                break
            }
            let word = String(words.prefix { $0 != "|" })
            rest = word.count == words.count ? nil : words.dropFirst(word.count + 1)
            if word == "joined" {
                separator = ","
            } else if let named = NilForm(rawValue: word), named != .leftOut {
                nilForm = named
            } else if let written = try SentForm(word, after: form, in: inside) {
                form = written
            } else {
                throw SyntaxError(
                    message: "'{\(inside)}' has no form '\(word)'\(Suggestion.text(for: word, among: Self.forms))")
            }
        }
        return (Slot(placeholder, joinedBy: separator, as: form), nilForm)
    }

    package var placeholders: [Placeholder] {
        parts.compactMap { if case .placeholder(let slot) = $0 { slot.placeholder } else { nil } }
    }

    /// The only slot of a template without other parts or a separator.
    package var soleSlot: Slot? {
        if parts.count == 1, case .placeholder(let slot) = parts[0], slot.separator == nil { slot } else { nil }
    }

    package var solePlaceholder: Placeholder? { soleSlot?.placeholder }

    /// Fills in every placeholder; `nil` if one has no value.
    package func text(_ value: (Placeholder) -> JSON?) -> String? {
        var text = ""
        for part in parts {
            switch part {
            case .text(let literal): text += literal
            case .placeholder(let slot):
                guard let filled = value(slot.placeholder), !filled.isNull else { return nil }
                text += slot.written(filled).plainText(joinedBy: slot.separator)
            }
        }
        return text
    }

    /// Fills in every placeholder. A placeholder without other parts keeps its value's type. Returns `nil` if the value
    /// is omitted.
    package func filled(_ value: (Placeholder) -> JSON?) -> JSON? {
        guard parts.count == 1, case .placeholder(let slot) = parts[0] else {
            return text(value).map(JSON.string)
        }
        let filled = value(slot.placeholder).map(slot.written)
        guard let filled, !filled.isNull else {
            switch nilForm {
            case .leftOut, .either: return nil
            case .null: return .null
            case .distinct: return filled
            }
        }
        guard slot.separator != nil, let elements = filled.arrayValue else { return filled }
        return elements.isEmpty ? nil : .string(filled.plainText(joinedBy: slot.separator))
    }

    /// Returns the substring for each placeholder; `nil` if the text lacks the template's fixed parts.
    package func pieces(of text: String) -> [(slot: Slot, text: String)]? {
        var pieces: [(slot: Slot, text: String)] = []
        var rest = text[...]
        for (index, part) in parts.enumerated() {
            switch part {
            case .text(let literal):
                guard rest.hasPrefix(literal) else { return nil }
                rest = rest.dropFirst(literal.count)
            case .placeholder(let slot):
                var end = rest.endIndex
                if index + 1 < parts.count, case .text(let next) = parts[index + 1] {
                    guard let range = rest.firstRange(of: next) else { return nil }
                    end = range.lowerBound
                }
                pieces.append((slot, String(rest[..<end])))
                rest = rest[end...]
            }
        }
        return rest.isEmpty ? pieces : nil
    }
}

extension JSON {
    /// The value in a URL or header field: a string unchanged, any other value as compact JSON.
    package var plainText: String { stringValue ?? text(.compact) }

    package func plainText(joinedBy separator: String?) -> String {
        guard let separator, let elements = arrayValue else { return plainText }
        return elements.map(\.plainText).joined(separator: separator)
    }
}

/// A JSON value whose strings are templates, except for object keys.
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

    package var placeholders: [Placeholder] { templates(at: .root).flatMap(\.template.placeholders) }

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
