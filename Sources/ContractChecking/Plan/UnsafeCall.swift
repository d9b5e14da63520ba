import ContractFormat
import Foundation
import HTTPRecording

/// A kind of call that may change something on a server that is not on this machine.
package struct UnsafeCall: Sendable, Hashable, CustomStringConvertible {
    package let service: String
    package let endpoint: String
    package let method: String
    /// The origin the request is sent to in the end.
    package let destination: String

    package var description: String { "\(service)/\(endpoint): \(method) \(destination)" }

    /// Whether a method only reads.
    static func isSafe(_ method: String) -> Bool { SafeMethods.contains(method) }
}

extension ContractSuite {
    /// The calls with unsafe methods that the selected checks make to servers that are not on this machine.
    ///
    /// - Throws: `TransportError` for an origin that is none.
    package func unsafeCalls(_ options: Options) throws -> [UnsafeCall] {
        let mapping = try OriginMapping(wrapping: NoNetwork(), options.servers.origins)
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
    /// The endpoints whose requests the checks send, in the contract's order.
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
