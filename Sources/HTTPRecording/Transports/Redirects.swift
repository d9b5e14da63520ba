import Foundation

/// Redirect handling, one hop at a time, as in the Fetch standard and `URLSession`.
enum Redirects {
    static let limit = 20

    /// Performs the request and follows every redirect. The request's timeout bounds the whole chain.
    static func follow(
        _ request: URLRequest, hop: (URLRequest) async throws -> (Data, HTTPURLResponse)
    ) async throws -> (Data, HTTPURLResponse) {
        var request = request
        let end = ContinuousClock.now + .seconds(request.boundedTimeout)
        for _ in 0...limit {
            let (data, response) = try await hop(request)
            guard let next = try redirected(request, by: response) else { return (data, response) }
            request = next
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { throw URLError(.timedOut, url: request.url) }
            request.timeoutInterval = left / .seconds(1)
        }
        throw URLError(.httpTooManyRedirects, url: request.url)
    }

    static func redirected(_ request: URLRequest, by response: HTTPURLResponse) throws -> URLRequest? {
        guard [301, 302, 303, 307, 308].contains(response.statusCode),
            let location = response.value(forHTTPHeaderField: "Location"), !location.isEmpty, let from = request.url
        else { return nil }
        guard let to = URL(string: location, relativeTo: from)?.absoluteURL, let scheme = to.scheme?.lowercased() else {
            throw URLError(.redirectToNonExistentLocation, url: from)
        }
        guard scheme == "http" || scheme == "https" else { throw URLError(.unsupportedURL, url: from) }
        var next = request
        next.url = to
        let method = request.httpMethod ?? "GET"
        let becomesGET = response.statusCode == 303 ? method != "HEAD" : response.statusCode <= 302 && method == "POST"
        if becomesGET && method != "GET" {
            next.httpMethod = "GET"
            next.httpBody = nil
            for name in (request.allHTTPHeaderFields ?? [:]).keys where name.lowercased().hasPrefix("content-") {
                next.setValue(nil, forHTTPHeaderField: name)
            }
        }
        if URLText(from.absoluteString).origin != URLText(to.absoluteString).origin {
            for name in (request.allHTTPHeaderFields ?? [:]).keys where !isHarmless(header: name) {
                next.setValue(nil, forHTTPHeaderField: name)
            }
        }
        return next
    }

    /// Returns whether a header field may be sent to another origin. Any other field may carry a key.
    private static func isHarmless(header name: String) -> Bool {
        ["accept", "accept-language", "content-type", "content-language", "range", "user-agent"]
            .contains(name.lowercased())
    }
}

extension URLRequest {
    /// The timeout in seconds, at most one day; Foundation's default if the request has none.
    package var boundedTimeout: Double { timeoutInterval > 0 ? min(timeoutInterval, 86_400) : 60 }
}

extension URLError {
    private static let explanationKey = "ContractExplanation"

    package var explanation: String? { userInfo[Self.explanationKey] as? String }

    /// Creates an error with a description, or with an explanation that is more specific than its code.
    package init(_ code: URLError.Code, url: URL?, _ words: String? = nil, explaining explanation: String? = nil) {
        var info: [String: Any] = [:]
        info[NSURLErrorFailingURLErrorKey] = url
        info[NSLocalizedDescriptionKey] = explanation ?? words
        info[Self.explanationKey] = explanation
        self.init(code, userInfo: info)
    }
}
