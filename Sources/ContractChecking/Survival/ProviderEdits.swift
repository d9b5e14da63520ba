import ContractFormat
import JSONSchema

/// A provider's change, made at one place of a good instance.
struct ProviderEdit {
    let change: ProviderChange
    let place: ProbePlace
    /// The instance before the change.
    let before: JSON
    let after: JSON
    /// The same instance with each other value that the schema names here, which a new value must not be shown as.
    var known: [JSON] = []

    /// `/kind has a value that the enumeration does not name`.
    var name: String { "\(place.pattern.isEmpty ? "the whole" : place.pattern) \(change.phrase)" }
}

/// Makes the changes that a provider may make to good instances, each alone and once for all places that are alike.
///
/// Values that the schema accepts already are no change, except those that only a long time shows: longer texts, new
/// members, orders.
struct ProviderEdits {
    let schema: EmbeddedSchema
    /// The places of variants' names, with every index as `*`.
    var tags: Set<String> = []
    /// The places that a conversion reads, with every index as `*`: a text there is no text of any length.
    var converted: Set<String> = []

    /// The edits of good instances, in the order of the places.
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
        // A provider may not leave out a required member in silence.
        case .memberGone: if !isAllowed { return nil }
        case .unknownEnumValue, .valueNull, .fraction, .numberAsText, .textAsNumber, .listForObject, .newVariant:
            if isAllowed { return nil }
        case .newMember, .longerText, .emptyList, .otherOrder, .dateDigits, .dateOffset, .longerPage, .errorBody,
            .otherStatus, .headerCase, .redirect:
            break
        }
        return ProviderEdit(
            change: change, place: site.place, before: site.instance, after: after,
            known: made.known.compactMap { value in
                value == site.value ? nil : site.instance.replacing(site.place.pointer, with: value)
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
                number.isInteger ? number.intValue.flatMap { JSONNumber(text: "\($0).5") } : nil
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

    /// A member that no schema names; where the schema says what every member is, one more like those that are there.
    private func newMember(at site: ProbeSite) -> Made? {
        guard let members = site.value.objectValue,
            let wider = UnknownPropertyStrategy.stranger(beside: members, at: site)
        else { return nil }
        func accepts(_ members: JSONObject) -> Bool {
            schema.schema.accepts(site.instance.replacing(site.place.pointer, with: .object(members)))
        }
        if !site.isDictionary || accepts(wider) { return made(.unknown, .replace(.object(wider))) }
        guard let (key, value) = members.first else { return nil }
        var alike = members
        alike[key + "x"] = value
        return accepts(alike) ? made(.unknown, .replace(.object(alike))) : nil
    }

    // MARK: - Enumerations and variants

    /// Whether the value distinguishes kinds of objects: by the contract's word, or because each alternative has its own.
    private func isTag(_ site: ProbeSite) -> Bool {
        if tags.contains(site.place.pattern) { return true }
        let isEnumeration = site.schemas.contains { $0.json["oneOf"] != nil || $0.json["anyOf"] != nil }
        return !isEnumeration && site.constants.count > 1
    }

    private func outsider(at site: ProbeSite) -> Made? {
        guard site.value.stringValue != nil || site.value.numberValue != nil else { return nil }
        let choices = site.schemas.flatMap(\.listedValues).distinct
        // One value that never differs is no enumeration.
        guard choices.count > 1 || isTag(site) else { return nil }
        let changes = ChoiceStrategy.changes(at: site)
        return changes.first { $0.what == ChoiceStrategy.outsider }.map { ($0, choices) }
            ?? made(.choice, .replace("none of them"))
    }

    /// An object that is of none of several kinds, where they have no tag.
    private func strangeObject(at site: ProbeSite) -> Made? {
        guard site.value.objectValue != nil else { return nil }
        let kinds = site.schemas.map { $0.children("oneOf").filter { !$0.isNull } }.max { $0.count < $1.count } ?? []
        guard kinds.count > 1, !kinds.contains(where: \.hasTag) else { return nil }
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

/// The parts of a text that is a date with a time (RFC 3339).
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
    /// Whether the place is a member of an object.
    fileprivate var isMember: Bool {
        guard !isRoot else { return false }
        return instance[pointer: JSONPointer(tokens: place.pointer.tokens.dropLast())]?.objectValue != nil
    }

    /// The values of which each is the only one that some schema accepts here.
    fileprivate var constants: Set<JSON> {
        Set(values(of: "const") + values(of: "enum").compactMap { $0.arrayValue?.count == 1 ? $0[0] : nil })
    }
}

extension SchemaView {
    /// Whether a member of the objects that it describes has one value only.
    fileprivate var hasTag: Bool {
        conjuncts.contains { view in
            view.members("properties").contains { _, member in
                member.conjuncts.contains { $0.json["const"] != nil || $0.json["enum"]?.arrayValue?.count == 1 }
            }
        }
    }
}
