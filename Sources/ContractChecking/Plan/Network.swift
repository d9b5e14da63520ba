import Foundation
import HTTPRecording
import JSONSchema

/// The transport of a run: none in replay, else one that limits the requests to other people's servers.
package struct Network: Sendable {
    package let transport: any Transport
    /// Returns the seconds for which requests were held back so far.
    package let delay: Deadline.Delay
    /// Returns the transport of the case or scenario of a recording, where each has its own.
    private let ofRecording: (@Sendable (_ file: String) -> any Transport)?

    /// The network of a replay: every request fails.
    static let none = Network(transport: NoNetwork())

    package init(
        transport: any Transport, delay: @escaping Deadline.Delay = { 0 },
        ofRecording: (@Sendable (_ file: String) -> any Transport)? = nil
    ) {
        self.transport = transport
        self.delay = delay
        self.ofRecording = ofRecording
    }

    /// Returns the transport of the case or scenario that a file records.
    package func transport(of file: String?) -> any Transport {
        file.flatMap { ofRecording?($0) } ?? transport
    }

    /// The network of a live or recording run.
    ///
    /// - Throws: `TransportError` for an invalid origin.
    package init(_ servers: Options.Servers) throws {
        let direct = servers.transport ?? LiveTransport()
        let live = servers.handshake.map { TLSFaultTransport(wrapping: direct, handshake: $0) } ?? direct
        let polite = PoliteTransport(wrapping: live) { request in
            guard let host = request.url?.host, !Loopback.contains(host) else {
                return PoliteTransport.Limits(jobs: 16, retries: 0)
            }
            let method = request.httpMethod ?? "GET"
            // A request really leaves here, whatever the contract announced.
            guard servers.allowsUnsafeMethods || UnsafeCall.isSafe(method) else {
                throw UnsafeRequestError(method: method, host: host)
            }
            return servers.limits
        }
        self.init(
            transport: try OriginMapping(wrapping: polite, servers.origins),
            delay: { await polite.delay / .seconds(1) })
    }
}

/// The error of a request that may change something on a server, sent without agreement.
struct UnsafeRequestError: Error, CustomStringConvertible {
    let method: String
    let host: String

    var description: String {
        "a \(method) request to \(host) was not sent, because nobody agreed to it; --yes agrees, in a test "
            + "Options.allowsUnsafeMethods"
    }
}

/// The names of this machine (RFC 6761, 6.3; RFC 1122, 3.2.1.3; RFC 4291, 2.5.3).
enum Loopback {
    static func contains(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts.first == 127 && !parts.contains(nil)
    }
}

/// The network of a replay, which refuses every request.
package struct NoNetwork: Transport {
    package init() {}

    package func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        throw URLError(.notConnectedToInternet)
    }
}
