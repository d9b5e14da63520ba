import JSONSchema

/// What a model's map says fits its schema, and no map leads back to itself without having gone a step into the JSON.
enum MapRule: LintRule {
    static func check(_ contract: Contract, _ report: (String, JSONPointer) -> Void) {
        let check = KeywordCheck()
        for model in contract.models {
            for property in model.properties where property.isLossy {
                let schemas = model.schema.view.schemas(at: property.pointer, check)
                let types = schemas.compactMap { $0.json["type"] }.map(TypeSet.init(keyword:))
                if !types.isEmpty, !types.contains(where: { !$0.isDisjoint(with: .array) }) {
                    report(
                        "'lossy' leaves out elements, and '\(property.pointer)' is no array",
                        property.place.appending(ContractKeys.Property.lossy.rawValue))
                }
            }
            for property in model.properties {
                let tokens = property.pointer.tokens
                guard let star = tokens.firstIndex(of: "*") else { continue }
                let around = JSONPointer(tokens: Array(tokens[..<star]))
                let schemas = model.schema.view.schemas(at: around, check)
                guard schemas.member("*", check).isEmpty, schemas.contains(where: { $0.element(0) != nil }) else {
                    continue
                }
                report(
                    "'\(property.pointer)' is many places: expected one, such as '\(around)', whose elements a \"model\" maps",
                    property.place)
            }
            let names = model.schema.view.affirmed.flatMap { $0.members("properties").map(\.name) }
            for (index, group) in model.related.enumerated() {
                if group.count == 1 {
                    report(
                        "'\(group[0].text)' hangs together with nothing: expected two members or more",
                        model.pointer(to: .related).appending(index))
                }
                for name in group where !name.text.hasPrefix("/") && !names.isEmpty && !names.contains(name.text) {
                    report(
                        "the schema has no member '\(name.text)'\(Suggestion.text(for: name.text, among: names.sorted()))",
                        name.pointer)
                }
            }
            for unread in model.unread {
                guard let name = unread.target.tokens.last, let around = unread.target.parent else {
                    report("the whole is no member: expected a place such as '/note'", unread.pointer)
                    continue
                }
                let names = model.schema.view.schemas(at: around, check).flatMap {
                    $0.members("properties").map(\.name)
                }
                if names.isEmpty || names.contains(name) { continue }
                report(
                    "the schema has no member '\(unread.target)'\(Suggestion.text(for: name, among: names.sorted()))",
                    unread.pointer)
            }
            if let property = model.properties.first(where: { $0.pointer.tokens.isEmpty && $0.model != nil }),
                let way = wayBack(to: model, in: contract)
            {
                report(
                    "the map leads back to itself: \(way.joined(separator: " → ")); a property that is made of the whole "
                        + "needs a model that is not compared by this one", property.model?.pointer ?? property.place)
            }
        }
    }

    /// The models from one to itself, each at the same place of the JSON as the one before; `nil` where there is no way.
    private static func wayBack(to model: ModelContract, in contract: Contract) -> [String]? {
        var way = [model.name]
        var seen: Set<String> = []
        func visit(_ model: ModelContract) -> Bool {
            for property in model.properties where property.pointer.tokens.isEmpty {
                guard let next = contract.models.first(where: { $0.name == property.model?.text }) else { continue }
                way.append(next.name)
                if next.name == way[0] || seen.insert(next.name).inserted && visit(next) { return true }
                way.removeLast()
            }
            return false
        }
        return visit(model) ? way : nil
    }
}

extension SchemaView {
    /// Every schema that says what values at a place below are like.
    fileprivate func schemas(at place: JSONPointer, _ check: KeywordCheck) -> [SchemaView] {
        place.tokens.reduce(affirmed) { schemas, token in
            let members = schemas.member(token, check)
            let index = token == "*" ? 0 : Int(token)
            let elements = index.map { index in schemas.compactMap { $0.element(index) } } ?? []
            return (members + elements).flatMap(\.affirmed)
        }
    }
}
