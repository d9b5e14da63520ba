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

    /// Why a reference cannot be followed in a document; `nil` where it can.
    func fault(_ text: String, in root: JSON) -> (kind: OpenAPIFault.Kind, message: String)? {
        switch self {
        case .within(let target):
            root[pointer: target] == nil ? (.invalid, "the reference '\(text)' leads to nothing") : nil
        case .elsewhere:
            (.unsupported, "the reference '\(text)' leads to another document, which is not read")
        case .malformed: (.invalid, "'\(text)' is no reference: expected '#' and a JSON Pointer")
        }
    }
}
