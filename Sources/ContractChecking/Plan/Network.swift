import ContractFormat
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
            guard servers.allowsUnsafeMethods || SafeMethods.contains(method) else {
                throw TransportError(
                    "a \(method) request to \(host) was not sent without consent; --yes gives it, in a test "
                        + "Options.allowsUnsafeMethods")
            }
            return servers.limits
        }
        self.init(
            transport: try OriginMapping(wrapping: polite, servers.origins),
            delay: { await polite.delay / .seconds(1) })
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

extension ContractSuite {
    /// Returns the calls with an unsafe method to a remote server, such as `notes/add: POST https://notes.example.com`.
    ///
    /// - Throws: `TransportError` for an invalid origin.
    package func unsafeCalls(_ options: Options) throws -> [String] {
        let mapping = try OriginMapping(wrapping: OfflineTransport(), options.servers.origins)
        let wanted = selected(by: options)
        var calls: [String] = []
        for contract in loaded.value.services.compactMap(\.contract) {
            for endpoint in contract.endpointsCalled(by: wanted) {
                guard let method = endpoint.request?.method, !SafeMethods.contains(method) else { continue }
                let destination = try mapping.destination(of: contract.origin(of: endpoint))
                guard let host = URL(string: destination)?.host, !Loopback.contains(host) else { continue }
                calls.append("\(contract.service)/\(endpoint.name): \(method) \(destination)")
            }
        }
        return calls
    }
}

extension Contract {
    fileprivate func endpointsCalled(by checks: [Check]) -> [EndpointContract] {
        let called = checks.filter { $0.service == service }.flatMap { check -> [String] in
            switch check.kind {
            case .response, .client, .faults: Array(check.names.prefix(1))
            case .scenario: scenarios.filter { $0.name == check.name }.flatMap(\.steps).map(\.endpoint.text)
            case .contract, .request, .model, .rejects, .survival, .strength: []
            }
        }
        let names = Set(called)
        let used = Set(endpoints.filter { names.contains($0.name) }.flatMap(\.uses))
        return endpoints.filter { names.contains($0.name) || used.contains($0.name) }
    }
}
