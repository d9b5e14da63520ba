import JSONSchema

/// The target of a `$ref`.
enum Reference {
    case within(JSONPointer)
    /// Another document, or a name within it.
    case elsewhere
    case malformed

    init(_ text: String) {
        let reference = SchemaReference(text)
        if !reference.document.isEmpty {
            self = .elsewhere
        } else if let pointer = reference.localPointer, !text.isEmpty {
            self = .within(pointer)
        } else {
            self = .malformed
        }
    }
}
