import JSONSchema

/// A value of an OpenAPI document while it is read.
typealias DocumentCursor = JSONCursor<DocumentReading>

extension DocumentCursor {
    /// The members of an object that may be extended with `x-…`, without those.
    var membersWithoutExtensions: [(name: String, value: DocumentCursor)] {
        members().filter { !$0.name.hasPrefix("x-") }
    }

    /// The string of a member that has to be there.
    func required(_ key: String) -> String? { member(key)?.string() }

    /// The value with every reference followed; `nil` if one leads nowhere.
    var resolved: DocumentCursor? {
        var node = self
        var seen: Set<JSONPointer> = []
        while let reference = node["$ref"] {
            guard let text = reference.string() else { return nil }
            switch Reference(text) {
            case .elsewhere:
                context.unsupported(
                    "the reference '\(text)' leads to another document, which is not read", at: reference.pointer)
                return nil
            case .malformed:
                context.invalid("'\(text)' is no reference: expected '#' and a JSON Pointer", at: reference.pointer)
                return nil
            case .within(let target):
                guard let json = context.root[pointer: target] else {
                    context.invalid("the reference '\(text)' leads to nothing", at: reference.pointer)
                    return nil
                }
                guard seen.insert(target).inserted else {
                    context.invalid("the reference '\(text)' leads back to itself", at: reference.pointer)
                    return nil
                }
                node = DocumentCursor(json, at: target, context)
            }
        }
        return node.object()
    }

    /// Reads the value with its references followed, once for all references to it.
    func shared<Value>(
        _ kept: ReferenceWritableKeyPath<DocumentReading, DocumentReading.Shared<Value>>,
        _ read: (DocumentCursor) -> Value?
    ) -> Value? {
        guard let node = resolved else { return nil }
        if let known = context[keyPath: kept].value(at: node.pointer) { return known }
        let value = read(node)
        context[keyPath: kept].keep(value, at: node.pointer)
        return value
    }
}
