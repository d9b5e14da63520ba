import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// An HTTP reply as far as it is the same for every service.
struct HTTPReply: Sendable {
    let status: Int
    let headers: [String: String]
    let mediaType: MediaType?
    var body: Data

    /// Performs a request and waits for its whole reply.
    ///
    /// - Throws: what `failure` makes of a fault, or `CancellationError`.
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
        status = response.statusCode
        headers = response.allHeaderFields.reduce(into: [:]) { headers, field in
            if let name = field.key as? String, let value = field.value as? String { headers[name] = value }
        }
        mediaType = response.value(forHTTPHeaderField: "Content-Type").map(MediaType.init)
        body = data
    }

    /// Whether the status is of the class 2XX.
    var isSuccess: Bool { (200..<300).contains(status) }

    /// The value of a header whose name is compared without regard to case.
    func header(_ name: String) -> String? {
        headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
    }

    /// The body without a fixed text before it; untouched where it does not begin so.
    func dropping(prefix: String) -> HTTPReply {
        var reply = self
        if body.starts(with: prefix.utf8) { reply.body = Data(body.dropFirst(prefix.utf8.count)) }
        return reply
    }

    /// The JSON object in the body.
    ///
    /// - Throws: `failure` where the media type is not JSON, or the body is no JSON object.
    func object<Failure: Error>(orThrow failure: Failure) throws(Failure) -> [String: Any] {
        guard let object = try json(orThrow: failure) as? [String: Any] else { throw failure }
        return object
    }

    /// The JSON array of objects in the body.
    ///
    /// - Throws: `failure` where the media type is not JSON, or the body is no JSON array of objects.
    func objects<Failure: Error>(orThrow failure: Failure) throws(Failure) -> [[String: Any]] {
        guard let objects = try json(orThrow: failure) as? [[String: Any]] else { throw failure }
        return objects
    }

    private func json<Failure: Error>(orThrow failure: Failure) throws(Failure) -> Any {
        guard let mediaType, mediaType.isJSON else { throw failure }
        do {
            return try JSONSerialization.jsonObject(with: body)
        } catch {
            throw failure
        }
    }
}
