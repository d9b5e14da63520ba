import JSONSchema

extension OpenAPIDocument {
    /// One operation: a method on a path, with everything that applies to it.
    package struct Operation: Sendable {
        package let id: String?
        /// In upper case.
        package let method: String
        package let path: PathTemplate
        package let summary: String?
        package let isDeprecated: Bool
        /// Its own parameters and those of its path that it does not override.
        package let parameters: [Parameter]
        package let body: RequestBody?
        package let responses: [Response]
        /// The alternatives of which a call meets one; empty where none is needed.
        package let security: [SecurityRequirement]
        /// Its own servers, those of its path, or those of the document.
        package let servers: [Server]
        /// The places of calls that the server makes to the client.
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

        /// The responses that may come with a status: the exact code, else its class, else the default.
        package func response(status: Int) -> Response? {
            let order: [Response.Status] = [.code(status), .range(status / 100), .default]
            return order.lazy.compactMap { status in responses.first { $0.status == status } }.first
        }
    }

    /// A request body and the media types that it may have.
    package struct RequestBody: Sendable {
        package let isRequired: Bool
        package let content: [Content]
        package let pointer: JSONPointer
    }

    /// The content of a body, a response or a parameter in one media type.
    package struct Content: Sendable {
        /// In lower case, without parameters: `application/json`, or a range such as `text/*`.
        package let mediaType: String
        package let schema: JSONPointer?
        /// The place of the schema of each item of a stream (OpenAPI 3.2).
        package let itemSchema: JSONPointer?
        package let examples: [Example]
        package let pointer: JSONPointer

        package var isJSON: Bool { mediaType == "application/json" || mediaType.hasSuffix("+json") }
    }

    /// A value that the document gives as an example.
    package struct Example: Sendable {
        /// The name among several.
        package let name: String?
        package let json: JSON
        package let pointer: JSONPointer
    }
}
