import Foundation

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
        guard let url = request.url, let from = Optional(URLText(url.absoluteString).origin), let to = origins[from],
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
