import JSONSchema

/// What makes two requests the same in replay: method, origin, decoded path, the multiset of decoded query pairs, body.
struct RequestKey: Hashable, Sendable {
    let method: String
    let origin: String
    let segments: [[UInt8]]
    /// Sorted, so that order does not matter and repetition does.
    let query: [FormPair]
    let body: Body

    /// A body as it is compared: JSON by value, a form by its fields, anything else by its bytes.
    enum Body: Hashable, Sendable {
        case none
        case json(JSON)
        case form([FormPair])
        case bytes([UInt8])

        init(_ bytes: [UInt8], mediaType: MediaType) {
            if bytes.isEmpty {
                self = .none
            } else if mediaType.isForm {
                self = .form(FormPair.parse(bytes[...], plusIsSpace: true).sorted())
            } else if let json = try? JSON(parsing: bytes) {
                // Clients send JSON under other media types too, and what parses compares by value.
                self = .json(json)
            } else {
                self = .bytes(bytes)
            }
        }
    }

    init(_ request: RecordedRequest) {
        let url = URLText(request.url)
        method = request.method
        origin = url.origin
        segments = url.segments
        query = url.queryPairs.sorted()
        body = Body(request.body ?? [], mediaType: MediaType(request.headers["Content-Type"] ?? ""))
    }
}
