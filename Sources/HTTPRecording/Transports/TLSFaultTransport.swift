import Foundation

/// A transport that explains failed TLS handshakes, because `URLSession` on Linux does not.
package struct TLSFaultTransport: HopTransport {
    private let wrapped: any Transport
    private let handshake: @Sendable (_ host: String, _ port: Int) async -> TLSHandshake

    package init(
        wrapping transport: any Transport,
        handshake: @escaping @Sendable (_ host: String, _ port: Int) async -> TLSHandshake
    ) {
        wrapped = transport
        self.handshake = handshake
    }

    package func hop(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        do { return try await wrapped.singleHop(request) } catch let error as URLError where error.code.isOfTLS {
            guard let url = request.url, let host = url.host,
                let words = await handshake(host, url.port ?? 443).words
            else { throw error }
            throw error.with(networkReason: words)
        }
    }
}

extension URLError {
    fileprivate static let tlsFaultKey = "ContractTLSFault"

    package var networkReason: String { userInfo[Self.tlsFaultKey] as? String ?? code.networkName }

    package func with(networkReason words: String) -> URLError {
        URLError(code, userInfo: userInfo.merging([Self.tlsFaultKey: words]) { $1 })
    }
}

extension URLError.Code {
    package var networkName: String {
        switch self {
        case .cannotConnectToHost: "connection refused"
        case .cannotFindHost: "unknown host"
        case .timedOut: "timed out"
        case .networkConnectionLost: "connection lost"
        case .notConnectedToInternet: "not connected"
        case .httpTooManyRedirects: "too many redirects"
        case .dataLengthExceedsMaximum: "body too large"
        case .secureConnectionFailed: "TLS handshake failed"
        case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot: "certificate not trusted"
        case .serverCertificateHasBadDate, .serverCertificateNotYetValid: "certificate out of date"
        case .cancelled: "cut off"
        default: "error \(rawValue)"
        }
    }

    fileprivate var isOfTLS: Bool {
        switch self {
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
            .serverCertificateHasBadDate, .serverCertificateNotYetValid:
            true
        default: false
        }
    }
}
