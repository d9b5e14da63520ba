import JSONSchema

/// Arrays that are empty, at and around their bounds, long, and with one bad element among good ones.
enum ArrayStrategy: ProbeStrategy {
    static func probes(at site: ProbeSite) -> [Probe] {
        guard let elements = site.value.arrayValue else { return [] }
        var probes = [site.probe("is empty", .array, [])]
        guard let first = elements.first else { return probes }
        let bounds = site.integers(of: "minItems") + site.integers(of: "maxItems")
        for bound in bounds where bound <= 10_000 {
            for count in [bound - 1, bound, bound + 1] where count >= 0 {
                probes.append(site.probe("has \(count) elements", .array, .array(repeated(elements, count: count))))
            }
        }
        let bad: [(String, JSON)] = [("null", .null), ("an object", [:]), ("a string", "text"), ("an array", [])]
        for (what, element) in bad {
            probes.append(site.probe("has \(what) behind its elements", .array, .array(elements + [element])))
            probes.append(site.probe("has \(what) before its elements", .array, .array([element] + elements)))
        }
        probes.append(site.probe("has an element twice", .array, .array(elements + [first])))
        probes.append(site.probe("has 200 elements", .array, .array(repeated(elements, count: 200))))
        return probes
    }

    private static func repeated(_ elements: [JSON], count: Int) -> [JSON] {
        (0..<count).map { elements[$0 % elements.count] }
    }
}
