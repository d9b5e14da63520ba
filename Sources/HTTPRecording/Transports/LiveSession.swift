import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The session that all live transports share, because ending one races on Linux, and its delegate.
///
/// There a server that sends faster than curl reads keeps every session of the process busy until it pauses. Nothing here
/// waits for a session on a thread that others need, so even then each call ends at its deadline, and in little memory.
// Unchecked: everything mutable is touched under `lock` only.
final class LiveSession: NSObject, URLSessionDataDelegate, @unchecked Sendable {
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
        return URLSession(configuration: configuration, delegate: self, delegateQueue: BoundedQueue())
    }()

    // Queues of its own have threads of their own, which may wait.
    private let starts = DispatchQueue(label: "live-session.starts")
    private let ends = DispatchQueue(label: "live-session.ends")

    /// Starts a call as soon as the session has time for it.
    func start(_ call: LiveCall) {
        starts.async { [self] in
            let task = lock.withLock { session }.dataTask(with: call.request)
            lock.withLock { calls[task.taskIdentifier] = call }
            call.attach(task) ? task.resume() : forget(task)
        }
    }

    /// Ends a task as soon as the session has time for it.
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

/// Runs a session's events one by one, and holds the session back where they come faster than they are handled.
///
/// Without it a fast server fills the memory with data on its way to the delegate.
// Unchecked: it has no state but a semaphore and a queue.
private final class BoundedQueue: OperationQueue, @unchecked Sendable {
    private let places = DispatchSemaphore(value: 64)
    private let events = DispatchQueue(label: "live-session.events")

    override init() {
        super.init()
        maxConcurrentOperationCount = 1
        underlyingQueue = events
    }

    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        places.wait()
        super.addOperation { [places] in
            block()
            places.signal()
        }
    }
}
