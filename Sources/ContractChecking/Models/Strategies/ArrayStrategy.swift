import JSONSchema

/// Arrays that are empty, at and around their bounds, long, or with one invalid element among valid ones.
enum ArrayStrategy: ProbeStrategy {
    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard let elements = site.value.arrayValue else { return [] }
        var changes = [ProbeChange("is empty", .array, [])]
        guard let first = elements.first else { return changes }
        let bounds = site.integers(of: "minItems") + site.integers(of: "maxItems")
        for bound in bounds where bound <= 10_000 {
            for count in [bound - 1, bound, bound + 1] where count >= 0 {
                changes.append(ProbeChange("has \(count) elements", .array, .array(repeated(elements, count: count))))
            }
        }
        let bad: [(String, JSON)] = [("null", .null), ("an object", [:]), ("a string", "text"), ("an array", [])]
        // An empty object is valid if no member is required. Probes of missing members cover it better.
        let inner = site.schemas.element(0)
        let lacksNothing = !inner.isEmpty && inner.allSatisfy { $0.schema?.accepts([:]) ?? false }
        for (what, element) in bad where element.objectValue == nil || !lacksNothing {
            changes.append(ProbeChange("has \(what) after its elements", .array, .array(elements + [element])))
            changes.append(ProbeChange("has \(what) before its elements", .array, .array([element] + elements)))
        }
        changes.append(ProbeChange("has an element twice", .array, .array(elements + [first])))
        changes.append(ProbeChange("has 200 elements", .array, .array(repeated(elements, count: 200))))
        return changes
    }

    private static func repeated(_ elements: [JSON], count: Int) -> [JSON] {
        (0..<count).map { elements[$0 % elements.count] }
    }
}
