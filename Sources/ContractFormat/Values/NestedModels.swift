import JSONSchema

extension Contract {
    package func nestedModels(of shape: ResponseContract) -> [ResponseContract.ModelUse] {
        let names = Dictionary(models.map { ($0.schema.view, $0.name) }) { first, _ in first }
        var uses = shape.models
        var next = 0
        while next < uses.count {
            let outer = uses[next]
            let inner = model(outer.model)?.nestedModels(names) ?? []
            uses += inner.map { place, name in
                ResponseContract.ModelUse(
                    at: JSONPointer(tokens: outer.at.tokens + place), model: name, pointer: outer.pointer)
            }.filter { new in
                // Skip a model nested within itself; the outer one covers it.
                !uses.contains { $0.model == new.model && new.at.tokens.starts(with: $0.at.tokens) }
            }
            next += 1
        }
        return Array(uses.dropFirst(shape.models.count))
    }
}

extension ModelContract {
    private static let deepest = 8

    /// Returns the models that the schema refers to with their places, except places with further rules in the map.
    fileprivate func nestedModels(_ names: [SchemaView: String]) -> [(place: [String], name: String)] {
        if reads == .some || variants != nil { return [] }
        let described =
            (properties + elementProperties).filter { !$0.isUnconverted }.map(\.pointer.tokens)
            + (unread + checked).map(\.target.tokens)
        var found: [(place: [String], name: String)] = []
        func visit(_ view: SchemaView, _ place: [String]) {
            if place.count > Self.deepest || described.contains(where: { !$0.isEmpty && place.starts(with: $0) }) {
                return
            }
            let parts = view.schemasOfNonNullValues
            if !place.isEmpty, let name = parts.lazy.compactMap({ names[$0] }).first {
                if !described.contains(where: { $0.starts(with: place) }) { found.append((place, name)) }
                return
            }
            for part in parts {
                for (name, inner) in part.members("properties") { visit(inner, place + [name]) }
                for inner in ["items", "additionalProperties"].compactMap(part.child) { visit(inner, place + ["*"]) }
            }
        }
        visit(schema.view, [])
        return found
    }
}

extension SchemaView {
    /// The schemas that apply to every value except null.
    fileprivate var schemasOfNonNullValues: [SchemaView] {
        conjuncts.flatMap { part in
            let alternatives = ["anyOf", "oneOf"].flatMap(part.children).filter { !$0.isNull }
            return [part] + (alternatives.count == 1 ? alternatives[0].conjuncts : [])
        }
    }
}
