import JSONSchema

extension ModelContract {
    init?(name: String, reading reader: ContractCursor) {
        guard
            let object = reader.object(of: ContractKeys.Model.self),
            let schema = object[.schema]?.schema
        else { return nil }
        self.name = name
        self.pointer = reader.pointer
        self.summary = object[.summary]?.string()
        self.schema = schema
        self.properties = object[.properties]?.members().compactMap { Property(path: $0, reading: $1) } ?? []
        self.examples = object[.examples]?.elements().map(\.json) ?? []
        self.bridging = object[.bridging]?.choice() ?? .warn
    }
}

extension ModelContract.Property {
    init?(path: String, reading reader: ContractCursor) {
        var at = reader
        var conversion: ModelContract.Conversion?
        if reader.json.stringValue == nil {
            guard let object = reader.object(of: ContractKeys.Property.self), let inner = object[.pointer]
            else {
                return nil
            }
            at = inner
            conversion = object[.as]?.choice()
        }
        guard let pointer = at.jsonPointer else { return nil }
        self.path = path
        self.pointer = pointer
        self.conversion = conversion
        self.place = reader.pointer
    }
}
