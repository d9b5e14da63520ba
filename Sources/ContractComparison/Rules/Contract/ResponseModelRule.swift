import JSONSchema

/// Which models are made of which parts of a response.
enum ResponseModelRule {
    static func compare(_ pair: Pair, _ subject: String, _ comparison: inout ServiceComparison) {
        for (pointer, use) in pair.members {
            let place = pointer.isEmpty ? subject : "'\(pointer)' of \(subject)"
            let oldName = use.old?.value.stringValue.map { comparison.renamedModels[$0] ?? $0 }
            guard oldName != use.new?.value.stringValue else { continue }
            let message =
                use.old == nil
                ? "a model is made of \(place) now"
                : use.new == nil ? "no model is made of \(place) any more" : "another model is made of \(place)"
            comparison.add(.responseModelChanged, message, client: .risky, provider: .harmless, use)
        }
    }
}
