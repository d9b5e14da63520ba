import Foundation

/// Sends requests over the network by `URLSession`, without cookies, caches or stored credentials.
///
/// Errors are `URLError`s as a session reports them, with these additions:
/// - A call ends at its request's timeout, whatever the server does: one that drips or never answers included
///   (`.timedOut`). `URLSession` on Linux lets both outlive every timeout.
/// - A body over the limit is `.dataLengthExceedsMaximum` and is not kept in memory.
/// - A body cut short is `.networkConnectionLost` and a failed TLS handshake `.secureConnectionFailed`; on Linux both
///   are reported as `.unknown` and are distinguished by whether a response had come.
/// - An IPv6 literal (`http://[::1]:8080`) is called on Linux, too, where `URLSession` refuses it; over TLS it is
///   `.unsupportedURL` there.
/// - A decoded gzip or deflate body loses its `Content-Encoding` and the stale `Content-Length`.
///
/// Redirects are followed hop by hop, at most 20. Over to another origin only headers go that can hold no credential.
public struct LiveTransport: Sendable {
    private let bodyLimit: Int
    private let deadline: Duration?
    private let session: LiveSession

    /// Makes a transport; all that are made so share one session.
    ///
    /// - Parameters:
    ///   - bodyLimit: the largest body in bytes.
    ///   - deadline: an upper bound for a hop where the request's own timeout is longer.
    public init(bodyLimit: Int = 32 << 20, deadline: Duration? = nil) {
        self.bodyLimit = bodyLimit
        self.deadline = deadline
        session = .shared
    }

    /// Makes a transport over a session of its own, for client certificates, pinned servers, proxies and headers of a
    /// session. It is kept as long as the process runs: make one, and use it for all calls.
    ///
    /// Cookies and caches are taken out of the configuration, as of every transport here. On Apple platforms the delegate is
    /// asked about certificates, the server's (`NSURLAuthenticationMethodServerTrust`) and the client's
    /// (`NSURLAuthenticationMethodClientCertificate`). On Linux `URLSession` asks nobody: it has neither client certificates
    /// nor pinning there, whatever the delegate says; send such requests through a proxy that has.
    ///
    /// - Parameters:
    ///   - configuration: the session's configuration, which is copied.
    ///   - delegate: the judge of certificates; nothing else is asked of it.
    ///   - bodyLimit: the largest body in bytes.
    ///   - deadline: an upper bound for a hop where the request's own timeout is longer.
    public init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)? = nil, bodyLimit: Int = 32 << 20,
        deadline: Duration? = nil
    ) {
        self.bodyLimit = bodyLimit
        self.deadline = deadline
        session = LiveSession(configuration, asking: delegate)
    }
}

extension LiveTransport: HopTransport {
    package func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let seconds = min(request.boundedTimeout, deadline.map { $0 / .seconds(1) } ?? .infinity)
        #if os(Linux)
            if let url = request.url, url.host?.contains(":") == true {
                return try await hop(request, to: url, seconds: seconds)
            }
        #endif
        return try await perform(request, seconds: seconds)
    }

    #if os(Linux)
        /// Performs a request whose host is an IPv6 literal, for which the session needs another name.
        private func hop(_ request: URLRequest, to url: URL, seconds: Double) async throws -> (Data, HTTPURLResponse) {
            let tunnelled: URLRequest = try await withCheckedThrowingContinuation { continuation in
                // It connects, which may take a while.
                Thread.detachNewThread {
                    continuation.resume(with: Result { try IPv6Tunnel.request(for: request, seconds: seconds) })
                }
            }
            do {
                let (data, response) = try await perform(tunnelled, seconds: seconds)
                return (data, response.with(url: url, headers: HeaderFields(foundation: response.allHeaderFields)))
            } catch let error as URLError {
                throw URLError(error.code, url: url)
            }
        }
    #endif

    private func perform(_ request: URLRequest, seconds: Double) async throws -> (Data, HTTPURLResponse) {
        let call = LiveCall(request, over: session, seconds: seconds, bodyLimit: bodyLimit)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { call.begin($0) }
        } onCancel: {
            call.end(throwing: URLError(.cancelled, url: request.url))
        }
    }
}
