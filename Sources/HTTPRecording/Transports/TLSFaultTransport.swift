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

/// The result of a separate TLS handshake with a server.
package struct TLSHandshake: Sendable, Hashable {
    package enum Fault: Sendable, Hashable, CaseIterable {
        case expired, notYetValid, wrongHost, selfSigned, untrusted, version, notTLS
    }

    package enum Outcome: Sendable, Hashable {
        case trusted
        case refused(Fault)
        /// The fault could not be determined, for the given reason.
        case unknown(reason: String)
    }

    package let outcome: Outcome
    /// The expiry date of the server's certificate; `nil` if none was received.
    package let expires: Date?

    package init(_ outcome: Outcome, expires: Date? = nil) {
        self.outcome = outcome
        self.expires = expires
    }

    /// A short reason for a failed call; `nil` if the handshake reveals none.
    package var words: String? {
        switch outcome {
        case .trusted: nil
        case .unknown(let reason): "TLS handshake failed; the cause is unknown: \(reason)"
        case .refused(let fault):
            switch fault {
            case .expired: "the server's certificate has expired"
            case .notYetValid: "the server's certificate is not valid yet"
            case .wrongHost: "the server's certificate is for another host"
            case .selfSigned: "the server's certificate is self-signed"
            case .untrusted: "no authority that this machine trusts has signed the server's certificate"
            case .version: "the server supports no version of TLS that this machine supports"
            case .notTLS: "the server does not speak TLS"
            }
        }
    }
}
