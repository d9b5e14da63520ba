import ContractFormat
import JSONSchema

struct ProviderEdit {
    let change: ProviderChange
    let place: JSONPointer
    let before: JSON
    let after: JSON
    /// The instance with each other listed value, as which a new value must not be shown.
    var known: [JSON] = []

    /// The changed part in words.
    var subject: String { place.pattern.label }

    /// The change in words: `/kind has a value that the enumeration does not list`.
    var name: String { "\(subject) \(change.phrase)" }
}

/// The changes that a provider may make to valid instances, each applied once per place pattern.
///
/// Changes of types, and new variants, are only those that the schema rejects; a dropped member, one that it accepts.
struct ProviderEdits {
    /// The changes that are made only if the schema rejects them.
    private static let violations: Set<ProviderChange> = [
        .valueNull, .fraction, .numberAsText, .textAsNumber, .listForObject, .newVariant,
    ]
    private let schema: EmbeddedSchema
    /// The places of variant tags, with `*` for every index.
    private let tags: Set<JSONPointer>
    /// The places that a conversion reads, with `*` for every index. Their texts are not lengthened.
    private let converted: Set<JSONPointer>

    init(of schema: EmbeddedSchema, _ models: [(place: [String], model: ModelContract)]) {
        func patterns(_ members: (ModelContract) -> [JSONPointer]) -> Set<JSONPointer> {
            Set(
                models.flatMap { place, model in
                    members(model).map { JSONPointer(tokens: place + $0.tokens).pattern }
                })
        }
        self.schema = schema
        tags = patterns { [$0.variants?.discriminator].compactMap(\.self) }
        converted = patterns { $0.properties.filter { $0.conversion != nil }.map(\.pointer) }
    }

    func edits(of instances: [JSON]) -> [ProviderEdit] {
        var seen: Set<String> = []
        return ProbeGenerator.sites(in: instances, of: schema).flatMap { site in
            ProviderChange.allCases.flatMap { change -> [ProviderEdit] in
                let key = "\(change.rawValue) \(site.place.pattern)"
                guard !seen.contains(key), let edit = edit(change, at: site) else { return [] }
                seen.insert(key)
                return [edit]
            }
        }
    }

    private func edit(_ change: ProviderChange, at site: ProbeSite) -> ProviderEdit? {
        let changed = value(of: site, after: change).map { site.instance.replacing(site.place, with: $0) }
        guard let after = change == .memberGone ? site.instance.removing(site.place) : changed, after != site.instance
        else { return nil }
        let isAllowed = schema.schema.accepts(after)
        // A provider must not silently drop a required member.
        if change == .memberGone ? !isAllowed : isAllowed && Self.violations.contains(change) { return nil }
        let isUnlisted = change == .unknownEnumValue || change == .newVariant
        let known = isUnlisted ? site.listedValues.filter { $0 != site.value } : []
        return ProviderEdit(
            change: change, place: site.place, before: site.instance, after: after,
            known: known.map { site.instance.replacing(site.place, with: $0) })
    }

    private func value(of site: ProbeSite, after change: ProviderChange) -> JSON? {
        let (number, text, elements) = (site.value.numberValue, site.value.stringValue, site.value.arrayValue)
        switch change {
        case .unknownEnumValue: return isTag(site) ? nil : unlistedValue(at: site)
        case .newVariant: return isTag(site) ? unlistedValue(at: site) : objectOfUnknownKind(at: site)
        case .newMember: return newMember(at: site)
        case .valueNull: return site.isMember ? .null : nil
        case .fraction: return number?.intValue.flatMap { JSONNumber(text: "\($0).5") }.map(JSON.number)
        case .numberAsText: return number.map { .string($0.text) }
        case .textAsNumber: return text.flatMap { JSONNumber(text: $0) }.map(JSON.number)
        case .longerText: return longerText(at: site)
        case .emptyList: return elements.map { _ in [] }
        case .listForObject: return site.value.objectValue == nil || site.isRoot ? nil : [site.value]
        case .otherOrder: return elements.map { .array($0.reversed()) }
        case .dateDigits: return text.flatMap(DateParts.init).map { .string($0.withDigits) }
        case .dateOffset: return text.flatMap(DateParts.init)?.withOffset.map(JSON.string)
        case .memberGone, .longerPage, .errorBody, .otherStatus, .headerCase, .redirect: return nil
        }
    }

