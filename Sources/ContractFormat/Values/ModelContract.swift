import JSONSchema

/// What the contract says of a model: which JSON it is made from, and which value each property takes.
package struct ModelContract: Sendable {
    /// How probes that differ only by Foundation's bridging of Bool and number are told.
    package enum Bridging: String, Sendable, CaseIterable {
        case allow, warn, deny
    }

    /// What a property's value is made of.
    package enum Conversion: String, Sendable, CaseIterable {
        case dateTime = "date-time"
        case epochSeconds = "epoch-seconds"
        case epochMilliseconds = "epoch-milliseconds"
        case url
        case rawValue = "raw-value"
    }

    package struct Property: Sendable {
        /// The path in the Swift value, nested with dots.
        package let path: String
        /// Where the value stands in the JSON.
        package let pointer: JSONPointer
        package let conversion: Conversion?
        /// Where the contract says so.
        package let place: JSONPointer
    }

    package let name: String
    package let pointer: JSONPointer
    package let summary: String?
    package let schema: EmbeddedSchema
    package let properties: [Property]
    package let examples: [JSON]
    package let bridging: Bridging
}

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
