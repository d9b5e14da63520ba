import Foundation

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
