import JSONSchema

/// A property that no schema names, as services add them.
enum UnknownPropertyStrategy: ProbeStrategy {
    static func probes(at site: ProbeSite) -> [Probe] {
        guard var members = site.value.objectValue else { return [] }
        members["x-unknown-property"] = [["nested": 1]]
        return [site.probe("has an unknown property", .unknown, .object(members))]
    }
}
