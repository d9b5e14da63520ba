import JSONSchema

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
                if let stray = model[key] {
                    model.context.keyFault(
                        "'\(key.rawValue)' requires 'variants', which is missing", at: stray.pointer)
                }
            }
            return nil
        }
        let stated = model[.discriminator].map { $0.jsonPointer }
        let named = schema.view.describingSchemas.lazy
            .compactMap { $0.json["discriminator"]?["propertyName"]?.stringValue }.first
        guard let discriminator = stated ?? named.map({ JSONPointer(tokens: [$0]) }) else {
            if model[.discriminator] == nil {
                model.context.keyFault(
                    "the variants need a 'discriminator': the pointer to the member that names one", at: reader.pointer)
            }
            return nil
        }
        self.discriminator = discriminator
        self.variants = reader.members().compactMap { Variant(tag: $0, reading: $1) }
        self.otherwise = model[.otherwise]?.namedText
        self.place = reader.pointer
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
