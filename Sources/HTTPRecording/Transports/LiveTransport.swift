import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests over the network by `URLSession`, without cookies, caches or stored credentials.
///
/// Errors are `URLError`s as a session reports them, with these additions:
/// - A call ends at its request's timeout, whatever the server does: one that drips or never answers included
///   (`.timedOut`). `URLSession` on Linux lets both outlive every timeout.
/// - A body over the limit is `.dataLengthExceedsMaximum` and is not kept in memory.
/// - A body cut short is `.networkConnectionLost` and a failed TLS handshake `.secureConnectionFailed`; on Linux both
///   are reported as `.unknown` and are told apart by whether a response had come.
/// - Where a gzip or deflate body was decoded, `Content-Encoding` and the stale `Content-Length` are removed.
///
/// Redirects are followed hop by hop, at most 20. Over to another origin only headers go that can hold no credential.
public struct LiveTransport: Sendable {
    private let bodyLimit: Int
    private let deadline: Duration?

    /// Makes a transport; all of them share one session, because ending sessions races on Linux.
    ///
    /// - Parameters:
    ///   - bodyLimit: the largest body in bytes.
    ///   - deadline: an upper bound for a hop where the request's own timeout is longer.
    public init(bodyLimit: Int = 32 << 20, deadline: Duration? = nil) {
        self.bodyLimit = bodyLimit
        self.deadline = deadline
    }
}

extension LiveTransport: HopTransport {
    package func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        try Task.checkCancellation()
        let seconds = min(Deadline.seconds(of: request), deadline.map { $0 / .seconds(1) } ?? .infinity)
        var request = request
        // The session's own timer, which takes whole seconds only on Linux, must never come first: there it traps when it
        // meets a redirect.
        request.timeoutInterval = seconds.rounded(.up) + 60
        let call = LiveCall(LiveSession.shared.task(for: request), bodyLimit: bodyLimit)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                LiveSession.shared.begin(call)
                call.begin(continuation, seconds: seconds)
            }
        } onCancel: {
            call.end(throwing: URLError(.cancelled, url: call.task.originalRequest?.url))
        }
    }
}

/// The session that every live transport shares, and the delegate that hands its events to the calls.
// Unchecked: `calls` is touched under `lock` only, and `session` is set once, before the value is shared.
private final class LiveSession: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    static let shared = LiveSession()

    private let lock = NSLock()
    private var calls: [Int: LiveCall] = [:]
    private lazy var session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = 32
        return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    }()

    func task(for request: URLRequest) -> URLSessionDataTask { lock.withLock { session.dataTask(with: request) } }

    func begin(_ call: LiveCall) { lock.withLock { calls[call.task.taskIdentifier] = call } }

    func forget(_ call: LiveCall) { lock.withLock { _ = calls.removeValue(forKey: call.task.taskIdentifier) } }

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
            // On Linux a task that was cancelled meanwhile traps when its handler is called.
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
        // Passwords are the request's own business; a server's certificate is checked as usual.
        guard
            [NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest]
                .contains(challenge.protectionSpace.authenticationMethod)
        else { return completionHandler(.performDefaultHandling, nil) }
        #if canImport(FoundationNetworking)
            // On Linux the challenge comes after the body, and whatever is answered, the 401 is lost or hangs.
            call(task)?.complete(nil)
        #endif
        completionHandler(.rejectProtectionSpace, nil)
    }
}

/// One hop on its way.
// Unchecked: everything mutable is touched under `lock` only.
private final class LiveCall: @unchecked Sendable {
    let task: URLSessionDataTask
    private let bodyLimit: Int
    private let lock = NSLock()
    private var continuation: CheckedContinuation<(Data, HTTPURLResponse), any Error>?
    private var timer: (any DispatchSourceTimer)?
    private var body = Data()
    private var redirect: HTTPURLResponse?
    private var early: Result<(Data, HTTPURLResponse), any Error>?
    private var isOver = false

