import ContractFormat
import JSONSchema

/// A member that is not there, that is null, or that stands under names that the schema does not have.
enum MissingStrategy: ProbeStrategy {
    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard !site.isRoot else { return [] }
        var changes = [ProbeChange("is missing", .missing, .remove)]
        if !site.value.isNull { changes.append(ProbeChange("is null", .null, .null)) }
        let names = otherNames(at: site)
        if let first = names.first {
            changes.append(ProbeChange("is missing, beside members such as '\(first)'", .missing, .rename(names)))
        }
        return changes
    }

    /// The names under which code may look for the member as well: that of its property, and other spellings.
    private static func otherNames(at site: ProbeSite) -> [String] {
        guard let name = site.place.pointer.tokens.last, site.siblings.contains(name), !site.value.isNull else {
            return []
        }
        let properties = site.properties.compactMap { $0.path.split(separator: ".").last.map(String.init) }
        let spellings = name.nameWords.count > 1 ? name.otherSpellings : []
        return (properties + spellings).distinct.filter { other in
            !site.siblings.contains(other) && !(site.isDecoded && MemberName.folded(other) == MemberName.folded(name))
        }
    }
}
