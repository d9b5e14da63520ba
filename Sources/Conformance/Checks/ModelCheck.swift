import ContractFormat
import JSONSchema

/// Probes a model: its examples and recorded instances as they are, and changed in every way that matters.
struct ModelCheck {
    let contract: ModelContract
    let model: Model

    func evaluate(_ instances: [Instance]) -> Evaluation {
        var evaluation = Evaluation()
        guard instances.contains(where: { contract.schema.schema.accepts($0.json) }) else {
            evaluation.add(
                Mismatch(
                    "model.untested", "no example and no recording holds an instance of '\(contract.name)'",
                    expected: "an example, or a response that uses the model", found: "none", at: contract.pointer))
            return evaluation
        }
        let probes = ProbeGenerator.probes(for: instances, accepted: contract.schema.schema.accepts)
        evaluation.probes = probes.count
        evaluation.add(ModelProber(contract: contract, model: model).mismatches(of: probes))
        return evaluation
    }
}
