import ContractFormat
import HTTPRecording
import JSONSchema

/// Probes a model with its examples and recorded instances, both unchanged and mutated.
struct ModelCheck: SingleCheck, CodeCheck {
    let context: ServiceRun
    let check: Check
    let contract: ModelContract
    let model: Model

    var pointer: JSONPointer { contract.pointer }

    init?(_ check: Check, in context: ServiceRun) {
        guard let contract = context.contract.model(check.name), let model = context.service.model(contract.name) else {
            return nil
        }
        (self.context, self.check, self.contract, self.model) = (context, check, contract, model)
    }

    var probes: [CheckExplanation.Probe] { prober.planned(context.instances(of: contract)) }

    private var prober: ModelProber {
        ModelProber(
            contract: contract, model: model, sources: ValueSources(context.contract, context.service.binding),
            watch: ProbeWatch(check: check, monitor: context.resources.monitor))
    }

    private func untested(_ instances: [Instance]) -> Finding {
        let violation = instances.lazy.compactMap { contract.schema.schema.violations(of: $0.json).first }.first
        let all = instances.contains(where: \.isRecorded) ? "recorded instances" : "examples"
        let text = violation.map { violation in
            let place = violation.instancePointer
            return "all \(instances.count) \(all) of '\(contract.name)' violate its schema at "
                + "\(place.tokens.isEmpty ? "the root" : "'\(place)'"): \(violation.message)"
        }
        return Finding(
            ModelRule.untested,
            MessageText(text ?? "no example and no recording contains an instance of '\(contract.name)'"),
            expected: "an example, or a response that uses the model", found: "none", at: contract.pointer)
    }

    func evaluation() async -> Evaluation {
        let instances = context.instances(of: contract)
        let unbound = context.service.binding?.unboundConversions(of: contract) ?? []
        guard unbound.isEmpty else {
            let findings = unbound.map { name, message in
                Finding(
                    ModelRule.unbound, MessageText(message), expected: "a conversion", found: "none", at: name.pointer)
            }
            return Evaluation(findings: findings)
        }
        guard instances.contains(where: { contract.schema.schema.accepts($0.json) }) else {
            if context.mode != .replay {
                return .notEvaluated("no response contained an instance of '\(contract.name)'")
            }
            return Evaluation(findings: [untested(instances)])
        }
        return prober.run(instances)
    }
}

enum RecordedInstances {
    static func collect(_ contract: Contract, _ library: RecordingLibrary) -> [String: [Instance]] {
        var pool = InstancePool(of: contract)
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

/// The distinct instances of each model, also of models within others, in the order of discovery.
package struct InstancePool: Sendable {
    package private(set) var instances: [String: [Instance]] = [:]
    private var seen: [String: Set<JSON>] = [:]
    private let contract: Contract

    package init(of contract: Contract) { self.contract = contract }

    /// Adds the model instances of a response, using the response shapes of the endpoint that its request matches.
    package mutating func add(_ exchange: HTTPExchange, of endpoints: [EndpointContract], from name: String) {
        for endpoint in endpoints where endpoint.responses.contains(where: { !$0.models.isEmpty }) {
            guard ArgumentExtraction.arguments(of: exchange.request, endpoint: endpoint) != nil else { continue }
            let shapes = endpoint.responses.filter { shape in
                !shape.models.isEmpty && shape.key.statuses.contains(exchange.response.status)
            }
            for shape in shapes {
                guard case .json(let body, _) = ResponseBody.read(exchange.response.body, as: shape) else { continue }
                for use in contract.uses(in: shape) {
                    for (pointer, value) in use.matches(in: body) {
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
