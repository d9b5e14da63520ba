import ContractFormat
import JSONSchema

/// A missing member, a null member, or a member under names that the schema lacks.
enum MissingStrategy: ProbeStrategy {
    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard !site.isRoot else { return [] }
        var changes = [ProbeChange("is missing", .missing, .remove)]
        if !site.value.isNull { changes.append(ProbeChange("is null", .null, .null)) }
        let names = site.otherNames
        if let first = names.first {
            changes.append(ProbeChange("is missing, beside members such as '\(first)'", .missing, .rename(names)))
        }
        return changes
            + site.asked.filter { _ in !site.value.isNull }.map { name in
                var change = ProbeChange(
                    "is missing, beside '\(name)', a key that the model requests", .missing, .rename([name]))
                change.expectation = .shownIfTaken
                return change
            }
    }
}

extension ProbeSite {
    fileprivate var otherNames: [String] {
        guard let name = place.pointer.tokens.last, siblings.contains(name), !value.isNull else { return [] }
        return otherNames(of: name, properties, beside: siblings)
    }

    func otherNames(of member: String, _ properties: [PropertyContract], beside siblings: [String]) -> [String] {
        let properties: [String] = properties.compactMap { property in
            property.path.split(separator: ".").last.map(String.init)
        }
        let spellings = member.nameWords.count > 1 ? member.otherSpellings : []
        return (properties + spellings).distinct.filter { other in
            !siblings.contains(other)
                && !(isDecoded && siblings.contains { MemberName.folded(other) == MemberName.folded($0) })
        }
    }
}

extension String {
    var otherSpellings: [String] {
        let words = nameWords.map { $0.lowercased() }
        guard let first = words.first else { return [] }
        let capitalised = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        // Swift capitalizes abbreviations.
        let initials = zip(words, capitalised).map { $0 == "id" || $0 == "url" ? $0.uppercased() : $1 }
        let camelCased: [String] = [capitalised, initials].map { ([first] + $0.dropFirst()).joined() }
        let separated: [String] = ["", "_", "-"].map { words.joined(separator: $0) }
        let spellings = camelCased + separated + [capitalised.joined(), lowercased(), uppercased()]
        return spellings.filter { $0 != self }.distinct
    }
}
