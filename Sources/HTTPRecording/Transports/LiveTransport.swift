import Foundation
import JSONValues

/// A transport that uses the network by `URLSession`, without cookies, caches or stored credentials.
///
/// Errors are `URLError`s as reported by a session, with these additions:
/// - A call ends at its request's timeout (`.timedOut`), even if the server drips or never responds. `URLSession` on
///   Linux lets both outlive every timeout.
/// - A body over the limit is `.dataLengthExceedsMaximum` and is not kept in memory.
/// - A truncated body is `.networkConnectionLost`, and a failed TLS handshake `.secureConnectionFailed`. Linux reports
///   both as `.unknown`; they differ in whether a response had arrived.
/// - An IPv6 literal (`http://[::1]:8080`) works on Linux too, where `URLSession` rejects it. Over TLS it is
///   `.unsupportedURL` there.
/// - A decoded gzip or deflate body loses its `Content-Encoding` and the stale `Content-Length`.
///
/// Up to 20 redirects are followed, hop by hop. Only header fields that cannot hold a credential are sent to another
/// origin.
public struct LiveTransport: Sendable {
    private let bodyLimit: Int
    private let deadline: Duration?
    private let session: LiveSession

    /// Creates a transport that uses the shared session.
    ///
    /// - Parameters:
    ///   - bodyLimit: the maximum body size in bytes.
    ///   - deadline: an upper bound for each hop, if the request's own timeout is longer.
    public init(bodyLimit: Int = 32 << 20, deadline: Duration? = nil) {
        self.bodyLimit = bodyLimit
        self.deadline = deadline
        session = .shared
    }

    /// Creates a transport with its own session, for client certificates, pinning, proxies and session headers. The
    /// session lives as long as the process: create one transport, and use it for all calls.
    ///
    /// Cookies and caches are removed from the configuration. On Apple platforms the delegate receives challenges about
    /// certificates: the server's (`NSURLAuthenticationMethodServerTrust`) and the client's
    /// (`NSURLAuthenticationMethodClientCertificate`). `URLSession` on Linux supports neither client certificates nor
    /// pinning. Send such requests through a proxy that does.
    ///
    /// - Parameters:
    ///   - configuration: the session's configuration, which is copied.
    ///   - delegate: receives challenges about certificates, and no other calls.
    ///   - bodyLimit: the maximum body size in bytes.
    ///   - deadline: an upper bound for each hop, if the request's own timeout is longer.
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
        private func hop(_ request: URLRequest, to url: URL, seconds: Double) async throws -> (Data, HTTPURLResponse) {
            // Connecting may block.
            let tunnelled = try await onOwnThread { try IPv6Tunnel.request(for: request, seconds: seconds) }
            do {
                let (data, response) = try await perform(tunnelled, seconds: seconds)
                return (data, response.with(url: url, headers: HeaderFields(foundation: response.allHeaderFields)))
            } catch let error as URLError {
                var info = error.userInfo
                info[NSURLErrorFailingURLErrorKey] = url
                throw URLError(error.code, userInfo: info)
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

/// A transport that sends requests for one origin to another, after they have been checked and recorded as built.
///
/// Responses have the original origin, and so do the `Location` header fields of redirects.
public struct OriginMapping: Sendable {
    private let wrapped: any Transport
    private let origins: [String: String]

    /// Wraps a transport. Keys and values are origins, `scheme://host[:port]`.
    ///
    /// - Throws: `TransportError` for an invalid origin.
    public init(wrapping transport: any Transport, _ origins: [String: String]) throws {
        wrapped = transport
        var checked: [String: String] = [:]
        for (from, to) in origins { checked[try Self.origin(from)] = try Self.origin(to) }
        self.origins = checked
    }

    package func destination(of origin: String) throws -> String {
        let origin = try Self.origin(origin)
        return origins[origin] ?? origin
    }

    private static func origin(_ text: String) throws -> String {
        let url = URLText(text)
        guard url.scheme == "http" || url.scheme == "https", !url.hostAndPort.isEmpty, url.userInfo == nil,
            url.query == nil, url.fragment == nil, url.bytes[url.path].elementsEqual("/".utf8) || url.path.isEmpty,
            URL(string: text) != nil
        else {
            throw TransportError("'\(text)' is not an origin; expected scheme://host or scheme://host:port.")
        }
        return url.origin
    }

    private static func replacing(_ from: String, by to: String, in text: String) -> String? {
        let url = URLText(text)
        guard url.origin == from else { return nil }
        return to + String(decoding: url.bytes[url.path.lowerBound...], as: UTF8.self)
    }
}

extension OriginMapping: HopTransport {
    package func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        guard let url = request.url, case let from = URLText(url.absoluteString).origin, let to = origins[from],
            let text = Self.replacing(from, by: to, in: url.absoluteString), let mapped = URL(string: text)
        else { return try await wrapped.singleHop(request) }
        var request = request
        request.url = mapped
        let (data, response) = try await wrapped.singleHop(request)
        var headers = HeaderFields(foundation: response.allHeaderFields)
        if let location = headers["Location"], let back = Self.replacing(to, by: from, in: location) {
            headers["Location"] = back
        }
        let final = response.url.flatMap { Self.replacing(to, by: from, in: $0.absoluteString) }.flatMap(URL.init)
        let asked = final ?? (response.url == mapped ? url : response.url ?? url)
        return (data, response.with(url: asked, headers: headers))
    }
}
