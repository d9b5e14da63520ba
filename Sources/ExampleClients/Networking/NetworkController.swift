import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Performs requests with a completion handler, for code that does not use async/await; it knows no model.
package struct NetworkController: Sendable {
    /// The body and the response of an exchange, or its failure.
    package typealias Outcome = Result<(Data, URLResponse), any Error>

    private let session: URLSession

    package init(session: URLSession = .shared) {
        self.session = session
    }

    /// Performs a request and hands its outcome, exactly once, to `completion`, on the session's own queue.
    ///
    /// - Parameters:
    ///   - urlParameters: pairs added to the URL's query, see ``url(byAdding:to:)``.
    ///   - body: sent as it is. URLSession refuses one with GET.
    /// - Returns: the running task, so that it can be cancelled, or `nil` where no request could be made of the arguments.
    @discardableResult
    package func performRequest(
        for url: URL, httpMethod: HTTPMethod, urlParameters: [String: String] = [:], body: Data? = nil,
        completion: @escaping @Sendable (Outcome) -> Void
    ) -> URLSessionDataTask? {
        let request: URLRequest
        do {
            request = try Self.request(for: url, httpMethod: httpMethod, urlParameters: urlParameters, body: body)
        } catch {
            completion(.failure(error))
            return nil
        }
        let task = session.dataTask(with: request) { data, response, error in
            if let response, error == nil {
                completion(.success((data ?? Data(), response)))
            } else {
                completion(.failure(error ?? URLError(.badServerResponse)))
            }
        }
        task.resume()
        return task
    }

    /// Adds parameters to a URL's query, sorted by name, and keeps what is there, the fragment too.
    ///
    /// - Throws: `URLError` with the code `badURL` where the result is no URL.
    package static func url(byAdding parameters: [String: String], to url: URL) throws -> URL {
        guard !parameters.isEmpty else { return url }
        let pairs = parameters.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        let parts = url.absoluteString.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let separator = !parts[0].contains("?") ? "?" : parts[0].hasSuffix("?") || parts[0].hasSuffix("&") ? "" : "&"
        let fragment = parts.count == 2 ? "#" + parts[1] : ""
        guard let url = URL(string: parts[0] + separator + URL.queryText(pairs) + fragment) else {
            throw URLError(.badURL)
        }
        return url
    }

    /// The request that ``performRequest(for:httpMethod:urlParameters:body:completion:)`` performs.
    static func request(
        for url: URL, httpMethod: HTTPMethod, urlParameters: [String: String] = [:], body: Data? = nil
    ) throws -> URLRequest {
        var request = URLRequest(httpMethod, try Self.url(byAdding: urlParameters, to: url))
        request.httpBody = body
        return request
    }
}

/// The function that performs a request: every client takes one, so a test or a recorder can stand in for the network.
///
/// Whatever it throws ends as the client's own error, except a cancellation, which passes on as `CancellationError`.
package typealias HTTPTransport = @Sendable (URLRequest) async throws -> (Data, URLResponse)

extension URLRequest {
    /// Makes a request that gives up after a number of seconds without an answer.
    init(_ method: HTTPMethod, _ url: URL, timeout: TimeInterval = 10) {
        self.init(url: url, timeoutInterval: timeout)
        httpMethod = method.rawValue
    }

    /// Sets a header to a value from outside.
    ///
    /// - Throws: ``RequestFault/header`` for anything but visible ASCII: a line break would begin a header of its own,
    ///   and blanks at either end are lost on the way (RFC 9110, section 5.5).
    mutating func setHeader(_ name: String, to value: String) throws(RequestFault) {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .header }
        setValue(value, forHTTPHeaderField: name)
    }

    /// Sets a JSON body and its `Content-Type`; members are in the order of their names, so equal values give equal bytes.
    ///
    /// - Throws: `EncodingError` where a number is not finite.
    mutating func setJSONBody(_ body: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        httpBody = try encoder.encode(body)
        setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
}

/// The request methods the services understand (RFC 9110, section 9, and RFC 5789 for PATCH).
package enum HTTPMethod: String, Sendable, CaseIterable {
    case get = "GET"
    case put = "PUT"
    case post = "POST"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// The failures of an exchange without an HTTP reply.
enum TransportFault: Error {
    /// The transport gave up; errors of other domains are `unknown`.
    ///
    /// Only the code is kept: a `URLError` carries the whole URL, and with it any key in the query.
    case connection(URLError.Code)
    /// The answer was no HTTP reply.
    case notHTTP

    /// Reads what a transport threw, or passes a cancellation on.
    ///
    /// - Throws: `CancellationError` where the call was cancelled, in whichever form the transport said so.
    init(_ error: any Error) throws {
        let code = (error as? URLError)?.code
        if error is CancellationError || code == .cancelled || Task.isCancelled { throw CancellationError() }
        self = .connection(code ?? .unknown)
    }
}
