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
    func fault(_ text: String, in root: JSON) -> String? {
        switch self {
        case .within(let target):
            root[pointer: target] == nil ? "the reference '\(text)' cannot be resolved" : nil
        case .elsewhere: "the reference '\(text)' refers to another document, which is not read"
        case .malformed: "'\(text)' is not a reference: expected '#' and a JSON Pointer"
        }
    }
}
