import Foundation
import HTTPRecording
import JSONSchema

package typealias PlacedTemplate = (template: Template, pointer: JSONPointer)

extension RequestContract {
    package enum Body: Sendable {
        case none
        case json(TemplateValue)
        case schema(BodySchema)
        /// `application/x-www-form-urlencoded`, in this order.
        case form([NamedExpectation])
        case text(Expectation)
        case bytes(BinaryContract)
        case xml(XMLTemplate)
        case multipart([PartContract])
        case graphql(GraphQLContract)
    }
}

extension RequestContract.Body {
    package func templates(at pointer: JSONPointer) -> [PlacedTemplate] {
        switch self {
        case .none: []
        case .json(let value): value.templates(at: pointer)
        case .schema(let schema): schema.templates.flatMap { $0.value.templates(at: $0.pointer) }
        case .form(let fields): fields.flatMap(\.templates)
        case .text(let expectation): expectation.templates(at: pointer)
        case .bytes(let binary): binary.templates(at: pointer)
        case .xml(let xml): xml.templates.map { ($0, pointer) }
        case .multipart(let parts): parts.flatMap(\.templates)
        case .graphql(let graphql): graphql.variables.templates(at: pointer.appending(ContractKeys.GraphQL.variables))
        }
    }

    /// The arguments that hold the bytes of a body or part as base64.
    package var argumentsOfBytes: Set<String> {
        let binaries: [BinaryContract] =
            switch self {
            case .bytes(let binary): [binary]
            case .multipart(let parts):
                parts.compactMap { part in if case .bytes(let binary) = part.content { binary } else { nil } }
            case .none, .json, .schema, .form, .text, .xml, .graphql: []
            }
        return Set(binaries.flatMap { $0.templates(at: .root) }.flatMap(\.template.placeholders).compactMap(\.argument))
    }

    /// Whether the media type is implied by the body's kind.
    package func implies(_ mediaType: MediaType) -> Bool {
        switch self {
        case .none: false
        case .json, .schema, .graphql: mediaType.isJSON
        case .form: mediaType.isForm
        case .text: mediaType.essence == "text/plain"
        case .bytes: mediaType.essence == "application/octet-stream"
        case .xml: mediaType.isXML
        case .multipart: mediaType.essence == "multipart/form-data"
        }
    }

    init?(_ kind: ContractKeys.Request, reading reader: ContractCursor) {
        let body: Self? =
            switch kind {
            case .body: reader.templateValue.map(Self.json)
            case .bodySchema: BodySchema(reading: reader).map(Self.schema)
            case .form: .form(reader.namedExpectations(ParameterStyle.ofPairs))
            case .text: reader.expectation.map(Self.text)
            case .bytes: BinaryContract(reading: reader).map(Self.bytes)
            case .xml: XMLTemplate(reading: reader).map(Self.xml)
            case .multipart: .multipart(reader.parts)
            case .graphql: GraphQLContract(reading: reader).map(Self.graphql)
            case .method, .path, .query, .headers, .allowedHeaders, .timeout: nil
            }
        guard let body else { return nil }
        self = body
    }
}

/// A schema of a JSON body with templates in `const` and `enum`.
package struct BodySchema: Sendable {
    package let schema: EmbeddedSchema
    package let templates: [(pointer: JSONPointer, value: TemplateValue)]

    package var pointer: JSONPointer { schema.pointer }

    /// Fills in every placeholder; an absent argument is null.
    package func filled(_ value: (Placeholder) -> JSON?) -> EmbeddedSchema {
        schema.replacing(templates.map { ($0.pointer, $0.value.filled(value) ?? .null) })
    }
}

extension BodySchema {
    init?(reading reader: ContractCursor) {
        guard let schema = reader.schema else { return nil }
        self.schema = schema
        var templates: [(pointer: JSONPointer, value: TemplateValue)] = []
        // Visit schemas only: a `const` within a value is a member of that name.
        func walk(_ view: SchemaView) {
            for keyword in ["const", "enum"] {
                guard let json = view.json[keyword] else { continue }
                let place = view.pointer.appending(keyword)
                let value = ContractCursor(json, at: place, reader.context).templateValue
                if let value, !value.templates(at: place).isEmpty { templates.append((place, value)) }
            }
            for (keyword, value) in view.json.objectValue ?? [:] where !["$defs", "definitions"].contains(keyword) {
                for (tokens, json) in SubschemaShape(keyword: keyword)?.subschemas(of: value) ?? [] {
                    let place = JSONPointer(tokens: view.pointer.tokens + [keyword] + tokens)
                    walk(SchemaView(document: view.document, pointer: place, json: json))
                }
            }
        }
        walk(schema.view)
        self.templates = templates
    }
}

package enum BinaryContract: Sendable {
    /// A template that yields base64.
    case base64(Template)
    case rule(BytesContract)

    func templates(at pointer: JSONPointer) -> [PlacedTemplate] {
        if case .base64(let template) = self { [(template, pointer)] } else { [] }
    }

    init?(reading reader: ContractCursor) {
        if reader.json.stringValue == nil {
            guard let rule = BytesContract(reading: reader) else { return nil }
            self = .rule(rule)
            return
        }
        guard let template = reader.template else { return nil }
        if template.placeholders.isEmpty, Data(base64Encoded: template.text { _ in nil } ?? "") == nil {
            reader.fault("expected base64, or an argument that gives it such as \"{data}\"")
            return nil
        }
        self = .base64(template)
    }
}

extension Expectation {
    func templates(at pointer: JSONPointer) -> [PlacedTemplate] {
        switch self {
        case .value(let value): value.templates(at: pointer)
        case .schema: []
        }
    }
}

extension NamedExpectation {
    package var templates: [PlacedTemplate] { expectation.templates(at: pointer) }
}

extension TemplateValue {
    package func templates(at pointer: JSONPointer) -> [PlacedTemplate] {
        switch self {
        case .literal: []
        case .template(let template): [(template, pointer)]
        case .array(let elements): elements.enumerated().flatMap { $1.templates(at: pointer.appending($0)) }
        case .object(let members): members.flatMap { $0.value.templates(at: pointer.appending($0.name)) }
        }
    }
}