    init(_ task: URLSessionDataTask, bodyLimit: Int) {
        self.task = task
        self.bodyLimit = bodyLimit
    }

    func begin(_ continuation: CheckedContinuation<(Data, HTTPURLResponse), any Error>, seconds: Double) {
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now() + seconds)
        timer.setEventHandler { [weak self] in self?.expire() }
        let early = lock.withLock {
            if isOver { return self.early }
            self.continuation = continuation
            self.timer = timer
            return nil
        }
        timer.resume()
        if let early {
            timer.cancel()
            LiveSession.shared.forget(self)
            continuation.resume(with: early)
        } else {
            task.resume()
        }
    }

    func receive(_ data: Data) {
        let isTooLarge = lock.withLock {
            guard !isOver, body.count + data.count <= bodyLimit else { return !isOver }
            body.append(data)
            return false
        }
        if isTooLarge {
            end(
                throwing: URLError(
                    .dataLengthExceedsMaximum, url: task.originalRequest?.url,
                    "The body is larger than \(bodyLimit) bytes."))
        }
    }

    /// Takes note of a redirect; false where the call is over.
    func redirect(_ response: HTTPURLResponse) -> Bool {
        lock.withLock {
            if !isOver { redirect = response }
            return !isOver
        }
    }

    func complete(_ error: (any Error)?) {
        let (body, redirect) = lock.withLock { (self.body, self.redirect) }
        let response = redirect ?? task.response as? HTTPURLResponse
        if let error {
            end(throwing: Self.normalised(error, url: task.originalRequest?.url, hasResponse: response != nil))
        } else if let response {
            end(.success((body, Self.normalised(response, body, method: task.originalRequest?.httpMethod))))
        } else {
            end(throwing: URLError(.badServerResponse, url: task.originalRequest?.url))
        }
    }

    private func expire() { end(throwing: URLError(.timedOut, url: task.originalRequest?.url)) }

    /// Ends the call early. A task that waits for the answer to a redirect ends by itself, and traps if cancelled.
    func end(throwing error: any Error) {
        if end(.failure(error)), lock.withLock({ redirect == nil }) { task.cancel() }
    }

    /// Ends the call once; false where it was over.
    @discardableResult
    private func end(_ result: Result<(Data, HTTPURLResponse), any Error>) -> Bool {
        let (isFirst, waiting) = lock.withLock {
            if isOver { return (false, nil as CheckedContinuation<(Data, HTTPURLResponse), any Error>?) }
            isOver = true
            early = result
            timer?.cancel()
            timer = nil
            defer { continuation = nil }
            return (true, continuation)
        }
        guard let waiting else { return isFirst }
        LiveSession.shared.forget(self)
        waiting.resume(with: result)
        return isFirst
    }

    private static func normalised(_ error: any Error, url: URL?, hasResponse: Bool) -> any Error {
        guard let error = error as? URLError else { return error }
        guard error.code == .unknown else { return error }
        if hasResponse { return URLError(.networkConnectionLost, url: url, "The body ended early.") }
        let isTLS = url?.scheme?.lowercased() == "https"
        return URLError(isTLS ? .secureConnectionFailed : .networkConnectionLost, url: url)
    }

    private static func normalised(_ response: HTTPURLResponse, _ body: Data, method: String?) -> HTTPURLResponse {
        let coding = response.value(forHTTPHeaderField: "Content-Encoding")?.lowercased()
        guard let coding, ["gzip", "x-gzip", "deflate"].contains(coding), method != "HEAD",
            !body.starts(with: [0x1F, 0x8B]), let url = response.url
        else { return response }
        var headers = HeaderFields(foundation: response.allHeaderFields)
        headers["Content-Encoding"] = nil
        headers["Content-Length"] = nil
        return HTTPURLResponse(
            url: url, statusCode: response.statusCode, httpVersion: nil, headerFields: headers.foundation) ?? response
    }
}
