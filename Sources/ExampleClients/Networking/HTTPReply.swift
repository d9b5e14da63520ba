import Foundation

/// An HTTP response, independent of the service.
struct HTTPReply: Sendable {
    let response: HTTPURLResponse
    var body: Data

    /// Performs a request and waits for the whole response.
    ///
    /// - Throws: `notHTTP` if the response is not HTTP, the error that `failure` returns if the transport failed, or
    ///   `CancellationError`.
    static func receive<Failure: Error>(
        _ request: URLRequest, over transport: HTTPTransport, notHTTP: Failure,
        orThrow failure: (URLError.Code) -> Failure
    ) async throws -> HTTPReply {
        let data: Data
        let response: URLResponse
        do {
            (data, response) = try await transport(request)
        } catch {
            throw failure(try URLError.Code(ofTransport: error))
        }
        guard let reply = HTTPReply(data, response) else { throw notHTTP }
        return reply
    }

    init?(_ data: Data, _ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return nil }
        self.response = response
        body = data
    }

    var status: Int { response.statusCode }

    var isSuccess: Bool { (200..<300).contains(status) }

    var mediaType: MediaType? { response.value(forHTTPHeaderField: "Content-Type").map(MediaType.init) }

    /// Returns the value of a cookie that the response sets. The last one applies (RFC 6265, section 5.3).
    func cookie(_ name: String) -> String? {
        guard let url = response.url, let headers = response.allHeaderFields as? [String: String] else { return nil }
        return HTTPCookie.cookies(withResponseHeaderFields: headers, for: url).last { $0.name == name }?.value
    }

    /// Returns the response without a prefix of its body, or unchanged if the body lacks it.
    func dropping(prefix: String) -> HTTPReply {
        var reply = self
        if body.starts(with: prefix.utf8) { reply.body = Data(body.dropFirst(prefix.utf8.count)) }
        return reply
    }

    func object<Failure: Error>(orThrow failure: Failure) throws(Failure) -> [String: Any] {
        guard let object = try json(orThrow: failure) as? [String: Any] else { throw failure }
        return object
    }

    func objects<Failure: Error>(orThrow failure: Failure) throws(Failure) -> [[String: Any]] {
        guard let objects = try json(orThrow: failure) as? [[String: Any]] else { throw failure }
        return objects
    }

    func model<Model: JSONReadable, Failure: Error>(orThrow failure: Failure) throws(Failure) -> Model {
        guard let model = Model(json: try object(orThrow: failure)) else { throw failure }
        return model
    }

    /// Returns the models of all objects in the body. Fails if one is invalid.
    func models<Model: JSONReadable, Failure: Error>(orThrow failure: Failure) throws(Failure) -> [Model] {
        let objects = try objects(orThrow: failure)
        let models = objects.compactMap(Model.init(json:))
        guard models.count == objects.count else { throw failure }
        return models
    }

    /// Returns the JSON value in the body. Fails if the media type is not JSON.
    private func json<Failure: Error>(orThrow failure: Failure) throws(Failure) -> Any {
        guard let mediaType, mediaType.isJSON else { throw failure }
        do {
            return try JSONSerialization.jsonObject(with: body)
        } catch {
            throw failure
        }
    }
}

/// A parsed `Content-Type` header field (RFC 9110, section 8.3.1).
struct MediaType: Sendable, Hashable {
    /// The lowercase `type/subtype`.
    let essence: String
    /// The lowercase `charset` parameter.
    let charset: String?

    init(_ header: String) {
        let parts = header.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        essence = parts.first ?? ""
        charset = parts.dropFirst().first { $0.hasPrefix("charset=") }
            .map { $0.dropFirst("charset=".count).trimmingCharacters(in: ["\""]) }
    }

    /// Whether bodies of this type are JSON text (RFC 8259, and the `+json` suffix of RFC 6839).
    var isJSON: Bool { essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json") }
}
