import JSONSchema

/// The conversion of a Swagger 2.0 document to OpenAPI 3.0, so that readers support one format.
///
/// It records the old place of every moved part, so that messages name the line in the file. Invalid parts stay
/// unchanged, and the reader of the result reports them. The recursion depth is bounded by the document's nesting
/// limit.
struct SwaggerConversion {
    let root: JSON
    let source: SourceFile
    private(set) var faults: [SourceFault] = []
    /// Old places by new places.
    private(set) var moved: [JSONPointer: JSONPointer] = [:]

    mutating func unsupported(_ message: String, at pointer: JSONPointer) {
        faults.append(SourceFault(message, at: source.place(of: pointer)))
    }

    mutating func move(_ old: JSONPointer, to new: JSONPointer) { moved[new] = old }

    // MARK: - The document

    mutating func document() -> JSON {
        var document: JSONObject = ["openapi": "3.0.3"]
        for key in ["info", "tags", "security", "externalDocs"] { document[key] = root[key] }
        let servers = servers(root["schemes"])
        if !servers.isEmpty {
            document["servers"] = .array(servers)
            move(root["host"] == nil ? "/basePath" : "/host", to: "/servers")
        }
        if let paths = root["paths"] {
            document["paths"] = each(paths, "/paths", "/paths") { $0.pathItem($1, $2, $3) }
        }
        let produces = root["produces"]
        let parts: [(old: String, new: String, convert: Conversion)] = [
            ("definitions", "schemas", { conversion, json, _, _ in conversion.schema(json) }),
            ("responses", "responses", { $0.response($1, $2, $3, produces: produces) }),
            ("parameters", "parameters", { $0.parameter($1, $2, $3) }),
            ("securityDefinitions", "securitySchemes", { conversion, json, _, _ in conversion.securityScheme(json) }),
        ]
        var components = JSONObject()
        for part in parts {
            guard case .object(let members)? = root[part.old] else { continue }
            let (old, new) = (JSONPointer(tokens: [part.old]), JSONPointer(tokens: ["components", part.new]))
            move(old, to: new)
            let kept = members.keeping { part.old != "parameters" || !Self.isPartOfBody($0.value) }
            components[part.new] = each(.object(kept), old, new, part.convert)
        }
        document["components"] = .object(components)
        return .object(document)
    }

    private typealias Conversion = (inout SwaggerConversion, JSON, JSONPointer, JSONPointer) -> JSON

    private mutating func each(_ json: JSON, _ old: JSONPointer, _ new: JSONPointer, _ convert: Conversion) -> JSON {
        guard case .object(var members) = json else { return json }
        for (name, member) in members where !name.hasPrefix("x-") {
            members[name] = convert(&self, member, old.appending(name), new.appending(name))
        }
        return .object(members)
    }

    /// Returns a server for each scheme, HTTPS first, or one with a relative URL if there is no host.
    private func servers(_ schemes: JSON?) -> [JSON] {
        let path = root["basePath"]?.stringValue ?? ""
        guard let host = root["host"]?.stringValue else { return path.isEmpty ? [] : [["url": .string(path)]] }
        let named = (schemes?.arrayValue ?? []).compactMap(\.stringValue).filter { ["https", "http"].contains($0) }
        let ordered = named.filter { $0 == "https" } + named.filter { $0 != "https" }
        return (ordered.isEmpty ? ["https"] : ordered).map { ["url": .string("\($0)://\(host)\(path)")] }
    }

    private func securityScheme(_ json: JSON) -> JSON {
        guard case .object(var scheme) = json, scheme["type"] == "basic" else { return json }
        scheme["type"] = "http"
        scheme["scheme"] = "basic"
        return .object(scheme)
    }

    // MARK: - Operations

    private mutating func pathItem(_ json: JSON, _ old: JSONPointer, _ new: JSONPointer) -> JSON {
        guard case .object(var item) = json else { return json }
        let shared = elements(item["parameters"], old.appending("parameters"))
        let kept = parameters(shared, new.appending("parameters"))
        if item["parameters"]?.arrayValue != nil { item["parameters"] = .array(kept) }
        for method in OpenAPIDocument.methods {
            guard let operation = item[method] else { continue }
            item[method] = self.operation(
                operation, old.appending(method), new.appending(method), body: shared.filter(\.isPartOfBody))
        }
        return .object(item)
    }

    private mutating func operation(
        _ json: JSON, _ old: JSONPointer, _ new: JSONPointer, body inherited: [Element]
    ) -> JSON {
        guard case .object(var operation) = json else { return json }
        let own = elements(operation["parameters"], old.appending("parameters"))
        if operation["parameters"]?.arrayValue != nil {
            operation["parameters"] = .array(parameters(own, new.appending("parameters")))
        }
        let ownBody = own.filter(\.isPartOfBody)
        let consumes = mediaTypes(operation["consumes"] ?? root["consumes"])
        operation["requestBody"] = requestBody(
            ownBody.isEmpty ? inherited : ownBody, new.appending("requestBody"), consumes)
        let produces = operation["produces"] ?? root["produces"]
        if let responses = operation["responses"] {
            operation["responses"] = each(responses, old.appending("responses"), new.appending("responses")) {
                $0.response($1, $2, $3, produces: produces)
            }
        }
        if let schemes = operation["schemes"], root["host"] != nil {
            operation["servers"] = .array(servers(schemes))
            move(old.appending("schemes"), to: new.appending("servers"))
        }
        for key in ["consumes", "produces", "schemes"] { operation[key] = nil }
        // A response without a schema has no `content` to hold its media types.
        operation[OpenAPIDocument.produces] = produces
        return .object(operation)
    }

    static func media(_ type: String, _ key: String, in place: JSONPointer) -> JSONPointer {
        JSONPointer(tokens: place.tokens + ["content", type, key])
    }

    func mediaTypes(_ json: JSON?) -> [String] { (json?.arrayValue ?? []).compactMap(\.stringValue) }

    // MARK: - Responses

    private mutating func response(_ json: JSON, _ old: JSONPointer, _ new: JSONPointer, produces: JSON?) -> JSON {
        guard case .object(var response) = json else { return json }
        if let reference = response["$ref"] { return ["$ref": self.reference(reference)] }
        var content = JSONObject()
        if let schema = response["schema"] {
            let types = mediaTypes(produces)
            let usual = Self.isFile(schema) ? "application/octet-stream" : "application/json"
            for type in types.isEmpty ? [usual] : types {
                content[type] = ["schema": self.schema(schema)]
                move(old.appending("schema"), to: Self.media(type, "schema", in: new))
            }
        }
        for (type, example) in response["examples"]?.objectValue ?? [:] {
            content[type] = .present([("schema", content[type]?["schema"]), ("example", example)])
            move(old.appending("examples").appending(type), to: Self.media(type, "example", in: new))
        }
        response["content"] = content.unlessEmpty ?? response["content"]
        if let headers = response["headers"] {
            response["headers"] = each(headers, old.appending("headers"), new.appending("headers")) {
                conversion, header, old, new in
                conversion.move(old, to: new.appending("schema"))
                return ["schema": conversion.valueSchema(header)]
            }
        }
        response["schema"] = nil
        response["examples"] = nil
        return .object(response)
    }
}
