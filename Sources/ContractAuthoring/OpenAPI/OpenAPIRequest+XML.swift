import ContractFormat
import ContractOpenAPI
import HTTPRecording
import JSONSchema

/// XML bodies, built from the element names and attributes that a document gives under `xml`.
extension OpenAPIRequest {
    /// Adds the body as a template. Returns false and changes nothing if the document does not describe its elements.
    mutating func addXML(_ content: OpenAPIDocument.Content) -> Bool {
        guard let pointer = content.schema, let node = XMLNode(at: pointer, operations),
            let name = node.name ?? node.component, node.shape != .list
        else { return false }
        let (before, schemas, notes, variables) = (self, operations.schemas, operations.notes, operations.variables)
        let root = XMLPlace(words: node.shape == .object ? [] : ["body"], examples: content.examples)
        if let text = element(name, node, root, isRequired: true), Self.isXML(text) {
            request.body[.xml] = .string(text)
            return true
        }
        self = before
        (operations.schemas, operations.notes, operations.variables) = (schemas, notes, variables)
        return false
    }

    /// Whether the string is well-formed XML. A document may give two attributes the same name.
    private static func isXML(_ text: String) -> Bool {
        do { return try !XMLTree(parsing: text).root.written.isEmpty } catch { return false }
    }

    private mutating func element(_ name: String, _ node: XMLNode, _ place: XMLPlace, isRequired: Bool) -> String? {
        guard let tag = node.tag(name, place.prefixes) else { return nil }
        switch node.shape {
        case .list: return nil
        case .value:
            let argument = argument(place.name, node.schema, isRequired: isRequired, place.examples)
            return "<\(tag.name)\(tag.declaration)>{\(argument)}</\(tag.name)>"
        case .object: break
        }
        guard node.hasMembers, !place.around.contains(node.identity) else { return nil }
        operations.schemas.recordInlined(node.components)
        var start = tag.name + tag.declaration
        var content = ""
        for member in node.members(operations) where !member.node.isReadOnly {
            let inner = place.inner(member.name, around: node.identity, tag.prefixes)
            let isThere = isRequired && node.requires(member.name)
            let name = member.node.name ?? member.name
            if member.node.isAttribute || member.node.isText {
                guard member.node.shape == .value else {
                    if isThere { return nil }
                    note(member.node.pointer, "'\(member.name)' is not a single string and is left out")
                    continue
                }
                let argument = argument(inner.name, member.node.schema, isRequired: isThere, inner.examples)
                guard member.node.isAttribute else {
                    content += "{\(argument)}"
                    continue
                }
                guard let tag = member.node.tag(name, inner.prefixes) else { return nil }
                start += "\(tag.declaration) \(tag.name)='{\(argument)}'"
            } else if let text = part(name, member.node, inner, isRequired: isThere) {
                content += text
            } else if isThere {
                return nil
            }
        }
        return "<\(start)>\(content)</\(tag.name)>"
    }

    /// Returns the element of a property, or the elements of a list. Returns `nil` if they cannot be expressed.
    private mutating func part(_ name: String, _ node: XMLNode, _ place: XMLPlace, isRequired: Bool) -> String? {
        guard node.shape == .list else {
            // An element that contains elements has no argument that could be absent.
            let text = element(name, node, place, isRequired: isRequired || node.shape == .object)
            if text == nil, !isRequired {
                note(
                    node.pointer,
                    "the element '\(name)' contains content that a template cannot express; it is left out")
            } else if !isRequired, node.shape == .object {
                note(node.pointer, "the element '\(name)' is optional, but is always written")
            }
            return text
        }
        guard let items = node.items(operations), let wrapper = node.tag(name, place.prefixes) else { return nil }
        // The wrapper has the list's name, which items without a name share.
        let own = items.name ?? (node.isWrapped ? name : place.word)
        let elements: String
        if items.shape == .value {
            guard let tag = items.tag(own, wrapper.prefixes) else { return nil }
            let argument = argument(place.name, node.schema, isRequired: isRequired, place.examples)
            elements = "<\(tag.name)\(tag.declaration)>{\(argument)}</\(tag.name)>"
        } else if isRequired {
            let first = XMLPlace(
                words: place.words, examples: place.examples.compactMap { $0.arrayValue?.first },
                around: place.around, prefixes: wrapper.prefixes)
            guard let one = element(own, items, first, isRequired: true) else { return nil }
            note(node.pointer, "the element '\(own)' is repeated and contains elements; one was written")
            elements = one
        } else {
            note(
                node.pointer,
                "the element '\(own)' is optional, is repeated and contains elements; it is left out")
            return nil
        }
        return node.isWrapped ? "<\(wrapper.name)\(wrapper.declaration)>\(elements)</\(wrapper.name)>" : elements
    }
}

