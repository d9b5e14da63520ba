import ContractFormat
import Foundation
import JSONSchema

/// Members that no schema names, as services add them, and dictionary keys in another letter case or with an emoji.
enum UnknownPropertyStrategy: ProbeStrategy {
    /// More than 10, 20 and 50, the usual bounds of metadata.
    private static let manyKeys = 60

    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard let members = site.value.objectValue else { return [] }
        return unknown(members, at: site) + otherKeys(members, at: site) + (site.isRoot ? asked(members, at: site) : [])
    }

    /// Adds each member that only the model knows, with a value of each type found in other members.
    private static func asked(_ members: JSONObject, at site: ProbeSite) -> [ProbeChange] {
        let values = Dictionary(members.values.map { ($0.plainType, $0) }) { first, _ in first }
            .sorted { $0.key < $1.key }.map(\.value)
        return site.asked.flatMap { name in
            values.filter { !$0.isNull }.map { value in
                var changed = members
                changed[name] = value.near
                return ProbeChange(
                    "has '\(name)', a key that the model requests", .unknown, .object(changed), mayBeRefused: true
                ).comparingAll
            }
        }
    }

    /// Returns the members with one unnamed member added, or `nil` for a dictionary with numeric keys.
    ///
    /// If all members have one type, so does the added one, because code may read them as a dictionary.
    static func addingUnknownMember(to members: JSONObject, at site: ProbeSite) -> JSONObject? {
        if !members.isEmpty, members.keys.allSatisfy({ Int($0) != nil }) { return nil }
        let isAlike = !site.isDictionary && Set(members.values.map(\.plainType)).count == 1
        var members = members
        members["x-unknown-property"] = isAlike ? members.values.first?.near : [["nested": 1]]
        return members
    }

    /// Adds members under every alternative name that code may look up first.
    private static func unknown(_ members: JSONObject, at site: ProbeSite) -> [ProbeChange] {
        guard var changed = addingUnknownMember(to: members, at: site) else { return [] }
        let names = site.schemas.propertyNames
        let known = names + members.keys
        var first: String?
        for (name, value) in members where names.contains(name) && !value.isNull {
            let others = site.otherNames(of: name, site.properties(of: name), beside: known)
            for other in others where changed[other] == nil {
                changed[other] = value.near
                first = first ?? other
            }
        }
        let what = first.map { "has unknown properties such as '\($0)'" } ?? "has an unknown property"
        return [ProbeChange(what, .unknown, .object(changed))]
    }

    /// Renames a dictionary key to expose code that folds its letter case or converts it like a member name.
    private static func otherKeys(_ members: JSONObject, at site: ProbeSite) -> [ProbeChange] {
        guard site.isDictionary else { return [] }
        // A UUID is the same in either letter case (RFC 9562, section 4). Code may parse keys with digits, such as dates.
        let keys = members.keys.filter { UUID(uuidString: $0) == nil }
        let textual = keys.first { $0.contains(where: \.isCased) } ?? keys.first { !$0.contains(where: \.isNumber) }
        guard let key = textual, let value = members[key] else { return [] }
        let isMixed = keys.contains { $0.contains(where: \.isUppercase) && $0.contains(where: \.isLowercase) }
        let words = keys.contains { $0.contains("_") } ? [] : ["\(key)_of_two"]
        let cased = isMixed ? [] : [key.turningCase(ofLetter: key.firstIndex(where: \.isCased))].filter { $0 != key }
        // The heart has a variation selector, which some code removes.
        let others = cased + words + ["\(key) \u{2764}\u{FE0F}"]
        let renamed = others.filter { members[$0] == nil }.map { other in
            ("has the key '\(other)'", JSONObject(members.map { ($0 == key ? other : $0, $1) }))
        }
        let many = (1...manyKeys).reduce(into: members) { $0[key + String(repeating: "x", count: $1)] = value }
        return (renamed + [("has \(many.count) keys", many)]).filter { site.accepts(.object($1)) }.map {
            ProbeChange($0, .unknown, .object($1), mayBeRefused: true)
        }
    }
}

extension JSON {
    fileprivate var near: JSON {
        switch self {
        case .null: self
        case .bool(let flag): .bool(!flag)
        case .number(let number): number.intValue.map { .number(JSONNumber($0 == 7 ? 8 : 7)) } ?? 0.5
        case .string(let text): .string(text.withOtherLastDigit() ?? text + "x")
        case .array(let elements): .array(elements.map(\.near))
        case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.near) }))
        }
    }
}

/// A missing member, a null member, or a member under names that the schema lacks.
enum MissingStrategy: ProbeStrategy {
    static func changes(at site: ProbeSite) -> [ProbeChange] {
        guard !site.isRoot else { return [] }
        var changes = [ProbeChange("is missing", .missing, nil)]
        if !site.value.isNull { changes.append(ProbeChange("is null", .null, JSON.null)) }
        let names = site.otherNames
        if let first = names.first {
            let what = "is missing, beside members such as '\(first)'"
            changes.append(ProbeChange(what, .missing, nil, naming: names))
        }
        return changes
            + site.asked.filter { _ in !site.value.isNull }.map { name in
                ProbeChange(
                    "is missing, beside '\(name)', a key that the model requests", .missing, nil, naming: [name],
                    mayBeRefused: true)
            }
    }
}

extension ProbeSite {
    fileprivate var otherNames: [String] {
        guard let name = place.tokens.last, siblings.contains(name), !value.isNull else { return [] }
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
        let capitalized = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        // Swift capitalizes abbreviations.
        let initials = zip(words, capitalized).map { $0 == "id" || $0 == "url" ? $0.uppercased() : $1 }
        let camelCased: [String] = [capitalized, initials].map { ([first] + $0.dropFirst()).joined() }
        let separated: [String] = ["", "_", "-"].map { words.joined(separator: $0) }
        let spellings = camelCased + separated + [capitalized.joined(), lowercased(), uppercased()]
        return spellings.filter { $0 != self }.distinct
    }
}
