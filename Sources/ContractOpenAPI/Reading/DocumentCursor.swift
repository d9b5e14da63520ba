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
            let target = Reference(text)
            if let fault = target.fault(text, in: context.root) {
                context.report(fault, at: reference.pointer)
                return nil
            }
            guard case .within(let pointer) = target, let json = context.root[pointer: pointer] else { return nil }
            guard seen.insert(pointer).inserted else {
                context.report("the reference '\(text)' is circular", at: reference.pointer)
                return nil
            }
            node = DocumentCursor(json, at: pointer, context)
        }
        return node.object()
    }

    func cached<Value>(
        in cache: ReferenceWritableKeyPath<DocumentReading, [JSONPointer: Value?]>,
        _ read: (DocumentCursor) -> Value?
    ) -> Value? {
        guard let node = resolved else { return nil }
        if let known = context[keyPath: cache][node.pointer] { return known }
        let value = read(node)
        context[keyPath: cache].updateValue(value, forKey: node.pointer)
        return value
    }
}
