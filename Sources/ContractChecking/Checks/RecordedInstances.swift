import ContractFormat
import HTTPRecording
import JSONSchema

enum RecordedInstances {
    static func collect(_ contract: Contract, _ library: RecordingLibrary) -> [String: [Instance]] {
        var pool = InstancePool()
        for wanted in contract.recordings {
            // The contract check reports unreadable recordings.
            guard case .success(let loaded) = library.recording(wanted.file) else { continue }
            for (index, exchange) in loaded.recording.entries.enumerated() {
                pool.add(exchange, of: wanted.endpoints, from: "\(wanted.file), entry \(index + 1), ")
            }
        }
        return pool.instances
    }
}

/// The distinct instances of each model, in the order of discovery.
package struct InstancePool: Sendable {
    package private(set) var instances: [String: [Instance]] = [:]
    private var seen: [String: Set<JSON>] = [:]

    package init() {}

    /// Adds the model instances of a response, using the response shapes of the endpoint that its request matches.
    package mutating func add(_ exchange: HTTPExchange, of endpoints: [EndpointContract], from name: String) {
        guard let request = exchange.request.urlRequest else { return }
        for endpoint in endpoints where endpoint.responses.contains(where: { !$0.models.isEmpty }) {
            guard ArgumentExtraction.arguments(of: request, endpoint: endpoint) != nil else { continue }
            let shapes = endpoint.responses.filter { shape in
                !shape.models.isEmpty && shape.key.statuses.contains(exchange.response.status)
            }
            for shape in shapes {
                guard case .json(let body, _) = ResponseBody.read(exchange.response.body, as: shape) else { continue }
                for use in shape.models {
                    for (pointer, value) in use.at.matches(in: body) {
                        add(value, of: use.model, "\(name)\(pointer.tokens.isEmpty ? "the body" : pointer.description)")
                    }
                }
            }
        }
    }

    private mutating func add(_ json: JSON, of model: String, _ name: String) {
        if seen[model, default: []].insert(json).inserted {
            instances[model, default: []].append(Instance(name: name, json: json, isRecorded: true))
        }
    }
}
