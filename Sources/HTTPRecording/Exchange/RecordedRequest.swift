import Foundation

/// A request as sent.
public struct RecordedRequest: Sendable, Hashable {
    /// The method in its original letter case.
    public var method: String
    /// The URL in its original percent-encoding.
    public var url: String
    /// The protocol version.
    public var httpVersion: String
    /// The header fields that the caller set.
    public var headers: HeaderFields
    /// The body; `nil` if there is none.
    public var body: [UInt8]?

    /// Creates a request.
    public init(
        method: String = "GET", url: String, httpVersion: String = "HTTP/1.1", headers: HeaderFields = [:],
        body: [UInt8]? = nil
    ) {
        self.method = method
        self.url = url
        self.httpVersion = httpVersion
        self.headers = headers
        self.body = body
    }

    /// Converts a Foundation request. Reads a body stream to its end, and treats an empty body as none.
    public init(_ request: URLRequest) {
        self.init(
            method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "",
            headers: HeaderFields(foundation: request.allHTTPHeaderFields ?? [:]), body: request.bodyBytes)
    }

    /// The request for Foundation; `nil` if the URL is invalid.
    public var urlRequest: URLRequest? {
        guard let url = URL(string: url) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.allHTTPHeaderFields = headers.foundation
        request.httpBody = body.map { Data($0) }
        return request
    }
}

extension URLRequest {
    /// The body, read from the body stream if there is one (as in a `URLProtocol` on Apple platforms).
    package var bodyBytes: [UInt8]? {
        if let httpBody { return httpBody.isEmpty ? nil : Array(httpBody) }
        guard let stream = httpBodyStream else { return nil }
        stream.open()
        defer { stream.close() }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = stream.read(&buffer, maxLength: buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }
}

/// The methods that only read (RFC 9110, 9.2.1).
package enum SafeMethods {
    package static func contains(_ method: String) -> Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }
}
