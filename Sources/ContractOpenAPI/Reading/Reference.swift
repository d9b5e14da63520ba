import JSONSchema

enum Reference {
    case within(JSONPointer)
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

    /// Returns the reason why a reference cannot be resolved, or `nil` if it can.
    func fault(_ text: String, in root: JSON) -> (kind: OpenAPIFault.Kind, message: String)? {
        switch self {
        case .within(let target):
            root[pointer: target] == nil ? (.invalid, "the reference '\(text)' cannot be resolved") : nil
        case .elsewhere:
            (.unsupported, "the reference '\(text)' refers to another document, which is not read")
        case .malformed: (.invalid, "'\(text)' is not a reference: expected '#' and a JSON Pointer")
        }
    }
}
