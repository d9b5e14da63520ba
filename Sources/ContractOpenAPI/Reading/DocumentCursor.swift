import JSONSchema

typealias DocumentCursor = JSONCursor<DocumentReading>

extension DocumentCursor {
    /// The members of an object, without extensions (`x-…`).
    var membersWithoutExtensions: [(name: String, value: DocumentCursor)] {
        members().filter { !$0.name.hasPrefix("x-") }
    }

    func required(_ key: String) -> String? { member(key)?.string() }

    /// The value with all references resolved, or `nil` if one is invalid.
    var resolved: DocumentCursor? {
        var node = self
        var seen: Set<JSONPointer> = []
        while let reference = node["$ref"] {
            guard let text = reference.string() else { return nil }
            if let fault = SchemaReference.fault(text, in: context.root) {
                context.fault(fault, at: reference.pointer)
                return nil
            }
            guard let pointer = SchemaReference(text).localPointer, let json = context.root[pointer: pointer] else {
                return nil
            }
            guard seen.insert(pointer).inserted else {
                context.fault("the reference '\(text)' is circular", at: reference.pointer)
                return nil
            }
            node = DocumentCursor(json, at: pointer, context)
        }
        return node.object()
    }
}
