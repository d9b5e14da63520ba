import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An HTTP reply as far as it is the same for every service.
struct HTTPReply: Sendable {
    let response: HTTPURLResponse
    var body: Data

    /// Performs a request and waits for its whole reply.
    ///
    /// - Throws: the error that `failure` makes of a fault, or `CancellationError`.
    static func receive(
        _ request: URLRequest, over transport: HTTPTransport, orThrow failure: (TransportFault) -> some Error
    ) async throws -> HTTPReply {
        let data: Data
        let response: URLResponse
        do {
            (data, response) = try await transport(request)
        } catch {
            throw failure(try TransportFault(error))
        }
        guard let reply = HTTPReply(data, response) else { throw failure(.notHTTP) }
        return reply
    }

    /// Reads a reply, or gives `nil` where the response is not HTTP.
    init?(_ data: Data, _ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return nil }
        self.response = response
        body = data
    }

    var status: Int { response.statusCode }

    var isSuccess: Bool { (200..<300).contains(status) }

    var mediaType: MediaType? { response.value(forHTTPHeaderField: "Content-Type").map(MediaType.init) }

    /// The value of a cookie that the reply sets; of two with one name the last counts (RFC 6265, section 5.3).
    func cookie(_ name: String) -> String? {
        guard let url = response.url, let headers = response.allHeaderFields as? [String: String] else { return nil }
        return HTTPCookie.cookies(withResponseHeaderFields: headers, for: url).last { $0.name == name }?.value
    }

    /// The body without a fixed text before it; untouched where it does not begin so.
    func dropping(prefix: String) -> HTTPReply {
        var reply = self
        if body.starts(with: prefix.utf8) { reply.body = Data(body.dropFirst(prefix.utf8.count)) }
        return reply
    }

    /// The JSON object in the body.
    func object<Failure: Error>(orThrow failure: Failure) throws(Failure) -> [String: Any] {
        guard let object = try json(orThrow: failure) as? [String: Any] else { throw failure }
        return object
    }

    /// The JSON array of objects in the body.
    func objects<Failure: Error>(orThrow failure: Failure) throws(Failure) -> [[String: Any]] {
        guard let objects = try json(orThrow: failure) as? [[String: Any]] else { throw failure }
        return objects
    }

    /// The value in the body; the media type has to be JSON's, too.
    private func json<Failure: Error>(orThrow failure: Failure) throws(Failure) -> Any {
        guard let mediaType, mediaType.isJSON else { throw failure }
        do {
            return try JSONSerialization.jsonObject(with: body)
        } catch {
            throw failure
        }
    }
}

/// A parsed `Content-Type` header (RFC 9110, section 8.3.1).
struct MediaType: Sendable, Hashable {
    /// `type/subtype` in lower case.
    let essence: String
    /// The `charset` parameter in lower case.
    let charset: String?

    init(_ header: String) {
        let parts = header.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
        essence = parts.first ?? ""
        charset = parts.dropFirst().first { $0.hasPrefix("charset=") }
            .map { $0.dropFirst("charset=".count).trimmingCharacters(in: ["\""]) }
    }

    /// Indicates whether bodies of this type are JSON text (RFC 8259, and the `+json` suffix of RFC 6839).
    var isJSON: Bool { essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json") }
}
