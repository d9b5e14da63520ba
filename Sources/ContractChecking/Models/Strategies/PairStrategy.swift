import JSONSchema

/// Two optional members that are missing together, and all of them.
enum PairStrategy: ProbeStrategy {
    /// The number of optional members whose pairs are tried.
    private static let limit = 24

    static func changes(at site: ProbeSite) -> [ProbeChange] {
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
        var changes: [ProbeChange] = []
        for (index, first) in firsts.enumerated() {
            for second in firsts.dropFirst(index + 1) {
                changes.append(ProbeChange("lacks '\(first)' and '\(second)'", .pair, without([first, second])))
            }
        }
        changes.append(ProbeChange("lacks every optional member", .pair, without(Array(optional))))
        return changes
    }
}
