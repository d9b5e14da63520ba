import JSONSchema

package final class ModelContract: Sendable {
    /// The treatment of probes that differ only by Foundation's bridging of Bool and number.
    package enum Bridging: String, Sendable, CaseIterable {
        case allow, warn, deny
    }

    /// The invalid values of the schema that a model must reject as well.
    package enum Strictness: String, Sendable, CaseIterable {
        case exact
        /// Missing members, null, and other JSON types.
        case shape
        /// None; accepted values must still be decoded correctly.
        case lenient
    }

    package enum Reads: String, Sendable, CaseIterable {
        case all, some
    }

    package let name: String
    package let pointer: JSONPointer
    package let summary: String?
    package let schema: EmbeddedSchema
    /// The properties that are not mapped by name.
    package let properties: [PropertyContract]
    /// The properties of array elements and dictionary values, such as `assets[].url`.
    package let elementProperties: [PropertyContract]
    package let examples: [JSON]
    package let bridging: Bridging?
    package let strictness: Strictness?
    package let reads: Reads
    /// The members that no property reads, with `*` for every element of an array.
    package let unread: [NamedPointer]
    /// The members that no property stores, but whose value the model checks.
    package let checked: [NamedPointer]
    package let survives: [SurvivalPromise]
    /// The paths of stored properties that hold no data.
    package let ignored: [NamedText]
    /// Groups of members with interdependent values.
    package let related: [[NamedText]]
    package let variants: VariantsContract?

    private init(
        _ model: ModelContract, properties: [PropertyContract], unread: [NamedPointer] = [], ignored: [NamedText] = []
    ) {
        self.properties = properties.filter { $0.ofElements == nil }
        elementProperties = properties.filter { $0.ofElements != nil }
        (self.unread, self.ignored) = (model.unread + unread, model.ignored + ignored)
        (name, pointer, summary, schema) = (model.name, model.pointer, model.summary, model.schema)
        (examples, bridging, strictness, reads) = (model.examples, model.bridging, model.strictness, model.reads)
        (checked, survives, related, variants) = (model.checked, model.survives, model.related, model.variants)
    }

    /// Returns a copy in which a property is mapped as given.
    package func mapping(_ property: PropertyContract) -> ModelContract {
        let others = (properties + elementProperties).filter { $0.path != property.path }
        return ModelContract(self, properties: others + [property])
    }

    package func ignoring(_ path: NamedText, unread: [NamedPointer]) -> ModelContract {
        ModelContract(self, properties: properties + elementProperties, unread: unread, ignored: [path])
    }

    init?(name: String, of service: Strictness?, reading reader: ContractCursor) {
        guard
            let object = reader.object(of: ContractKeys.Model.self),
            let schema = object[.schema]?.schema
        else { return nil }
        self.name = name
        self.pointer = reader.pointer
        self.summary = object[.summary]?.string()
        self.schema = schema
        let mapped =
            object[.properties]?.members().compactMap { PropertyContract(path: $0, of: schema, reading: $1) } ?? []
        self.properties = mapped.filter { $0.ofElements == nil }
        self.elementProperties = mapped.filter { $0.ofElements != nil }
        self.examples = object[.examples]?.elements().map(\.json) ?? []
        self.bridging = object[.bridging]?.choice()
        self.strictness = object[.strictness].map { $0.choice() } ?? service
        self.reads = object[.reads]?.choice() ?? .all
        self.unread = object[.unread]?.elements().compactMap(\.namedPointer) ?? []
        self.checked = object[.checked]?.elements().compactMap(\.namedPointer) ?? []
        self.survives = object[.survives]?.survivalPromises(ofCall: false) ?? []
        self.ignored = object[.ignored]?.elements().compactMap(\.namedText) ?? []
        self.related = object[.related]?.elements().map { $0.elements().compactMap(\.namedText) } ?? []
        self.variants = VariantsContract(of: schema, reading: object)
    }
}
