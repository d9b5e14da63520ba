import JSONSchema

package enum RecordingName {
    package static func file(service: String, endpoint: String, case name: String) -> String {
        "\(service)/\(endpoint).\(name).har"
    }

    package static func file(service: String, scenario: String) -> String { "\(service)/\(scenario).har" }
}

package struct ExpectedRecording: Sendable {
    package let file: String
    package let pointer: JSONPointer
    package let endpoints: [EndpointContract]
    /// Whether the endpoint is deliberately unbound and therefore not recorded.
    package var isDeliberatelyMissing = false
}

extension Contract {
    package var recordings: [ExpectedRecording] {
        let byName = Dictionary(endpoints.map { ($0.name, $0) }) { first, _ in first }
        return endpoints.flatMap { endpoint in
            endpoint.cases.map {
                ExpectedRecording(
                    file: RecordingName.file(service: service, endpoint: endpoint.name, case: $0.name),
                    pointer: $0.pointer, endpoints: senders(of: endpoint),
                    isDeliberatelyMissing: leavesUnbound(endpoint))
            }
        }
            + scenarios.map { scenario in
                ExpectedRecording(
                    file: RecordingName.file(service: service, scenario: scenario.name), pointer: scenario.pointer,
                    endpoints: scenario.steps.compactMap { byName[$0.endpoint.text] }.flatMap(senders))
            }
    }

    package func senders(of endpoint: EndpointContract) -> [EndpointContract] {
        endpoint.request == nil ? endpoints.filter { endpoint.uses.contains($0.name) } : [endpoint]
    }
}
