import Foundation

/// A session of live transports, and its delegate. Sessions are never invalidated, because that races on Linux, so most
/// transports share one.
///
/// On Linux, a server that sends faster than curl reads keeps every session of the process busy until it pauses. No
/// shared thread waits for a session, so each call still ends at its deadline.
// Unchecked: `lock` guards all mutable state.
final class LiveSession: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    static let shared = LiveSession(.ephemeral, asking: nil)

    private let lock = NSLock()
    private var calls: [Int: LiveCall] = [:]
    private let configuration: URLSessionConfiguration
    /// The delegate that receives challenges about certificates.
    private let certificates: (any URLSessionDelegate)?
    private lazy var session: URLSession = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.underlyingQueue = events
        return URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
    }()

    // Separate queues have their own threads, which may block.
    private let events = DispatchQueue(label: "live-session.events")
    private let starts = DispatchQueue(label: "live-session.starts")
    private let ends = DispatchQueue(label: "live-session.ends")

    init(_ configuration: URLSessionConfiguration, asking certificates: (any URLSessionDelegate)?) {
        let own = configuration.copy() as? URLSessionConfiguration ?? configuration
        own.httpCookieStorage = nil
        own.httpShouldSetCookies = false
        own.urlCache = nil
        own.urlCredentialStorage = nil
        own.requestCachePolicy = .reloadIgnoringLocalCacheData
        own.httpMaximumConnectionsPerHost = 32
        self.configuration = own
        self.certificates = certificates
    }

    /// Starts a call asynchronously, because the session may be busy.
    func start(_ call: LiveCall) {
        starts.async { [self] in
            let task = lock.withLock { session }.dataTask(with: call.request)
            lock.withLock { calls[task.taskIdentifier] = call }
            call.attach(task) ? task.resume() : forget(task)
        }
    }

    func cancel(_ task: URLSessionTask) { ends.async { task.cancel() } }

    func forget(_ task: URLSessionTask) { lock.withLock { _ = calls.removeValue(forKey: task.taskIdentifier) } }

    private func call(_ task: URLSessionTask) -> LiveCall? { lock.withLock { calls[task.taskIdentifier] } }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        call(dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        call(task)?.complete(error)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let isAwaited = call(task)?.redirect(response) ?? false
        #if canImport(FoundationNetworking)
            // On Linux, calling the handler of a cancelled task traps.
            guard isAwaited else { return }
        #else
            _ = isAwaited
        #endif
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // A request handles its own passwords. Server certificates are checked as usual.
        guard
            [NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest]
                .contains(challenge.protectionSpace.authenticationMethod)
        else {
            #if !canImport(FoundationNetworking)
                // Linux has no challenges about certificates.
                if (certificates as? any URLSessionTaskDelegate)?.urlSession?(
                    session, task: task, didReceive: challenge, completionHandler: completionHandler) != nil
                    || certificates?.urlSession?(
                        session, didReceive: challenge, completionHandler: completionHandler) != nil
                {
                    return
                }
            #endif
            return completionHandler(.performDefaultHandling, nil)
        }
        #if canImport(FoundationNetworking)
            // On Linux the challenge arrives after the body. Any answer loses the 401 or hangs.
            call(task)?.complete(nil)
        #endif
        // This call waits for the session too.
        ends.async { completionHandler(.rejectProtectionSpace, nil) }
    }
}

/// Redirect handling, one hop at a time, as in the Fetch standard and `URLSession`.
enum Redirects {
    static let limit = 20

    /// Performs the request and follows every redirect. The request's timeout bounds the whole chain.
    static func follow(
        _ request: URLRequest, hop: (URLRequest) async throws -> (Data, HTTPURLResponse)
    ) async throws -> (Data, HTTPURLResponse) {
        var request = request
        // A stream is read only once, but a redirect with status 307 or 308 sends the body again.
        if request.httpBodyStream != nil { request.httpBody = request.bodyBytes.map { Data($0) } }
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
