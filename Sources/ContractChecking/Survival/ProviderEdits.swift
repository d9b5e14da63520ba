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
        guard let made = self.change(change, at: site), let probe = site.probe(made.change),
            case .json(let after) = probe.input
        else { return nil }
        let isAllowed = schema.schema.accepts(after)
        switch change {
        // A provider must not silently drop a required member.
        case .memberGone: if !isAllowed { return nil }
        case .valueNull, .fraction, .numberAsText, .textAsNumber, .listForObject, .newVariant:
            if isAllowed { return nil }
        case .unknownEnumValue, .newMember, .longerText, .emptyList, .otherOrder, .dateDigits, .dateOffset, .longerPage,
            .errorBody,
            .otherStatus, .headerCase, .redirect:
            break
        }
        return ProviderEdit(
            change: change, place: site.place, before: site.instance, after: after,
            known: made.known.compactMap { value in
                value == site.value ? nil : site.instance.replacing(site.place, with: value)
            })
    }

    private typealias Made = (change: ProbeChange, known: [JSON])

    private func change(_ change: ProviderChange, at site: ProbeSite) -> Made? {
        switch change {
        case .unknownEnumValue: isTag(site) ? nil : outsider(at: site)
        case .newVariant: isTag(site) ? outsider(at: site) : strangeObject(at: site)
        case .newMember: newMember(at: site)
        case .memberGone: site.isMember ? made(.missing, .remove) : nil
        case .valueNull: site.isMember && !site.value.isNull ? made(.null, .replace(.null)) : nil
        case .fraction:
            site.value.numberValue.flatMap { number in
                number.intValue.flatMap { JSONNumber(text: "\($0).5") }
            }.flatMap { made(.number, .replace(.number($0))) }
        case .numberAsText: site.value.numberValue.flatMap { made(.type, .replace(.string($0.text))) }
        case .textAsNumber:
            site.value.stringValue.flatMap { JSONNumber(text: $0) }.flatMap { made(.type, .replace(.number($0))) }
        case .longerText: longerText(at: site)
        case .emptyList: site.value.arrayValue?.isEmpty == false ? made(.array, .replace([])) : nil
        case .listForObject:
            site.value.objectValue == nil || site.isRoot ? nil : made(.type, .replace([site.value]))
        case .otherOrder: site.value.arrayValue.flatMap { made(.array, .replace(.array($0.reversed()))) }
        case .dateDigits: date(at: site).flatMap { made(.string, .replace(.string($0.withDigits))) }
        case .dateOffset: date(at: site)?.withOffset.flatMap { made(.string, .replace(.string($0))) }
        case .longerPage, .errorBody, .otherStatus, .headerCase, .redirect: nil
        }
    }

    private func made(_ kind: Probe.Kind, _ edit: ProbeChange.Edit) -> Made? { (ProbeChange("", kind, edit), []) }

    /// Adds a member that no schema names, or, to a dictionary with described values, one like the existing ones.
    private func newMember(at site: ProbeSite) -> Made? {
        guard let members = site.value.objectValue,
            let wider = UnknownPropertyStrategy.addingUnknownMember(to: members, at: site)
        else { return nil }
        func accepts(_ members: JSONObject) -> Bool {
            schema.schema.accepts(site.instance.replacing(site.place, with: .object(members)))
        }
        if !site.isDictionary || accepts(wider) { return made(.unknown, .replace(.object(wider))) }
        guard let (key, value) = members.first else { return nil }
        var alike = members
        alike[key + "x"] = value
        return accepts(alike) ? made(.unknown, .replace(.object(alike))) : nil
    }

    // MARK: - Enumerations and variants

    /// Whether a value distinguishes kinds of objects: the contract says so, or each alternative has its own constant.
    private func isTag(_ site: ProbeSite) -> Bool {
        if tags.contains(site.place.pattern) { return true }
        let isEnumeration = site.schemas.contains { $0.json["oneOf"] != nil || $0.json["anyOf"] != nil }
        return !isEnumeration && site.constants.count > 1
    }

    private func outsider(at site: ProbeSite) -> Made? {
        guard site.value.stringValue != nil || site.value.numberValue != nil else { return nil }
        let choices = site.schemas.flatMap(\.listedValues).distinct
        // A single constant is not an enumeration.
        guard choices.count > 1 || isTag(site) else { return nil }
        let changes = ChoiceStrategy.changes(at: site)
        return changes.first { $0.what == ChoiceStrategy.outsider }.map { ($0, choices) }
            ?? made(.choice, .replace(.string(ChoiceStrategy.unlistedText)))
    }

    /// Returns an object that matches none of several kinds without a tag.
    private func strangeObject(at site: ProbeSite) -> Made? {
        guard site.value.objectValue != nil else { return nil }
        let unions = site.schemas.map { $0.children("oneOf").filter { !$0.isNull } }.filter { $0.count > 1 }
        guard !unions.isEmpty, !unions.joined().contains(where: \.hasTag) else { return nil }
        return made(.type, .replace(["x-new-variant": true]))
    }

    // MARK: - Texts

    private func longerText(at site: ProbeSite) -> Made? {
        let bounding = ["enum", "const", "format", "pattern"]
        guard let text = site.value.stringValue, !text.isEmpty, JSONNumber(text: text) == nil, DateParts(text) == nil,
            !converted.contains(site.place.pattern),
            !site.schemas.contains(where: { view in bounding.contains { view.json[$0] != nil } })
        else { return nil }
        return made(.string, .replace(.string(text + String(repeating: " and more of it", count: 40))))
    }

    private func date(at site: ProbeSite) -> DateParts? { site.value.stringValue.flatMap(DateParts.init) }
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
        guard !isRoot else { return false }
        return instance[pointer: JSONPointer(tokens: place.tokens.dropLast())]?.objectValue != nil
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
