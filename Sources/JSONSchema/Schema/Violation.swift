/// One thing about a value that its schema does not allow.
public struct Violation: Sendable, Hashable, CustomStringConvertible {
    /// The place of the value.
    public let instancePointer: JSONPointer
    /// The place of the keyword in its schema's document.
    public let schemaPointer: JSONPointer
    /// The URI of that document; empty where it has none.
    public let schemaDocument: String
    /// The path by which evaluation came to the keyword, through every `$ref`.
    public let evaluationPath: JSONPointer
    /// The keyword; `false` for a schema that is `false`.
    public let keyword: String
    /// The texts for people, their values not shortened yet.
    package let text: MessageText
    package let expectation: MessageText?
    package let observation: MessageText?

    /// The expectation and what was found, for people.
    public var message: String { text.rendered() }
    /// The demand of the keyword, where it is a phrase of its own.
    public var expected: String? { expectation?.rendered() }
    /// The value's own phrase instead.
    public var found: String? { observation?.rendered() }

    /// The keyword's place with its document: `https://example.com/element.json#/properties/name/type`.
    public var schemaLocation: String { "\(schemaDocument)#\(schemaPointer)" }

    /// The place and the message.
    public var description: String {
        (instancePointer.tokens.isEmpty ? "the whole value" : instancePointer.description) + ": " + message
    }
}

/// The standard forms in which a validation's outcome is written (JSON Schema core, section 12).
public enum SchemaOutputForm: Sendable, Hashable {
    /// `valid` alone.
    case flag
    /// `valid`, and a flat list of errors with their locations.
    case basic
}

extension Schema {
    /// The outcome of checking a value, in one of the standard's forms.
    public func output(_ form: SchemaOutputForm, of json: JSON) -> JSON {
        switch form {
        case .flag: return ["valid": .bool(accepts(json))]
        case .basic:
            let violations = violations(of: json)
            if violations.isEmpty { return ["valid": true] }
            return ["valid": false, "errors": .array(violations.map(\.output))]
        }
    }
}

extension Violation {
    fileprivate var output: JSON {
        [
            "keywordLocation": .string(evaluationPath.description),
            "absoluteKeywordLocation": .string(schemaLocation),
            "instanceLocation": .string(instancePointer.description),
            "error": .string(message),
        ]
    }
}
