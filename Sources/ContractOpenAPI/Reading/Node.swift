import JSONSchema

/// One value of a document while it is read: it gives typed values and reports what does not fit, with its place.
struct Node {
    let json: JSON
    let pointer: JSONPointer
    let context: ReadingContext

    /// The member of an object; `nil` where there is none, or this is no object.
    subscript(key: String) -> Node? {
        json[key].map { Node(json: $0, pointer: pointer.appending(key), context: context) }
    }

    /// The members of an object in order.
    var members: [(name: String, node: Node)] {
        guard let object = json.objectValue else { return wrongType("an object") ?? [] }
        return object.map { ($0.key, Node(json: $0.value, pointer: pointer.appending($0.key), context: context)) }
    }

    /// The members of an object that may be extended with `x-…`, without those.
    var membersWithoutExtensions: [(name: String, node: Node)] { members.filter { !$0.name.hasPrefix("x-") } }

    /// The elements of an array.
    var elements: [Node] {
        guard let array = json.arrayValue else { return wrongType("an array") ?? [] }
        return array.enumerated().map { Node(json: $1, pointer: pointer.appending($0), context: context) }
    }

    var string: String? { json.stringValue ?? wrongType("a string") }

    var boolean: Bool? { json.boolValue ?? wrongType("true or false") }

    /// The string of a member that has to be there.
    func required(_ key: String) -> String? {
        guard let member = self[key] else {
            context.invalid("the key '\(key)' is missing", at: pointer)
            return nil
        }
        return member.string
    }

    /// Whether this is an object; anything else is told.
    var isObject: Bool {
        if json.objectValue != nil { return true }
        context.invalid("expected an object, found \(json.typeName)", at: pointer)
        return false
    }

    func wrongType<Value>(_ expected: String) -> Value? {
        context.invalid("expected \(expected), found \(json.typeName)", at: pointer)
        return nil
    }

    /// What this value is, or refers to, with every reference followed; `nil` where one leads nowhere.
    var resolved: Node? {
        var node = self
        var seen: Set<JSONPointer> = []
        while let reference = node["$ref"] {
            guard let text = reference.string else { return nil }
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
                node = Node(json: json, pointer: target, context: context)
            }
        }
        return node.isObject ? node : nil
    }

    /// What this value is, or refers to, read once however many refer to it.
    func shared<Value>(
        _ kept: ReferenceWritableKeyPath<ReadingContext, ReadingContext.Shared<Value>>, _ read: (Node) -> Value?
    ) -> Value? {
        guard let node = resolved else { return nil }
        if let known = context[keyPath: kept].value(at: node.pointer) { return known }
        let value = read(node)
        context[keyPath: kept].keep(value, at: node.pointer)
        return value
    }
}
