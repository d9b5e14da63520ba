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
    /// What was expected and what was found, for people.
    public let message: String
    /// What the keyword asks for, where it is a phrase of its own.
    public let expected: String?
    /// What the value is instead.
    public let found: String?

    /// The keyword's place with its document: `https://example.com/element.json#/properties/name/type`.
    public var schemaLocation: String { "\(schemaDocument)#\(schemaPointer)" }

    /// The place and the message.
    public var description: String {
        (instancePointer.tokens.isEmpty ? "the whole value" : instancePointer.description) + ": " + message
    }
}
