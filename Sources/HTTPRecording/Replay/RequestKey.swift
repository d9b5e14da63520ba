import JSONValues

/// The identity of a request in replay: method, origin, decoded path, multiset of decoded query items, and body.
package struct RequestKey: Hashable, Sendable {
    let method: String
    let origin: String
    let segments: [[UInt8]]
    /// Sorted, so that repetition matters but order does not.
    let query: [FormPair]
    let body: Body

    /// A body in comparable form: JSON by value, forms by fields, multipart by parts, XML by structure, GraphQL
    /// documents by tokens, and anything else by bytes.
    package indirect enum Body: Hashable, Sendable {
        case none
        case json(JSON)
        /// The document and the remaining members of its JSON body.
        case graphql(GraphQLDocument, JSON)
        case form([FormPair])
        /// The parts by name, in order. The boundary is omitted because it differs between runs.
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
                    let body = part.content.map { Body(part.bytes, mediaType: $0) } ?? .bytes(part.bytes)
                    return (part.name, Part(filename: part.filename, mediaType: part.content, body: body))
                }
                self = .multipart(Dictionary(grouping: parts, by: \.0).mapValues { $0.map(\.1) })
            } else if mediaType.isXML, let tree = try? XMLTree(parsing: bytes, charset: mediaType.charset) {
                self = .xml(tree)
            } else if let json = JSON(ifValid: bytes) {
                // Clients also send JSON under other media types.
                self = Self.graphql(json) ?? .json(json)
            } else {
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
            // The GraphQL document of a GET request in canonical form.
            guard pair.nameText == "query", let document = GraphQLDocument(request: pair.valueText) else { return pair }
            return FormPair(name: pair.name, value: Array(document.normalized.utf8))
        }.sorted()
        body = Body(request.body ?? [], mediaType: request.headers.mediaType)
    }
}
