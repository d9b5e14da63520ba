import ContractFormat
import ContractOpenAPI
import HTTPRecording
import JSONSchema

extension OpenAPIRequest {
    /// Adds the body. Returns false and reports why if a required body cannot be expressed.
    mutating func addBody() -> Bool {
        guard let body = operation.body else { return true }
        let form = "application/x-www-form-urlencoded"
        guard let content = Self.preferred(body.content) else { return !body.isRequired }
        let others = body.content.filter { $0.mediaType != content.mediaType }.map(\.mediaType)
        if !others.isEmpty {
            note(body.pointer, "a request body has one media type in a contract, preferably JSON; left out", of: others)
        }
        let schema = content.schema.map { schemas.raw($0, .request) } ?? true
        let examples = content.examples
        if content.mediaType == "multipart/form-data" {
            guard schemas.isObject(schema) else {
                note(
                    content.pointer,
                    body.isRequired
                        ? "the parts that \(operation.label) sends are not known; the operation is left out"
                        : "the parts of the body are not known; it is left out")
                return !body.isRequired
            }
            request.body[.multipart] = .object(parts(of: schema, content))
            return true
        }
        request.headers["Content-Type"] = .string(content.mediaType)
        if !content.isJSON, content.mediaType != form {
            addText(content, isRequired: body.isRequired)
            return true
        }
        if schemas.isObject(schema) {
            addMembers(of: schema, content, isForm: content.mediaType == form)
        } else if content.mediaType == form {
            note(content.pointer, "the fields of the form are not known")
        } else {
            let name = argument("body", schema, isRequired: body.isRequired, examples)
            request.body[.body] = .string("{\(name)}")
        }
        return true
    }

    private mutating func addMembers(of schema: JSON, _ content: OpenAPIDocument.Content, isForm: Bool) {
        let parts = schemas.parts(of: schema)
        let (properties, required) = properties(of: parts)
        let wholes = content.examples + parts.flatMap { $0["examples"]?.arrayValue ?? [] }
        // In a merge patch (RFC 7396) an absent member stays, and null removes it.
        let form = content.mediaType == "application/merge-patch+json" ? "|distinct" : "|either"
        var members: JSONObject = [:]
        for (name, property, inner) in properties where members[name] == nil {
            let examples = wholes.compactMap { $0[name] }
            if isForm {
                let encoding = operations.document[content.pointer.appending("encoding").appending(name)]
                let style = encoding?["style"]?.stringValue ?? "form"
                let field = Field(
                    name: name, schema: property, isRequired: required.contains(name), style: style,
                    explodes: encoding?["explode"]?.boolValue ?? (style == "form"), examples: examples,
                    // An object becomes form fields only if the document sets a style.
                    depth: style == "form" ? 1 : 0)
                for (name, value) in pairs(of: field, at: content.pointer) { members[name] = value }
                continue
            }
            let argument = argument(name, property, isRequired: required.contains(name), examples)
            let allowsNull = schemas.facts(of: property).types.contains(.null)
            // A required member is null if it is nil. An optional one may be null or absent.
            let ofNil = !allowsNull || inner.isEmpty ? "" : required.contains(name) ? "|null" : form
            members[name] = .string("{\(argument)\(ofNil)}")
        }
        let unnamed = required.filter { name in
            members[name] == nil && !parts.contains { $0["properties"]?[name] != nil }
        }
        for name in unnamed.sorted() { members[name] = .string("{\(argument(name, true, isRequired: true, []))}") }
        request.body[isForm ? .form : .body] = .object(members)
    }

    /// Returns the properties that the client sets, and the names of the required ones.
    func properties(
        of parts: [JSONObject]
    ) -> (properties: [(name: String, schema: JSON, parts: [JSONObject])], required: Set<String>) {
        let required = Set(parts.flatMap { $0["required"]?.arrayValue ?? [] }.compactMap(\.stringValue))
        let described = parts.flatMap { Array($0["properties"]?.objectValue ?? [:]) }.grouped(by: \.key)
        let properties = described.compactMap { name, members -> (name: String, schema: JSON, parts: [JSONObject])? in
            let all = members.map(\.value).distinct
            let property = all.count == 1 ? all[0] : ["allOf": .array(all)]
            let inner = schemas.parts(of: property)
            return inner.contains { $0["readOnly"] == true } ? nil : (name, property, inner)
        }
        return (properties, required)
    }

