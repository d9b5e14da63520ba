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
    package let related: [[NamedPointer]]
    package let variants: VariantsContract?

    private init(
        _ model: ModelContract, properties: [PropertyContract], unread: [NamedPointer] = [], ignored: [NamedText] = []
    ) {
        (self.properties, elementProperties) = PropertyContract.split(properties)
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
        let mapped = object.members(.properties) { PropertyContract(path: $0, of: schema, reading: $1) }
        (properties, elementProperties) = PropertyContract.split(mapped)
        self.examples = object.elements(.examples, \.json)
        self.bridging = object[.bridging]?.choice()
        self.strictness = object[.strictness].map { $0.choice() } ?? service
        self.reads = object[.reads]?.choice() ?? .all
        self.unread = object.elements(.unread, \.namedPointer)
        self.checked = object.elements(.checked, \.namedPointer)
        self.survives = object[.survives]?.survivalPromises(ofCall: false) ?? []
        self.ignored = object.elements(.ignored, \.namedText)
        self.related = object.elements(.related) { $0.elements().compactMap(\.namedMember) }
        self.variants = VariantsContract(of: schema, reading: object)
    }
}

package final class VariantsContract: Sendable {
    package struct Variant: Sendable {
        package let tag: String
        package let name: String
        /// The model of the payload; `nil` if it is compared by name or absent.
        package let model: NamedText?
        package let payload: JSONPointer?
        package let place: JSONPointer
    }

    package let discriminator: JSONPointer
    package let variants: [Variant]
    package let otherwise: NamedText?
    package let place: JSONPointer

    init?(of schema: EmbeddedSchema, reading model: ContractObject<ContractKeys.Model>) {
        guard let reader = model[.variants] else {
            for key: ContractKeys.Model in [.discriminator, .otherwise] {
                model[key]?.keyFault("'\(key.rawValue)' requires 'variants', which is missing")
            }
            return nil
        }
        let stated = model[.discriminator].map { $0.jsonPointer }
        let named = schema.view.describingSchemas.lazy
            .compactMap { $0.json["discriminator"]?["propertyName"]?.stringValue }.first
        guard let discriminator = stated ?? named.map({ JSONPointer(tokens: [$0]) }) else {
            if model[.discriminator] == nil {
                reader.keyFault("the variants need a 'discriminator': the pointer to the member that names one")
            }
            return nil
        }
        self.discriminator = discriminator
        self.variants = reader.members().compactMap { Variant(tag: $0, reading: $1) }
        self.otherwise = model[.otherwise]?.namedText
        self.place = reader.pointer
    }
}

extension VariantsContract {
    /// Returns the models of the payloads, each with its place and the tags that select it.
    fileprivate func payloads(
        at depth: Int
    ) -> [(place: [String], name: String, tags: [ResponseContract.ModelUse.Tags])] {
        variants.grouped(by: { [$0.model?.text ?? ""] + ($0.payload?.tokens ?? []) }).compactMap { _, variants in
            guard let model = variants[0].model else { return nil }
            let tags = ResponseContract.ModelUse.Tags(
                depth: depth, discriminator: discriminator, texts: Set(variants.map(\.tag)))
            return (variants[0].payload?.tokens ?? [], model.text, [tags])
        }
    }
}

extension VariantsContract.Variant {
    init?(tag: String, reading reader: ContractCursor) {
        self.tag = tag
        place = reader.pointer
        if reader.json.stringValue != nil {
            guard let model = reader.namedText else { return nil }
            (name, self.model, payload) = (MemberName.camelCase(tag), model, nil)
            return
        }
        guard let object = reader.object(of: ContractKeys.Variant.self) else { return nil }
        name = object[.case]?.nonEmptyString ?? MemberName.camelCase(tag)
        model = object[.model]?.namedText
        payload = object[.pointer]?.jsonPointer
    }
}

