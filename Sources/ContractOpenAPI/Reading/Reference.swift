import JSONSchema

extension SchemaReference {
    /// Returns the reason why a document cannot resolve a reference, or `nil` if it can.
    static func fault(_ text: String, in root: JSON) -> String? {
        let reference = SchemaReference(text)
        guard reference.document.isEmpty else {
            return "the reference '\(text)' refers to another document, which is not read"
        }
        guard let target = reference.localPointer, !text.isEmpty else {
            return "'\(text)' is not a reference: expected '#' and a JSON Pointer"
        }
        return root[pointer: target] == nil ? "the reference '\(text)' cannot be resolved" : nil
    }
}
