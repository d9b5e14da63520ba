import JSONSchema

/// A response before it is known under which status it stands.
struct ResponseParts {
    let summary: String?
    let headers: [OpenAPIDocument.Header]
    let content: [OpenAPIDocument.Content]
    let links: JSONPointer?
    let pointer: JSONPointer

    init(reading node: DocumentCursor) {
        summary = node["description"]?.string()
        headers =
            node["headers"]?.members().compactMap { name, header in
                // A description of the media type is the content's.
                guard name.lowercased() != "content-type" else { return nil }
                return header.shared(\.headers, HeaderParts.init(reading:)).map { parts in
                    OpenAPIDocument.Header(
                        name: name, isRequired: parts.isRequired, schema: parts.schema, pointer: parts.pointer)
                }
            } ?? []
        content = node["content"]?.contents ?? []
        links = node["links"]?.pointer
        pointer = node.pointer
    }
}

/// A header before it is known under which name it stands.
struct HeaderParts {
    let isRequired: Bool
    let schema: JSONPointer?
    let pointer: JSONPointer

    init(reading node: DocumentCursor) {
        isRequired = node["required"]?.bool() ?? false
        schema = node["schema"]?.pointer
        pointer = node.pointer
    }
}

extension OpenAPIDocument.Response {
    init?(key: String, reading node: DocumentCursor) {
        guard let status = Status(key: key) else {
            node.context.invalid("'\(key)' is no status: expected 200, 4XX or default", at: node.pointer)
            return nil
        }
        guard let parts = node.shared(\.responses, ResponseParts.init(reading:)) else { return nil }
        self.init(
            status: status, summary: parts.summary, headers: parts.headers, content: parts.content, links: parts.links,
            pointer: parts.pointer)
    }
}
