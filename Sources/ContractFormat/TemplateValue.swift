import JSONSchema

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
