import JSONSchema

extension OpenAPIDocument {
    package struct Operation: Sendable {
        package let id: String?
        package let method: String
        package let path: PathTemplate
        package let summary: String?
        package let isDeprecated: Bool
        /// The operation's parameters, and those of its path that it does not override.
        package let parameters: [Parameter]
        package let body: RequestBody?
        package let responses: [Response]
        /// Alternative requirements, one of which a call must meet. Empty if there are none.
        package let security: [SecurityRequirement]
        /// The servers of the operation, its path, or the document.
        package let servers: [Server]
        package let callbacks: [JSONPointer]
        package let pointer: JSONPointer

        /// `GET /pets/{id}`.
        package var label: String { "\(method) \(path.text)" }

        package func parameter(_ name: String, in location: Parameter.Location) -> Parameter? {
            parameters.first { $0.location == location && location.isSame($0.name, name) }
        }

        /// Whether a response can have a body (RFC 9110, 6.4.1).
        package func hasBody(_ response: Response) -> Bool {
            let code = response.status.codes.lowerBound
            return method != "HEAD" && (!response.status.isCode || code >= 200 && ![204, 205, 304].contains(code))
        }

        /// Returns the response for a status: the exact code, its class, or the default.
        package func response(status: Int) -> Response? {
            responses.filter { $0.status.codes.contains(status) }.min { $0.status.codes.count < $1.status.codes.count }
        }

        init?(method: String, path: PathTemplate, reading node: DocumentCursor, _ defaults: OperationDefaults) {
            guard node.object() != nil else { return nil }
            let own = node["parameters"].map(Parameter.all) ?? []
            let inherited = defaults.parameters.filter { parameter in
                !own.contains { $0.location == parameter.location && $0.location.isSame($0.name, parameter.name) }
            }
            self.id = node["operationId"]?.string()
            self.method = method
            self.path = path
            self.summary = node["summary"]?.string() ?? node["description"]?.string()
            self.isDeprecated = node["deprecated"]?.bool() ?? false
            self.parameters = inherited + own
            self.body = node["requestBody"].flatMap(RequestBody.init(reading:))
            self.responses =
                node["responses"]?.membersWithoutExtensions.compactMap { Response(key: $0, reading: $1) } ?? []
            self.security = SecurityRequirement.all(node["security"]) ?? defaults.security
            self.servers = OpenAPIDocument.servers(node["servers"]) ?? defaults.servers
            self.callbacks = node["callbacks"]?.members().map(\.value.pointer) ?? []
            self.pointer = node.pointer

            let described = Set(parameters.lazy.filter { $0.location == .path }.map(\.name))
            for name in path.parameters where !described.contains(name) {
                node.context.fault("no parameter describes '{\(name)}' of the path", at: node.pointer)
            }
        }
    }

    package struct RequestBody: Sendable {
        package let isRequired: Bool
        package let content: [Content]
        package let pointer: JSONPointer

        init?(reading reference: DocumentCursor) {
            guard let node = reference.resolved, let content = node.member("content") else { return nil }
            self.isRequired = node["required"]?.bool() ?? false
            self.content = content.contents
            self.pointer = node.pointer
        }
    }

    package struct Content: Sendable {
        /// The media type in lower case without parameters, such as `application/json` or `text/*`.
        package let mediaType: String
        package let schema: JSONPointer?
        /// The place of the schema of each stream item (OpenAPI 3.2).
        package let itemSchema: JSONPointer?
        package let examples: [JSON]
        package let pointer: JSONPointer

        package var isJSON: Bool { mediaType == "application/json" || mediaType.hasSuffix("+json") }
    }
}

extension DocumentCursor {
    var contents: [OpenAPIDocument.Content] {
        members().map { name, node in
            OpenAPIDocument.Content(
                mediaType: name.prefix { $0 != ";" }.lowercased().filter { $0 != " " }, schema: node["schema"]?.pointer,
                itemSchema: node["itemSchema"]?.pointer, examples: node.examples, pointer: node.pointer)
        }
    }

    var examples: [JSON] {
        if let example = self["example"] { return [example.json] }
        return self["examples"]?.members().compactMap { _, node in
            let example = node.resolved
            if let example, example["value"] == nil, example["externalValue"] != nil {
                context.fault("the example is outside the document", at: example.pointer)
            }
            return example?["value"]?.json
        } ?? []
    }
}
