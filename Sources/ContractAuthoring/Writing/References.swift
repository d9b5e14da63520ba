import JSONSchema

/// The models and definitions to which parts of a contract refer.
struct References {
    private(set) var models: Set<String> = []
    private(set) var definitions: Set<String> = []

    init(in parts: [JSON]) {
        for tokens in parts.flatMap(\.localReferences).map(\.tokens) where tokens.count > 1 {
            if tokens[0] == "models" { models.insert(tokens[1]) }
            if tokens[0] == "$defs" { definitions.insert(tokens[1]) }
        }
        for case ("models", .object(let uses)) in parts.flatMap(\.descendants) {
            models.formUnion(uses.values.compactMap(\.stringValue))
        }
    }
}

extension JSON {
    /// The targets of all references within the document.
    var localReferences: [JSONPointer] {
        descendants.compactMap { name, value in
            name == "$ref" ? value.stringValue.flatMap { SchemaReference($0).localPointer } : nil
        }
    }
}
