import JSONSchema

/// Requires that a model's map fits its schema and does not refer to itself at the same place of the JSON.
enum MapRule {
    static func check(_ contract: Contract, _ report: LintReport) {
        for model in contract.models {
            let view = model.schema.view
            for property in model.properties {
                let pointer = property.pointer
                if property.isLossy, view.schemas(at: pointer).exclude(.array) {
                    report(
                        "'lossy' omits elements, but '\(pointer)' is not an array",
                        property.place.appending(ContractKeys.Property.lossy))
                }
                let around = JSONPointer(tokens: Array(pointer.tokens.prefix { $0 != "*" }))
                if property.isCollected, view.schemas(at: around).exclude([.array, .object]) {
                    report(
                        "'\(pointer)' is a value of each element, but '\(around)' is neither a list nor an object",
                        property.place)
                }
                checkCases(of: property, in: model, report)
            }
            for (index, group) in model.related.enumerated() where group.count == 1 {
                report(
                    "'\(group[0].target)' is a group of one: expected at least two members",
                    model.pointer(to: .related).appending(index))
            }
            for member in model.checked {
                let schemas = view.schemas(at: member.target)
                if schemas.isEmpty || schemas.contains(where: { $0.limitsValues }) { continue }
                report(
                    "'\(member.target)' is checked, but the schema lets it be any value of its type: limit it with \"const\", "
                        + "\"enum\" or \"pattern\"", member.pointer)
            }
            for member in model.unread + model.checked + model.related.joined() {
                guard let name = member.target.tokens.last, let around = member.target.parent else {
                    report("the root is not a member: expected a pointer such as '/note'", member.pointer)
                    continue
                }
                let names = view.schemas(at: around).flatMap { $0.members("properties").map(\.name) }
                if names.isEmpty || names.contains(name) { continue }
                report(
                    "the schema has no member '\(member.target)'\(Suggestion.text(for: name, among: names.sorted()))",
                    member.pointer)
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
        of property: PropertyContract, in model: ModelContract,
        _ report: LintReport
    ) {
        guard case .cases(let cases)? = property.conversion else { return }
        let places = [property.pointer, property.pointer.appending("*")]
        let listed = places.flatMap { model.schema.view.schemas(at: $0) }.flatMap(\.listedValues)
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
