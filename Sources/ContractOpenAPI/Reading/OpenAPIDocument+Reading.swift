import JSONSchema

extension OpenAPIDocument {
    /// The methods of a path item, in the order of the specification.
    package static let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    init(_ context: DocumentReading, version: Version) {
        let root = DocumentCursor(context.root, context)
        let components = root["components"]
        context.reportMergeKeys()
        for (name, node) in components?["securitySchemes"]?.members() ?? [] {
            context.securitySchemes[name] = SecurityScheme(name: name, reading: node)
        }
        let inherited = OperationDefaults(
            servers: Self.servers(root["servers"]) ?? [], security: SecurityRequirement.all(root["security"]) ?? [])
        if root["paths"] == nil, version == .v30 { context.fault("the key 'paths' is missing", at: root.pointer) }

        self.version = version
        self.title = root["info"]?["title"]?.string() ?? ""
        self.servers = inherited.servers
        self.operations =
            root["paths"]?.membersWithoutExtensions.flatMap { Self.operations(path: $0, reading: $1, inherited) } ?? []
        self.schemas = components?["schemas"]?.members().map { NamedSchema(name: $0, pointer: $1.pointer) } ?? []
        self.webhooks = root["webhooks"]?.members().map { NamedSchema(name: $0, pointer: $1.pointer) } ?? []
        self.faults = context.faults.distinct
        self.json = context.root
        self.source = context.source
    }

    static func servers(_ node: DocumentCursor?) -> [Server]? {
        guard let node, node.json.arrayValue?.isEmpty == false else { return nil }
        return node.elements().compactMap(Server.init(reading:))
    }

    private static func operations(path text: String, reading node: DocumentCursor, _ inherited: OperationDefaults)
        -> [Operation]
    {
        guard let path = PathTemplate(text) else {
            node.context.fault(
                "'\(text)' is not a path: it must start with '/' and have balanced braces", at: node.pointer)
            return []
        }
        guard let item = node.resolved else { return [] }
        var defaults = inherited
        defaults.servers = servers(item["servers"]) ?? inherited.servers
        defaults.parameters = item["parameters"].map(Parameter.all) ?? []
        return methods.compactMap { method in
            item[method].flatMap { Operation(method: method.uppercased(), path: path, reading: $0, defaults) }
        }
    }
}

struct OperationDefaults {
    var servers: [OpenAPIDocument.Server]
    var security: [OpenAPIDocument.SecurityRequirement]
    var parameters: [OpenAPIDocument.Parameter] = []
}
