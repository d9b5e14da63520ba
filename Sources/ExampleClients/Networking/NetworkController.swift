import Foundation

#if canImport(FoundationNetworking)
    // For all files: on Linux, this module has URLSession and its types.
    @_exported import FoundationNetworking
#endif

/// Performs requests with a completion handler, for code without async/await.
package struct NetworkController: Sendable {
    package typealias Outcome = Result<(Data, URLResponse), any Error>

    private let session: URLSession

    package init(session: URLSession = .shared) {
        self.session = session
    }

    /// Performs a request and calls `completion` exactly once, on the session's queue.
    ///
    /// - Parameters:
    ///   - urlParameters: pairs to add to the URL's query, see ``url(byAdding:to:)``.
    ///   - body: the body, sent verbatim. URLSession rejects one with GET.
    /// - Returns: the running task, or `nil` if the arguments do not form a valid request.
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

    /// Adds parameters, sorted by name, to a URL's query. Keeps the existing query and fragment.
    ///
    /// - Throws: `URLError` with the code `badURL` if the result is not a URL.
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

    static func request(
        for url: URL, httpMethod: HTTPMethod, urlParameters: [String: String] = [:], body: Data? = nil
    ) throws -> URLRequest {
        var request = URLRequest(httpMethod, try Self.url(byAdding: urlParameters, to: url))
        request.httpBody = body
        return request
    }
}

/// A function that performs a request. Clients accept one, so that a test or recorder can replace the network.
///
/// Clients convert its errors to their own, except cancellations, which they rethrow as `CancellationError`.
package typealias HTTPTransport = @Sendable (URLRequest) async throws -> (Data, URLResponse)

extension URLRequest {
    /// - Parameter timeout: the number of seconds to wait for a response.
    init(_ method: HTTPMethod, _ url: URL, timeout: TimeInterval = 10) {
        self.init(url: url, timeoutInterval: timeout)
        httpMethod = method.rawValue
    }

    /// Sets a header field to an untrusted value.
    ///
    /// - Throws: ``RequestFault/header`` unless the value is visible ASCII. A line break would start another field, and
    ///   whitespace at either end is lost in transit (RFC 9110, section 5.5).
    mutating func setHeader(_ name: String, to value: String) throws(RequestFault) {
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .header }
        setValue(value, forHTTPHeaderField: name)
    }

    /// Sets a JSON body and its `Content-Type`. Members are sorted, so that equal values have equal bytes.
    ///
    /// - Throws: `EncodingError` if a number is not finite.
    mutating func setJSONBody(_ body: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        httpBody = try encoder.encode(body)
        setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
}

/// The request methods of the services (RFC 9110, section 9, and RFC 5789 for PATCH).
package enum HTTPMethod: String, Sendable, CaseIterable {
    case get = "GET"
    case put = "PUT"
    case post = "POST"
    case patch = "PATCH"
    case delete = "DELETE"
}

extension URLError.Code {
    /// Converts an error of a transport. Errors of other domains become `unknown`.
    ///
    /// Only the code is kept, because a `URLError` contains the whole URL, including any key in its query.
    ///
    /// - Throws: `CancellationError` if the call was canceled, regardless of how the transport reported it.
    init(ofTransport error: any Error) throws {
        let code = (error as? URLError)?.code
        if error is CancellationError || code == .cancelled || Task.isCancelled { throw CancellationError() }
        self = code ?? .unknown
    }
}
