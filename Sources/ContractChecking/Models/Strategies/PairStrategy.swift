import JSONSchema

/// Two optional members missing together, all optional members missing, and all members of a type zero or empty.
enum PairStrategy: ProbeStrategy {
    private static let limit = 24

    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard let members = site.value.objectValue else { return [] }
        return missing(members, at: site) + JSON.blanks.compactMap { blank($0, members, at: site) }
    }

    /// Sets all members of a type to a blank, since code may hide a part if several are blank.
    private static func blank(_ blank: JSON, _ members: JSONObject, at site: ProbeSite) -> ProbeChange? {
        let check = KeywordCheck()
        let alike = members.filter { name, value in
            value.plainType == blank.plainType && value != blank
                && site.schemas.member(name, check).allSatisfy { $0.schema?.accepts(blank) ?? true }
        }
        guard alike.count > 1 else { return nil }
        var changed = members
        for (name, _) in alike { changed[name] = blank }
        return ProbeChange("has \(blank) in every \(blank.plainType)", .pair, .object(changed)).comparingAll
    }

    private static func missing(_ members: JSONObject, at site: ProbeSite) -> [ProbeChange] {
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
