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
