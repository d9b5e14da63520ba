/// Why a schema cannot be used, and where in which document.
public struct SchemaError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong: what was expected and what was found.
    public let message: String
    /// The place in the document.
    public let pointer: JSONPointer
    /// The URI of the document; empty where it has none.
    public let document: String

    /// Makes an error.
    public init(message: String, pointer: JSONPointer, document: String) {
        self.message = message
        self.pointer = pointer
        self.document = document
    }

    /// `element.schema.json#/properties/a/type: expected string or array, found 7`.
    public var description: String { "\(document)#\(pointer): \(message)" }
}
