import ContractFormat
import JSONSchema

/// Which models are made of which parts of a response.
enum ResponseModelRule {
    static func compare(_ pair: Pair, _ subject: String, _ use: Use, _ comparison: inout ServiceComparison) {
        for (pointer, part) in pair.members {
            let place = pointer.isEmpty ? subject : "'\(pointer)' of \(subject)"
            let oldName = part.old?.value.stringValue.map { comparison.renamedModels[$0] ?? $0 }
            if let old = part.old?.value.stringValue, let new = part.new?.value.stringValue, oldName == new {
                // What changes in the model changes what the response may hold.
                let models = (old: comparison.old.models?[old], new: comparison.new.models?[new])
                let model = Pair(old: models.old, new: models.new)
                comparison.schemas.compare(model[ContractKeys.Model.schema], in: model, use: use)
                continue
            }
            let message =
                part.old == nil
                ? "a model is made of \(place) now"
                : part.new == nil ? "no model is made of \(place) any more" : "another model is made of \(place)"
            comparison.add(.responseModelChanged, message, client: .risky, provider: .harmless, part)
        }
    }
}
