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
            guard method != "HEAD", case .code(let code) = response.status else { return method != "HEAD" }
            return code >= 200 && ![204, 205, 304].contains(code)
        }

        /// Returns the response for a status: the exact code, its class, or the default.
        package func response(status: Int) -> Response? {
            let order: [Response.Status] = [.code(status), .range(status / 100), .default]
            return order.lazy.compactMap { status in responses.first { $0.status == status } }.first
        }
    }

    package struct RequestBody: Sendable {
        package let isRequired: Bool
        package let content: [Content]
        package let pointer: JSONPointer
    }

    package struct Content: Sendable {
        /// The media type in lower case without parameters, such as `application/json` or `text/*`.
        package let mediaType: String
        package let schema: JSONPointer?
        /// The place of the schema of each stream item (OpenAPI 3.2).
        package let itemSchema: JSONPointer?
        package let examples: [Example]
        package let pointer: JSONPointer

        package var isJSON: Bool { mediaType == "application/json" || mediaType.hasSuffix("+json") }
    }

    package struct Example: Sendable {
        package let name: String?
        package let json: JSON
        package let pointer: JSONPointer
    }
}