extension Contract {
    /// Returns the models within the named models of a response, where their schemas refer to them.
    package func nestedModels(of shape: ResponseContract) -> [ResponseContract.ModelUse] {
        nested.withLock { known in
            let models = known[shape.pointer] ?? makeNestedModels(of: shape)
            known[shape.pointer] = models
            return models
        }
    }

    private func makeNestedModels(of shape: ResponseContract) -> [ResponseContract.ModelUse] {
        var uses = shape.models
        var next = 0
        while next < uses.count {
            let outer = uses[next]
            let inner = model(outer.model)?.nestedModels(modelNames, at: outer.at.tokens.count) ?? []
            uses += inner.map { place, name, tags in
                ResponseContract.ModelUse(
                    at: JSONPointer(tokens: outer.at.tokens + place), model: name, pointer: outer.pointer,
                    tags: outer.tags + tags)
            }.filter { new in
                // Skip a model nested within itself; the outer one covers it.
                !uses.contains { $0.model == new.model && new.at.tokens.starts(with: $0.at.tokens) }
            }
            next += 1
        }
        return Array(uses.dropFirst(shape.models.count))
    }
}

extension ModelContract {
    /// Returns the models of the payloads if the model has variants. Otherwise returns the models to which the schema
    /// refers, without the places that the map describes further.
    fileprivate func nestedModels(
        _ names: [SchemaView: String], at depth: Int
    ) -> [(place: [String], name: String, tags: [ResponseContract.ModelUse.Tags])] {
        if let variants { return variants.payloads(at: depth) }
        if reads == .some { return [] }
        let described =
            (properties + elementProperties).filter { !$0.isComplete }.map(\.pointer.tokens)
            + (unread + checked).map(\.target.tokens)
        return schema.view.models(names, isModel: true) { place in
            !described.contains { !$0.isEmpty && place.starts(with: $0) }
        }.filter { model in !described.contains { $0.starts(with: model.place) } }.map { ($0.place, $0.name, []) }
    }
}

extension SchemaView {
    private static let deepest = 8

    /// Returns the outermost models to whose schemas this one refers, with their places, within the allowed places.
    ///
    /// - Parameter isModel: whether this is the schema of a model, which does not count itself.
    func models(
        _ names: [SchemaView: String], isModel: Bool = false, within isAllowed: ([String]) -> Bool = { _ in true }
    ) -> [(place: [String], name: String)] {
        if names.isEmpty { return [] }
        let leading = schemasLeading(to: names, isModel: isModel)
        var found: [(place: [String], name: String)] = []
        func visit(_ view: SchemaView, _ place: [String]) {
            if place.count > Self.deepest || !leading.contains(view) || !isAllowed(place) { return }
            let parts = view.schemasOfNonNullValues
            if !isModel || !place.isEmpty, let name = parts.lazy.compactMap({ names[$0] }).first {
                found.append((place, name))
                return
            }
            for (token, inner) in parts.flatMap(\.innerSchemas) { visit(inner, place + [token]) }
        }
        visit(self, [])
        return found
    }

    /// Returns the schemas from which a named one can be reached. Definitions that refer to each other have far more
    /// paths than schemas, so the other ones must not be entered once per path.
    private func schemasLeading(to names: [SchemaView: String], isModel: Bool) -> Set<SchemaView> {
        var users: [SchemaView: [SchemaView]] = [self: []]
        var waiting = [self]
        var found: [SchemaView] = []
        while let view = waiting.popLast() {
            let parts = view.schemasOfNonNullValues
            if parts.contains(where: { names[$0] != nil }) {
                found.append(view)
                if !isModel || view != self { continue }
            }
            for (_, inner) in parts.flatMap(\.innerSchemas) {
                if users[inner] == nil { waiting.append(inner) }
                users[inner, default: []].append(view)
            }
        }
        return Set(found).reaching { users[$0] ?? [] }
    }
}

extension SchemaView {
    /// The schemas of members and elements, with the tokens of their places.
    package var innerSchemas: [(token: String, view: SchemaView)] {
        members("properties").map { ($0.name, $0.view) }
            + ["items", "additionalProperties"].compactMap(child).map { ("*", $0) }
    }
}
