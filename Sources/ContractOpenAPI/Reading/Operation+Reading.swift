import JSONSchema

extension OpenAPIDocument.Operation {
    init?(method: String, path: PathTemplate, reading node: DocumentCursor, _ defaults: OperationDefaults) {
        guard node.object() != nil else { return nil }
        let own = node["parameters"].map(OpenAPIDocument.Parameter.all) ?? []
        let inherited = defaults.parameters.filter { parameter in
            !own.contains { $0.location == parameter.location && $0.location.isSame($0.name, parameter.name) }
        }
        self.id = node["operationId"]?.string()
        self.method = method
        self.path = path
        self.summary = node["summary"]?.string() ?? node["description"]?.string()
        self.isDeprecated = node["deprecated"]?.bool() ?? false
        self.parameters = inherited + own
        self.body = node["requestBody"]?.cached(in: \.bodies, OpenAPIDocument.RequestBody.init(reading:))
        self.responses =
            node["responses"]?.membersWithoutExtensions.compactMap { OpenAPIDocument.Response(key: $0, reading: $1) }
            ?? []
        self.security = OpenAPIDocument.SecurityRequirement.all(node["security"]) ?? defaults.security
        self.servers = OpenAPIDocument.servers(node["servers"]) ?? defaults.servers
        self.callbacks = node["callbacks"]?.members().map(\.value.pointer) ?? []
        self.pointer = node.pointer

        let described = Set(parameters.lazy.filter { $0.location == .path }.map(\.name))
        for name in path.parameters where !described.contains(name) {
            node.context.invalid("no parameter describes '{\(name)}' of the path", at: node.pointer)
        }
    }
}

extension OpenAPIDocument.Parameter {
    /// Reads a list of parameters. Reports and skips a repeated name and location.
    static func all(_ node: DocumentCursor) -> [Self] {
        var seen: Set<[String]> = []
        return node.elements().compactMap { element in
            guard let parameter = element.cached(in: \.parameters, Self.init(reading:)) else { return nil }
            let name = parameter.location == .header ? parameter.name.lowercased() : parameter.name
            if seen.insert([parameter.location.rawValue, name]).inserted { return parameter }
            element.context.invalid(
                "there are two \(parameter.location) parameters '\(parameter.name)'", at: element.pointer)
            return nil
        }
    }

    init?(reading node: DocumentCursor) {
        guard let name = node.required("name"), let place = node.required("in") else { return nil }
        guard let location = Location(rawValue: place) else {
            node.context.invalid(
                "'\(place)' is not a parameter location: expected path, query, header or cookie",
                at: node.pointer.appending("in"))
            return nil
        }
        let content = node["content"]?.contents.first
        let style = node["style"]?.string() ?? location.defaultStyle
        self.name = name
        self.location = location
        self.isRequired = location == .path || node["required"]?.bool() ?? false
        self.isDeprecated = node["deprecated"]?.bool() ?? false
        self.style = style
        self.explodes = node["explode"]?.bool() ?? (style == "form")
        self.schema = node["schema"]?.pointer
        self.content = content
        self.examples = node.examples + (content?.examples ?? [])
        self.pointer = node.pointer
        if schema == nil, content == nil {
            node.context.invalid("the parameter '\(name)' has neither a schema nor content", at: node.pointer)
        }
    }
}

extension OpenAPIDocument.RequestBody {
    init?(reading node: DocumentCursor) {
        guard let content = node.member("content") else { return nil }
        self.isRequired = node["required"]?.bool() ?? false
        self.content = content.contents
        self.pointer = node.pointer
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

    var examples: [OpenAPIDocument.Example] {
        if let example = self["example"] {
            return [OpenAPIDocument.Example(name: nil, json: example.json, pointer: example.pointer)]
        }
        return self["examples"]?.members().compactMap { name, node in
            guard let example = node.resolved else { return nil }
            guard let value = example["value"] else {
                if example["externalValue"] != nil {
                    context.report(.unsupported, "the example is outside the document", at: example.pointer)
                }
                return nil
            }
            return OpenAPIDocument.Example(name: name, json: value.json, pointer: value.pointer)
        } ?? []
    }
}
