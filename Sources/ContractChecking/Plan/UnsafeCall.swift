import ContractFormat
import Foundation
import HTTPRecording

/// A call with an unsafe method to a remote server.
package struct UnsafeCall: Sendable, Hashable, CustomStringConvertible {
    package let service: String
    package let endpoint: String
    package let method: String
    /// The origin that receives the request, after mapping.
    package let destination: String

    package var description: String { "\(service)/\(endpoint): \(method) \(destination)" }

    static func isSafe(_ method: String) -> Bool { SafeMethods.contains(method) }
}

extension ContractSuite {
    /// - Throws: `TransportError` for an invalid origin.
    package func unsafeCalls(_ options: Options) throws -> [UnsafeCall] {
        let mapping = try OriginMapping(wrapping: OfflineTransport(), options.servers.origins)
        let wanted = selected(by: options)
        var calls: [UnsafeCall] = []
        for contract in loaded.value.services.compactMap(\.contract) {
            for endpoint in contract.endpointsCalled(by: wanted) {
                guard let method = endpoint.request?.method, !UnsafeCall.isSafe(method) else { continue }
                let destination = try mapping.destination(of: endpoint.origin ?? contract.origin)
                guard let host = URL(string: destination)?.host, !Loopback.contains(host) else { continue }
                calls.append(
                    UnsafeCall(
                        service: contract.service, endpoint: endpoint.name, method: method, destination: destination))
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
