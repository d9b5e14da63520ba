import JSONSchema

extension OpenAPIDocument.Response {
    init?(key: String, reading node: DocumentCursor) {
        guard let status = Status(key: key) else {
            node.context.invalid("'\(key)' is not a status: expected 200, 4XX or default", at: node.pointer)
            return nil
        }
        guard let response = node.cached(in: \.responses, { Self(status: status, reading: $0) }) else { return nil }
        self = response
        self.status = status
    }

    private init(status: Status, reading node: DocumentCursor) {
        self.status = status
        summary = node["description"]?.string()
        // `content` describes the media type.
        let named = (node["headers"]?.members() ?? []).filter { $0.name.lowercased() != "content-type" }
        headers = named.compactMap { OpenAPIDocument.Header(name: $0.name, reading: $0.value) }
        content = node["content"]?.contents ?? []
        links = node["links"]?.pointer
        pointer = node.pointer
    }
}

extension OpenAPIDocument.Header {
    fileprivate init?(name: String, reading node: DocumentCursor) {
        let header = node.cached(in: \.headers) { node in
            Self(
                name: name, isRequired: node["required"]?.bool() ?? false, schema: node["schema"]?.pointer,
                pointer: node.pointer)
        }
        guard let header else { return nil }
        self = header
        self.name = name
    }
}
