import JSONSchema

/// The file names of recordings, relative to the recordings folder.
package enum RecordingName {
    package static func file(service: String, endpoint: String, case name: String) -> String {
        "\(service)/\(endpoint).\(name).har"
    }

    package static func file(service: String, scenario: String) -> String { "\(service)/\(scenario).har" }
}

/// A recording that a contract asks for.
package struct WantedRecording: Sendable {
    package let file: String
    /// The case or scenario it belongs to.
    package let pointer: JSONPointer
    /// The endpoints whose requests it may hold.
    package let endpoints: [EndpointContract]
    /// Whether nothing records it, since no code is bound to its endpoint on purpose.
    package var isLeftOut = false
}

extension Contract {
    /// Every recording the contract asks for: one a case, one a scenario.
    package var recordings: [WantedRecording] {
        let byName = Dictionary(endpoints.map { ($0.name, $0) }) { first, _ in first }
        return endpoints.flatMap { endpoint in
            endpoint.cases.map {
                WantedRecording(
                    file: RecordingName.file(service: service, endpoint: endpoint.name, case: $0.name),
                    pointer: $0.pointer, endpoints: senders(of: endpoint), isLeftOut: leavesUnbound(endpoint))
            }
        }
            + scenarios.map { scenario in
                WantedRecording(
                    file: RecordingName.file(service: service, scenario: scenario.name), pointer: scenario.pointer,
                    endpoints: scenario.steps.compactMap { byName[$0.endpoint.text] }.flatMap(senders))
            }
    }

    /// The endpoints whose requests an endpoint sends: those that it uses, or itself.
    package func senders(of endpoint: EndpointContract) -> [EndpointContract] {
        endpoint.request == nil ? endpoints.filter { endpoint.uses.contains($0.name) } : [endpoint]
    }
}
