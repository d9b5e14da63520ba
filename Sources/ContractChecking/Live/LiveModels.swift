import ContractFormat
import HTTPRecording
import JSONSchema

/// Gives every record of live responses to the initializer that is bound to its model.
struct LiveModels {
    let context: ServiceRun
    /// Whether a body breaks its schema: a record that its model's schema refuses is then not one that may be left out.
    let isBodyBroken: Bool

    /// What the initializers made wrong; `nil` where no record came.
    func mismatches(in exchanges: [HTTPExchange], of endpoint: EndpointContract) -> [Mismatch]? {
        var pool = InstancePool()
        let senders =
            endpoint.request == nil
            ? context.contract.endpoints.filter { endpoint.uses.contains($0.name) } : [endpoint]
        for exchange in exchanges { pool.add(exchange, of: senders, from: "") }
        guard !pool.instances.isEmpty else { return nil }
        return context.contract.models.flatMap { model -> [Mismatch] in
            guard let instances = pool.instances[model.name], let binding = context.service.model(model.name) else {
                return []
            }
            return mismatches(of: instances, model, binding)
        }
    }

    private func mismatches(of instances: [Instance], _ contract: ModelContract, _ model: Model) -> [Mismatch] {
        let check = Check(service: context.contract.service, kind: .model, contract.name)
        let prober = ModelProber(
            contract: contract, model: model, watch: ProbeWatch(check: check, options: context.options))
        let good = instances.filter { contract.schema.schema.accepts($0.json) }
        let broken = isBodyBroken ? instances.filter { !contract.schema.schema.accepts($0.json) } : []
        return prober.mismatches(ofWhole: good) + refusals(of: broken, contract, prober)
    }

    private func refusals(of instances: [Instance], _ contract: ModelContract, _ prober: ModelProber) -> [Mismatch] {
        let refused = instances.filter { !prober.takes($0.json) }
        guard let first = refused.first else { return [] }
        return [
            Mismatch(
                HealthRule.recordRefused, "the initializer of '\(contract.name)' refuses records that came",
                expected: "a value of each", found: "\(refused.count) refused, the first at \(first.name)",
                at: contract.pointer)
        ]
    }
}