    private static func preferred(_ content: [OpenAPIDocument.Content]) -> OpenAPIDocument.Content? {
        let ranks: [(OpenAPIDocument.Content) -> Bool] = [
            { $0.isJSON }, { $0.mediaType == "application/x-www-form-urlencoded" },
            { $0.mediaType == "multipart/form-data" }, { MediaType($0.mediaType).isXML },
            { $0.mediaType.hasPrefix("text/") }, { !$0.mediaType.contains("*") }, { _ in true },
        ]
        return ranks.lazy.compactMap { rank in content.first(where: rank) }.first
    }

    private static let base64: JSON = ["type": "string", "contentEncoding": "base64"]

    private mutating func parts(of schema: JSON, _ content: OpenAPIDocument.Content) -> JSONObject {
        typealias Keys = ContractKeys.Part
        let (properties, required) = properties(of: schemas.parts(of: schema))
        var parts: JSONObject = [:]
        for (name, property, inner) in properties {
            let encoding = operations.document[content.pointer.appending("encoding").appending(name)]
            let type = encoding?["contentType"]?.stringValue?.split(separator: ",").first.map { $0.trimmingSpaces() }
            let fixedType = type.flatMap { $0.contains("*") ? nil : JSON.string($0) }
            let isRequired = required.contains(name)
            let examples = content.examples.compactMap { $0[name] }
            let elements = inner.compactMap { $0["items"] }.flatMap { schemas.parts(of: $0) }
            if (inner + elements).contains(where: Self.isBinary) {
                if !elements.isEmpty {
                    note(content.pointer, "the part '\(name)' is repeated for each file; one was written")
                }
                let argument = argument(name, Self.base64, isRequired: isRequired, [.string("AAECAw==")])
                parts[name] = Keys.object([
                    (.bytes, .string("{\(argument)}")), (.filename, true), (.content, fixedType),
                ])
                continue
            }
            let argument = argument(name, property, isRequired: isRequired, examples)
            let shape = schemas.shape(of: property)
            let isJSON =
                type.map { MediaType($0).isJSON }
                ?? (shape == .object || elements.contains { $0["properties"] != nil || $0["type"] == "object" })
            let value = JSON.string("{\(argument)}")
            if isJSON {
                parts[name] = Keys.object([(.json, value), (.content, .string(type ?? "application/json"))])
            } else {
                parts[name] = fixedType.map { Keys.object([(.value, value), (.content, $0)]) } ?? value
            }
        }
        return parts
    }

    /// Whether a schema describes bytes in OpenAPI 3.0 or 3.1.
    private static func isBinary(_ schema: JSONObject) -> Bool {
        schema["format"] == "binary" || schema["format"] == "base64"
            || schema["contentMediaType"] != nil && schema["contentEncoding"] == nil
    }

    private mutating func addText(_ content: OpenAPIDocument.Content, isRequired: Bool) {
        let type = MediaType(content.mediaType)
        if type.isXML, addXML(content) { return }
        let texts = content.examples.filter { $0.stringValue != nil }
        let schema = content.schema.map { schemas.raw($0, .request) } ?? true
        let facts = schemas.facts(of: schema)
        var text = facts.plainTypes == [.string] ? schema.objectValue ?? [:] : ["type": "string"]
        text["minLength"] = JSON(max(1, facts.lengths.least))
        if type.isXML {
            note(content.pointer, "the XML of the body is an argument: write its elements under 'xml'")
        }
        if type.isXML || content.mediaType.hasPrefix("text/") {
            let name = argument("body", .object(text), isRequired: isRequired, texts)
            request.body[.text] = .string("{\(name)}")
        } else {
            let name = argument("body", Self.base64, isRequired: isRequired, [.string("AAECAw==")])
            request.body[.bytes] = .string("{\(name)}")
        }
    }
}
