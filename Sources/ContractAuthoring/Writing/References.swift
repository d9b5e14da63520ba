import JSONSchema

struct References {
    private(set) var models: Set<String> = []
    private(set) var definitions: Set<String> = []

    init(in parts: [JSON]) {
        for (name, value) in parts.flatMap(\.descendants) {
            if name == "$ref", let text = value.stringValue { note(text) }
            if name == "models", let uses = value.objectValue {
                models.formUnion(uses.values.compactMap(\.stringValue))
            }
        }
    }

    private mutating func note(_ reference: String) {
        guard let tokens = SchemaReference(reference).localPointer?.tokens, tokens.count > 1 else { return }
        if tokens[0] == "models" { models.insert(tokens[1]) }
        if tokens[0] == "$defs" { definitions.insert(tokens[1]) }
    }
}
