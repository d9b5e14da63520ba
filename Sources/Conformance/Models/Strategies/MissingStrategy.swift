import JSONSchema

/// A member that is not there, and one that is null.
enum MissingStrategy: ProbeStrategy {
    static func probes(at site: ProbeSite) -> [Probe] {
        guard !site.pointer.tokens.isEmpty else { return [] }
        var probes: [Probe] = []
        if let removed = site.instance.removing(site.pointer) {
            probes.append(Probe("\(site.label) is missing", .missing, at: site.pointer, .json(removed)))
        }
        if !site.value.isNull { probes.append(site.probe("is null", .null, .null)) }
        return probes
    }
}
