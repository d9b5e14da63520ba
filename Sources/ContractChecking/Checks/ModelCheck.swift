import ContractFormat
import JSONSchema

/// Probes a model: its examples and recorded instances as they are, and changed in every way that matters.
struct ModelCheck {
    let contract: ModelContract
    let model: Model
    let watch: ProbeWatch

    func evaluate(_ instances: [Instance], isLive: Bool) -> Evaluation {
        var evaluation = Evaluation()
        guard instances.contains(where: { contract.schema.schema.accepts($0.json) }) else {
            if isLive { return .obstructed("no response held an instance of '\(contract.name)'") }
            evaluation.add(
                Mismatch(
                    ModelRule.untested, "no example and no recording holds an instance of '\(contract.name)'",
                    expected: "an example, or a response that uses the model", found: "none", at: contract.pointer))
            return evaluation
        }
        let result = ModelProber(contract: contract, model: model, watch: watch).run(instances)
        evaluation.probes = result.probes
        evaluation.add(result.mismatches)
        evaluation.score = result.score
        evaluation.outcomes = result.outcomes
        return evaluation
    }
}
