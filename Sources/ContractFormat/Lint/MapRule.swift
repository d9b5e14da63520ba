import JSONSchema

/// Requires that a model's map fits its schema and does not refer to itself at the same place of the JSON.
enum MapRule: LintRule {
    static func check(_ contract: Contract, _ report: (String, JSONPointer) -> Void) {
        let check = KeywordCheck()
        for model in contract.models {
            for property in model.properties where property.isLossy {
                let schemas = model.schema.view.schemas(at: property.pointer, check)
                let types = schemas.compactMap { $0.json["type"] }.map(TypeSet.init(keyword:))
                if !types.isEmpty, !types.contains(where: { !$0.isDisjoint(with: .array) }) {
                    report(
                        "'lossy' omits elements, but '\(property.pointer)' is not an array",
                        property.place.appending(ContractKeys.Property.lossy.rawValue))
                }
            }
            for property in model.properties where property.isCollected {
                let around = JSONPointer(tokens: Array(property.pointer.tokens.prefix { $0 != "*" }))
                let types = model.schema.view.schemas(at: around, check).compactMap { $0.json["type"] }
                    .map(TypeSet.init(keyword:))
                if types.isEmpty || types.contains(where: { !$0.isDisjoint(with: [.array, .object]) }) { continue }
                report(
                    "'\(property.pointer)' is a value of each element, but '\(around)' is neither a list nor an object",
                    property.place)
            }
            for property in model.properties { checkCases(of: property, in: model, check, report) }
            let names = model.schema.view.describingSchemas.flatMap { $0.members("properties").map(\.name) }
            for (index, group) in model.related.enumerated() {
                if group.count == 1 {
                    report(
                        "'\(group[0].target)' is a group of one: expected at least two members",
                        model.pointer(to: .related).appending(index))
                }
                for member in group where member.target.tokens.count == 1 && !names.isEmpty {
                    let name = member.target.tokens[0]
                    if names.contains(name) { continue }
                    report(
                        "the schema has no member '\(name)'\(Suggestion.text(for: name, among: names.sorted()))",
                        member.pointer)
                }
            }
            for member in model.checked {
                let schemas = model.schema.view.schemas(at: member.target, check)
                if schemas.isEmpty || schemas.contains(where: { $0.limitsValues }) { continue }
                report(
                    "the schema lets '\(member.target)' be any value of its type: limit it with \"const\", \"enum\" or "
                        + "\"pattern\"", member.pointer)
            }
            for unread in model.unread + model.checked {
                guard let name = unread.target.tokens.last, let around = unread.target.parent else {
                    report("the root is not a member: expected a pointer such as '/note'", unread.pointer)
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
                    "the map refers back to itself: \(way.joined(separator: " → ")); a property that is decoded from the root "
                        + "needs a model that does not refer to this one", property.model?.pointer ?? property.place)
            }
        }
    }

    private static func checkCases(
        of property: PropertyContract, in model: ModelContract, _ check: KeywordCheck,
        _ report: (String, JSONPointer) -> Void
    ) {
        guard case .cases(let cases)? = property.conversion else { return }
        let places = [property.pointer, property.pointer.appending("*")]
        let listed = places.flatMap { model.schema.view.schemas(at: $0, check) }.flatMap(\.listedValues)
            .map(\.plainText)
        if listed.isEmpty { return }
        for value in cases.keys.sorted() where !listed.contains(value) {
            report(
                "the schema does not list the value '\(value)'\(Suggestion.text(for: value, among: listed))",
                property.place.appending(ContractKeys.Property.cases).appending(value))
        }
    }

    /// Returns the cycle of models that map the same place; `nil` if there is none.
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
    fileprivate var limitsValues: Bool { !listedValues.isEmpty || json["pattern"] != nil }
}
