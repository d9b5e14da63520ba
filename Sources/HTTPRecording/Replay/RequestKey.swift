import JSONValues

/// The identity of a request in replay: method, origin, decoded path, multiset of decoded query pairs, body.
package struct RequestKey: Hashable, Sendable {
    let method: String
    let origin: String
    let segments: [[UInt8]]
    /// Sorted, so that order does not matter and repetition does.
    let query: [FormPair]
    let body: Body

    /// A body for comparison: JSON by value, a form by fields, multipart by parts, XML by structure, a GraphQL document by
    /// tokens, anything else by its bytes.
    package indirect enum Body: Hashable, Sendable {
        case none
        case json(JSON)
        /// The document, and the rest of the JSON that it was sent in.
        case graphql(GraphQLDocument, JSON)
        case form([FormPair])
        /// The parts of each name in their order; what is between them differs from run to run.
        case multipart([String: [Part]])
        case xml(XMLTree)
        case bytes([UInt8])

        package struct Part: Hashable, Sendable {
            let filename: String?
            let mediaType: MediaType?
            let body: Body
        }

        package init(_ bytes: [UInt8], mediaType: MediaType) {
            if bytes.isEmpty {
                self = .none
            } else if mediaType.isForm {
                self = .form(FormPair.parse(bytes[...], plusIsSpace: true).sorted())
            } else if mediaType.isMultipart, let multipart = try? MultipartBody(bytes, mediaType) {
                let parts = multipart.parts.map { part in
                    // A part of no media type is text.
                    let body = part.content.map { Body(part.bytes, mediaType: $0) } ?? .bytes(part.bytes)
                    return (part.name, Part(filename: part.filename, mediaType: part.content, body: body))
                }
                self = .multipart(Dictionary(grouping: parts, by: \.0).mapValues { $0.map(\.1) })
            } else if mediaType.isXML, let tree = try? XMLTree(parsing: bytes, charset: mediaType.charset) {
                self = .xml(tree)
            } else if let json = try? JSON(parsing: bytes) {
                // Clients send JSON under other media types too, and what parses compares by value.
                self = Self.graphql(json) ?? .json(json)
            } else {
                // A body that does not parse as its media type compares by its bytes.
                self = .bytes(bytes)
            }
        }

        private static func graphql(_ json: JSON) -> Body? {
            guard case .object(var members) = json, let text = members["query"]?.stringValue,
                let document = GraphQLDocument(request: text)
            else { return nil }
            members["query"] = nil
            return .graphql(document, .object(members))
        }
    }

    package init(_ request: RecordedRequest) {
        let url = URLText(request.url)
        method = request.method
        origin = url.origin
        segments = url.segments
        query = url.queryPairs.map { pair in
            // The document of a GraphQL request by GET, in one spelling.
            guard pair.nameText == "query", let document = GraphQLDocument(request: pair.valueText) else { return pair }
            return FormPair(name: pair.name, value: Array(document.normalized.utf8))
        }.sorted()
        body = Body(request.body ?? [], mediaType: MediaType(request.headers["Content-Type"] ?? ""))
    }
}
