import Foundation
import HTTPRecording
import JSONSchema

/// The transport of a run: none in replay, otherwise one that limits requests to remote servers.
package struct Network: Sendable {
    package let transport: any Transport
    /// Returns the total time that requests were held back, in seconds.
    package let delay: Deadline.Delay
    /// Returns the transport for a recording, if each recording has its own.
    private let transportOfRecording: (@Sendable (_ file: String) -> any Transport)?

    static let none = Network(transport: OfflineTransport())

    package init(
        transport: any Transport, delay: @escaping Deadline.Delay = { 0 },
        transportOfRecording: (@Sendable (_ file: String) -> any Transport)? = nil
    ) {
        self.transport = transport
        self.delay = delay
        self.transportOfRecording = transportOfRecording
    }

    package func transport(of file: String?) -> any Transport {
        file.flatMap { transportOfRecording?($0) } ?? transport
    }

    /// - Throws: `TransportError` for an invalid origin.
    package init(_ servers: Options.Servers) throws {
        let direct = servers.transport ?? LiveTransport()
        let live = servers.handshake.map { TLSFaultTransport(wrapping: direct, handshake: $0) } ?? direct
        let polite = PoliteTransport(wrapping: live) { request in
            guard let host = request.url?.host, !Loopback.contains(host) else {
                return PoliteTransport.Limits(jobs: 16, retries: 0)
            }
            let method = request.httpMethod ?? "GET"
            // Checked on the request itself, because its method may differ from the contract's.
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

struct UnsafeRequestError: Error, CustomStringConvertible {
    let method: String
    let host: String

    var description: String {
        "a \(method) request to \(host) was not sent without consent; --yes gives it, in a test "
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

package struct OfflineTransport: Transport {
    package init() {}

    package func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        throw URLError(.notConnectedToInternet)
    }
}
