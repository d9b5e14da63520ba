import HTTPRecording
import JSONSchema

package struct PartContract: Sendable {
    package enum Content: Sendable {
        case text(TemplateValue)
        case json(TemplateValue)
        case schema(BodySchema)
        case bytes(BinaryContract)
    }

    package enum Filename: Sendable, Equatable {
        case none
        /// A file with any name.
        case any
        case value(Template)
    }

    package let name: String
    package let pointer: JSONPointer
    package let content: Content
    package let contentPointer: JSONPointer
    package let filename: Filename
    package let mediaType: MediaType?

    var templates: [PlacedTemplate] {
        let content: [PlacedTemplate] =
            switch self.content {
            case .text(let value), .json(let value): value.templates(at: contentPointer)
            case .schema(let schema): schema.templates.flatMap { $0.value.templates(at: $0.pointer) }
            case .bytes(let binary): binary.templates(at: contentPointer)
            }
        guard case .value(let template) = filename else { return content }
        return content + [(template, pointer.appending(ContractKeys.Part.filename))]
    }
}

extension ContractCursor {
    var parts: [PartContract] {
        members().flatMap { name, reader in
            let readers = reader.json.arrayValue == nil ? [reader] : reader.elements()
            return readers.compactMap { PartContract(name: name, reading: $0) }
        }
    }
}

extension PartContract {
    init?(name: String, reading reader: ContractCursor) {
        self.name = name
        pointer = reader.pointer
        guard reader.json.objectValue != nil else {
            if reader.json.arrayValue != nil || reader.json.isNull {
                reader.fault("expected a string, or an object that describes the part")
                return nil
            }
            guard let value = reader.templateValue else { return nil }
            content = .text(value)
            contentPointer = pointer
            filename = .none
            mediaType = nil
            return
        }
        guard let object = reader.object(of: ContractKeys.Part.self) else { return nil }
        guard let key = object.one(of: ContractKeys.Part.contents, "a part has one content"), let place = object[key]
        else {
            reader.fault("a part has a content: 'value', 'json', 'schema' or 'bytes'")
            return nil
        }
        let content: Content? =
            switch key {
            case .json: place.templateValue.map(Content.json)
            case .schema: BodySchema(reading: place).map(Content.schema)
            case .bytes: BinaryContract(reading: place).map(Content.bytes)
            case .value, .filename, .content: place.templateValue.map(Content.text)
            }
        guard let content else { return nil }
        self.content = content
        contentPointer = place.pointer
        switch object[.filename] {
        case nil: filename = .none
        case let value? where value.json == true: filename = .any
        case let value? where value.json == false: filename = .none
        case let value?:
            guard let template = value.template else { return nil }
            filename = .value(template)
        }
        mediaType = object[.content].flatMap(\.mediaType)
    }
}
