import ContractFormat
import JSONSchema

package struct SurvivalOutcome {
    package let outcome: Survival.Outcome
    var detail: String?

    /// The refused part if a list continues without the element.
    static let record = "the record"

    static let survives = SurvivalOutcome(outcome: .survives)

    static func refuses(_ what: String) -> SurvivalOutcome { SurvivalOutcome(outcome: .refuses, detail: what) }

    static func loses(_ paths: [String]) -> SurvivalOutcome {
        let paths = paths.distinct
        guard !paths.isEmpty else { return survives }
        let named = paths.prefix(3).map { $0.isEmpty ? "the whole value" : "'\($0)'" }.joined(separator: ", ")
        let rest = paths.count > 3 ? " and \(paths.count - 3) more" : ""
        return SurvivalOutcome(outcome: .losesValue, detail: named + rest)
    }

    static func traps(_ step: FatalStep) -> SurvivalOutcome {
        SurvivalOutcome(outcome: .traps, detail: step.explanation.rendered())
    }
}

/// The effect of a provider's changes on a model's initializer.
struct ModelSurvival {
    let contract: ModelContract
    let model: Model
    let sources: ValueSources

    /// Returns the edits of accepted valid instances, and of one in which every property has a value.
    func edits(of instances: [Instance]) -> [ProviderEdit] {
        let good = ProbeGenerator.wholeProbes(of: contract, instances: instances).compactMap { probe -> JSON? in
            guard case .json(let json) = probe.input, contract.schema.schema.accepts(json),
                model.acceptedInstance(from: json) != nil
            else { return nil }
            return json
        }
        return providerEdits.edits(of: good)
    }

    private var providerEdits: ProviderEdits {
        func pattern(_ pointer: JSONPointer) -> String { ProbePlace(pointer).pattern }
        return ProviderEdits(
            schema: contract.schema, tags: Set([contract.variants?.discriminator].compactMap { $0.map(pattern) }),
            converted: Set(contract.properties.filter { $0.conversion != nil }.map { pattern($0.pointer) }))
    }

    func outcome(of edit: ProviderEdit) -> SurvivalOutcome {
        guard let old = model.acceptedInstance(from: edit.before), let new = model.acceptedInstance(from: edit.after)
        else {
            return .refuses(SurvivalOutcome.record)
        }
        let values = ValueMap(contract, sources)
        let usual = Set(values.differences(model.comparableForm(old), edit.before, isWhole: false).map(\.pathText))
        func untrue(to json: JSON) -> [ValueDifference] {
            values.differences(model.comparableForm(new), json, isWhole: false).filter { !usual.contains($0.pathText) }
        }
        // A rewritten form of the same value may be shown unchanged.
        if edit.change.changesJSONType, untrue(to: edit.before).isEmpty { return .survives }
        let lost = untrue(to: edit.after).filter { difference in
            // A removed value may be shown as absent or by its substitute.
            if edit.change.removesData, difference.pointer.tokens.starts(with: edit.place.pointer.tokens) {
                return false
            }
            // A substitute for an unknown value is not a loss unless it is a known value.
            if edit.change == .unknownEnumValue || edit.change == .newVariant { return difference.isNil }
            return true
        }
        if !lost.isEmpty { return .loses(lost.map(\.pathText)) }
        let shown = Reflection.json(of: new)
        let isMistaken = edit.known.contains {
            model.acceptedInstance(from: $0).map { Reflection.json(of: $0) == shown } ?? false
        }
        return isMistaken
            ? SurvivalOutcome(outcome: .losesValue, detail: "it is decoded as a different value") : .survives
    }
}
