/// A schema violation by a value.
public struct Violation: Sendable, Hashable, CustomStringConvertible {
    /// The location of the value.
    public let instancePointer: JSONPointer
    /// The location of the keyword in its schema's document.
    public let schemaPointer: JSONPointer
    /// The URI of that document, or an empty string.
    public let schemaDocument: String
    /// The evaluation path to the keyword, through every `$ref`.
    public let evaluationPath: JSONPointer
    /// The keyword, or `false` for the schema `false`.
    public let keyword: String
    package let text: MessageText
    package let expectation: MessageText?
    package let observation: MessageText?

    /// The message with the expectation and the value found.
    public var message: String { text.rendered() }
    /// The expectation, if it has its own phrase.
    public var expected: String? { expectation?.rendered() }
    /// The description of the value found.
    public var found: String? { observation?.rendered() }

    /// The absolute location of the keyword: `https://example.com/element.json#/properties/name/type`.
    public var schemaLocation: String { "\(schemaDocument)#\(schemaPointer)" }

    /// The location and the message.
    public var description: String {
        (instancePointer.tokens.isEmpty ? "the whole value" : instancePointer.description) + ": " + message
    }
}

/// The standard output formats of a validation (JSON Schema core, section 12).
public enum SchemaOutputForm: Sendable, Hashable {
    /// `valid` alone.
    case flag
    /// `valid`, and a flat list of errors with their locations.
    case basic
}

extension Schema {
    /// Returns the result of validating a value in a standard format.
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