    /// Adds a member that no schema names, or, to a dictionary with described values, one like the existing ones.
    private func newMember(at site: ProbeSite) -> JSON? {
        guard let members = site.value.objectValue,
            let wider = UnknownPropertyStrategy.addingUnknownMember(to: members, at: site)
        else { return nil }
        func accepts(_ members: JSONObject) -> Bool {
            schema.schema.accepts(site.instance.replacing(site.place, with: .object(members)))
        }
        if !site.isDictionary || accepts(wider) { return .object(wider) }
        guard let (key, value) = members.first else { return nil }
        var alike = members
        alike[key + "x"] = value
        return accepts(alike) ? .object(alike) : nil
    }

    // MARK: - Enumerations and variants

    /// Whether a value distinguishes kinds of objects: the contract says so, or each alternative has its own constant.
    private func isTag(_ site: ProbeSite) -> Bool {
        if tags.contains(site.place.pattern) { return true }
        let isEnumeration = site.schemas.contains { $0.json["oneOf"] != nil || $0.json["anyOf"] != nil }
        return !isEnumeration && site.constants.count > 1
    }

    private func unlistedValue(at site: ProbeSite) -> JSON? {
        guard site.value.stringValue != nil || site.value.numberValue != nil else { return nil }
        // A single constant is not an enumeration.
        return site.listedValues.count > 1 || isTag(site) ? ChoiceStrategy.unlisted(like: site.value) : nil
    }

    /// Returns an object that matches none of several kinds without a tag.
    private func objectOfUnknownKind(at site: ProbeSite) -> JSON? {
        guard site.value.objectValue != nil else { return nil }
        let unions = site.schemas.map { $0.children("oneOf").filter { !$0.isNull } }.filter { $0.count > 1 }
        guard !unions.isEmpty, !unions.joined().contains(where: \.hasTag) else { return nil }
        return ["x-new-variant": true]
    }

    // MARK: - Texts

    private func longerText(at site: ProbeSite) -> JSON? {
        let bounding = ["enum", "const", "format", "pattern"]
        guard let text = site.value.stringValue, !text.isEmpty, JSONNumber(text: text) == nil, DateParts(text) == nil,
            !converted.contains(site.place.pattern),
            !site.schemas.contains(where: { view in bounding.contains { view.json[$0] != nil } })
        else { return nil }
        return .string(text + String(repeating: " and more of it", count: 40))
    }
}

private struct DateParts {
    private let seconds: String
    private let fraction: String?
    private let offset: String?

    init?(_ text: String) {
        guard
            let match = text.wholeMatch(of: /(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:?\d\d)?/)
        else { return nil }
        (seconds, fraction, offset) = (String(match.1), match.2.map(String.init), match.3.map(String.init))
    }

    var withDigits: String { seconds + (fraction.map { $0 + "789" } ?? ".123456") + (offset ?? "") }

    var withOffset: String? {
        offset.map { seconds + (fraction ?? "") + ($0.lowercased() == "z" ? "+02:00" : "Z") }
    }
}

extension ProbeSite {
    fileprivate var isMember: Bool {
        place.parent.flatMap { instance[pointer: $0] }?.objectValue != nil
    }

    /// The values that a schema accepts as its only one.
    fileprivate var constants: Set<JSON> {
        Set(values(of: "const") + values(of: "enum").compactMap { $0.arrayValue?.count == 1 ? $0[0] : nil })
    }
}

extension SchemaView {
    /// Whether the described objects have a constant member.
    fileprivate var hasTag: Bool {
        conjuncts.contains { view in
            view.members("properties").contains { _, member in
                member.conjuncts.contains { $0.json["const"] != nil || $0.json["enum"]?.arrayValue?.count == 1 }
            }
        }
    }
}
