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

    /// Makes a transport; all of them share one session.
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
        let seconds = min(request.boundedTimeout, deadline.map { $0 / .seconds(1) } ?? .infinity)
        let call = LiveCall(request, seconds: seconds, bodyLimit: bodyLimit)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { call.begin($0) }
        } onCancel: {
            call.end(throwing: URLError(.cancelled, url: request.url))
        }
    }
}