private struct XMLPlace {
    var words: [String]
    var examples: [JSON]
    /// The enclosing objects, used to stop recursion.
    var around: Set<JSONPointer> = []
    var prefixes: [String: String] = [:]

    var name: String { words.joined(separator: " ") }
    var word: String { words.last ?? "" }

    func inner(_ word: String, around object: JSONPointer, _ prefixes: [String: String]) -> XMLPlace {
        XMLPlace(
            words: words + [word], examples: examples.compactMap { $0[word] }, around: around.union([object]),
            prefixes: prefixes)
    }
}

private struct XMLNode {
    struct Tag {
        let name: String
        let declaration: String
        let prefixes: [String: String]
    }

    let pointer: JSONPointer
    let schema: JSON
    let shape: OpenAPISchemas.Shape
    let hasMembers: Bool
    private let conjuncts: [SchemaView]
    /// The `xml` objects of the schema and of its reference targets, outermost first.
    private let hints: [JSONObject]
    let components: [JSONPointer]

    init?(at pointer: JSONPointer, _ operations: OpenAPIOperations) {
        guard let view = operations.schemas.requests.view(at: pointer) else { return nil }
        self.pointer = pointer
        schema = operations.schemas.raw(pointer, .request)
        shape = operations.schemas.shape(of: schema)
        hasMembers = operations.schemas.isObject(schema)
        conjuncts = view.conjuncts
        var chain = [view]
        var seen: Set<SchemaView> = [view]
        // A lone `allOf` counts as a reference, because `$ref` allows no siblings before OpenAPI 3.1.
        while let last = chain.last,
            let next = last.target ?? (last.children("allOf").count == 1 ? last.children("allOf")[0] : nil),
            seen.insert(next).inserted
        {
            chain.append(next)
        }
        hints = chain.compactMap { operations.document[$0.pointer]?["xml"]?.objectValue }
        components = chain.map(\.pointer).filter { $0.tokens.count == 3 && $0.tokens[0] == "components" }
    }

    private func hint(_ key: String) -> JSON? { hints.lazy.compactMap { $0[key] }.first }

    var name: String? { hint("name")?.stringValue }
    var component: String? { components.first?.tokens.last }
    var isAttribute: Bool { hint("attribute") == true || hint("nodeType") == "attribute" }
    var isText: Bool { hint("nodeType") == "text" || hint("nodeType") == "cdata" }
    var isWrapped: Bool { hint("wrapped") == true || hint("nodeType") == "element" }
    var isReadOnly: Bool { conjuncts.contains { $0.json["readOnly"] == true } }
    var identity: JSONPointer { components.last ?? pointer }

    func requires(_ name: String) -> Bool {
        conjuncts.contains { $0.json["required"]?.arrayValue?.contains(.string(name)) ?? false }
    }

    func members(_ operations: OpenAPIOperations) -> [(name: String, node: XMLNode)] {
        conjuncts.flatMap { $0.members("properties") }.distinct(by: \.name).compactMap { name, view in
            XMLNode(at: view.pointer, operations).map { (name, $0) }
        }
    }

    func items(_ operations: OpenAPIOperations) -> XMLNode? {
        conjuncts.lazy.compactMap { $0.child("items") }.first.flatMap { XMLNode(at: $0.pointer, operations) }
    }

    /// Returns the tag for a name, or `nil` if XML does not allow the name. Undeclared prefixes are dropped.
    func tag(_ name: String, _ prefixes: [String: String]) -> Tag? {
        guard XMLText.isName(name) else { return nil }
        let uri = hint("namespace")?.stringValue ?? ""
        let namespace = uri.isEmpty ? nil : Naming.literal(XMLText.escaped(uri))
        guard let prefix = hint("prefix")?.stringValue, XMLText.isName(prefix), !prefix.lowercased().hasPrefix("xml")
        else {
            let declaration = isAttribute ? nil : namespace.map { " xmlns='\($0)'" }
            return Tag(name: name, declaration: declaration ?? "", prefixes: prefixes)
        }
        guard let namespace = namespace ?? prefixes[prefix] else {
            return Tag(name: name, declaration: "", prefixes: prefixes)
        }
        let isKnown = prefixes[prefix] == namespace
        return Tag(
            name: "\(prefix):\(name)", declaration: isKnown ? "" : " xmlns:\(prefix)='\(namespace)'",
            prefixes: prefixes.merging([prefix: namespace]) { $1 })
    }
}
