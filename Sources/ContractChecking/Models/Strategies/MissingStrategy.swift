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

extension String {
    /// A member's name as other services and Swift code spell it.
    var otherSpellings: [String] {
        let words = nameWords.map { $0.lowercased() }
        let capitalised = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        // Swift writes abbreviations in capitals.
        let initials = zip(words, capitalised).map { $0 == "id" || $0 == "url" ? $0.uppercased() : $1 }
        let spellings =
            [capitalised, initials].map { (words.prefix(1) + $0.dropFirst()).joined() }
            + ["", "_", "-"].map { words.joined(separator: $0) } + [capitalised.joined(), lowercased(), uppercased()]
        return words.isEmpty ? [] : spellings.filter { $0 != self }.distinct
    }
}
