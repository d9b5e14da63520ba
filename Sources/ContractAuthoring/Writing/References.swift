import JSONSchema

/// The models and definitions of the contract that some of its parts refer to.
struct References {
    private(set) var models: Set<String> = []
    private(set) var definitions: Set<String> = []

    init(in parts: [JSON]) {
        for part in parts { visit(part) }
    }

    private mutating func visit(_ json: JSON) {
        switch json {
        case .null, .bool, .number, .string: break
        case .array(let elements): for element in elements { visit(element) }
        case .object(let members):
            for (key, value) in members {
                if key == "$ref", let text = value.stringValue { note(text) }
                if key == "models", let uses = value.objectValue {
                    models.formUnion(uses.values.compactMap(\.stringValue))
                }
                visit(value)
            }
        }
    }

    private mutating func note(_ reference: String) {
        guard let tokens = SchemaReference(reference).localPointer?.tokens, tokens.count > 1 else { return }
        if tokens[0] == "models" { models.insert(tokens[1]) }
        if tokens[0] == "$defs" { definitions.insert(tokens[1]) }
    }
}
