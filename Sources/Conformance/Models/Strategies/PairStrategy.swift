import JSONSchema

/// Two optional members that are missing together, and all of them.
enum PairStrategy: ProbeStrategy {
    /// Of many optional members, pairs of the first ones stand for all.
    private static let limit = 24

    static func probes(at site: ProbeSite) -> [Probe] {
        guard let members = site.value.objectValue else { return [] }
        let required = Set(site.values(of: "required").flatMap { $0.arrayValue ?? [] }.compactMap(\.stringValue))
        let optional = members.keys.filter { !required.contains($0) }
        guard optional.count > 1 else { return [] }
        func without(_ names: [String]) -> JSON {
            var rest = members
            for name in names { rest[name] = nil }
            return .object(rest)
        }
        let firsts = optional.prefix(limit)
        var probes: [Probe] = []
        for (index, first) in firsts.enumerated() {
            for second in firsts.dropFirst(index + 1) {
                probes.append(site.probe("lacks '\(first)' and '\(second)'", .pair, without([first, second])))
            }
        }
        probes.append(site.probe("lacks every optional member", .pair, without(Array(optional))))
        return probes
    }
}
