import ContractFormat
import JSONSchema

/// A contract's document extended by the schemas of its other values: arguments, bodies with placeholders, and all
/// shapes of one status. They are stored under a key that no contract uses.
struct ExpectedSchemas {
    private static let key = "x-expected"

    let schemas: SchemaDocument

    init(_ contract: Contract) {
        var expected = JSONObject()
        for endpoint in contract.endpoints { expected[endpoint.name] = .object(Self.expected(of: endpoint)) }
        var root = contract.document.root.objectValue ?? [:]
        root[Self.key] = .object(expected)
        schemas = contract.document.replaced(by: .object(root))
    }

    private static func expected(of endpoint: EndpointContract) -> JSONObject {
        var expected: JSONObject = [:]
        expected["arguments"] = .object(
            JSONObject(
                endpoint.arguments.map { argument in
                    // An omitted argument is not sent, so `null` never is.
                    (argument.name, notNull(reference(argument.schema.pointer)))
                }))
        switch endpoint.request?.body {
        case .json(let template)?: expected["body"] = schema(of: template, endpoint)
        case .schema(let schema)?: expected["body"] = reference(schema.pointer)
        case .form?, .text?, .bytes?, .xml?, .multipart?, .graphql?, .some(.none), nil: break
        }
        let responses = endpoint.responses.grouped(by: \.key.status).compactMap { status, shapes -> (String, JSON)? in
            let schemas = shapes.compactMap {
                if case .json(let schema) = $0.body { reference(schema.pointer) } else { nil }
            }
            return schemas.isEmpty ? nil : (status, schemas.count == 1 ? schemas[0] : ["anyOf": .array(schemas)])
        }
        expected["responses"] = .object(JSONObject(responses))
        return expected
    }

    private static func reference(_ pointer: JSONPointer) -> JSON {
        ["$ref": .string(SchemaReference.text(to: pointer))]
    }

    private static func notNull(_ schema: JSON) -> JSON { ["allOf": [schema, ["not": ["type": "null"]]]] }

    private static func schema(of value: TemplateValue, _ endpoint: EndpointContract) -> JSON {
        switch value {
        case .literal(let json): return ["const": json]
        case .template(let template):
            guard let slot = template.soleSlot, case .name(let name) = slot.placeholder,
                let argument = endpoint.argument(name)
            else { return ["type": "string"] }
            if let form = slot.form {
                return template.nilForm == .leftOut ? form.schema : ["anyOf": [form.schema, ["type": "null"]]]
            }
            let isLeftOut = endpoint.mayBeLeftOut(value) && template.nilForm == .leftOut
            let schema = reference(argument.schema.pointer)
            return isLeftOut ? notNull(schema) : schema
        case .array(let elements):
            var array: JSONObject = ["type": "array", "minItems": JSON(elements.count), "items": false]
            // JSON Schema requires a non-empty `prefixItems` array.
            if !elements.isEmpty { array["prefixItems"] = .array(elements.map { schema(of: $0, endpoint) }) }
            return .object(array)
        case .object(let members):
            let always = members.filter { !endpoint.mayBeLeftOut($0.value) }.map { JSON.string($0.name) }
            return [
                "type": "object", "required": .array(always), "additionalProperties": false,
                "properties": .object(JSONObject(members.map { ($0.name, schema(of: $0.value, endpoint)) })),
            ]
        }
    }

    /// - Parameter names: `arguments` and a name, `body`, or `responses` and a status.
    func view(of endpoint: EndpointContract, _ names: String...) -> SchemaView? {
        schemas.view(at: JSONPointer(tokens: [Self.key, endpoint.name] + names))
    }

    func isWritten(_ pointer: JSONPointer) -> Bool { pointer.tokens.first != Self.key }
}
