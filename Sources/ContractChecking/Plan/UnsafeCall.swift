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
        let wanted = Set(selected(by: options))
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
    fileprivate func endpointsCalled(by checks: Set<Check>) -> [EndpointContract] {
        func isWanted(_ kind: Check.Kind, _ names: String...) -> Bool {
            checks.contains(Check(service: service, kind: kind, names.joined(separator: "/")))
        }
        var names: Set<String> = []
        for endpoint in endpoints {
            let isCalled =
                endpoint.cases.contains {
                    isWanted(.response, endpoint.name, $0.name) || isWanted(.client, endpoint.name, $0.name)
                } || endpoint.faults.contains { isWanted(.faults, endpoint.name, $0.name) }
            if isCalled { names.formUnion([endpoint.name] + endpoint.uses) }
        }
        for scenario in scenarios where isWanted(.scenario, scenario.name) {
            for step in scenario.steps {
                names.insert(step.endpoint.text)
                names.formUnion(endpoints.first { $0.name == step.endpoint.text }?.uses ?? [])
            }
        }
        return endpoints.filter { names.contains($0.name) }
    }
}
