import ContractFormat
import JSONSchema

/// The value that a tolerance promise gives a property instead of the JSON's value.
enum ToleratedValue {
    /// The reflected value for a missing, null or unlisted one, which the model may refuse too if it `mayBeRefused`.
    case value(JSON, mayBeRefused: Bool = false)
    /// The reflected value for each unlisted element of an array or value of a dictionary.
    case unknownElements(JSON)
    /// The elements that the schema accepts, beside others if they are allowed.
    case kept([JSON], allowsOthers: Bool)
}

extension PropertyContract {
    var isTolerant: Bool { absent != nil || otherwise != nil || isLossy }

    /// Returns the promised value for a JSON value, or `nil` if no promise applies.
    func tolerated(_ json: JSON?, at place: MappedPlace, _ sources: ValueSources) -> ToleratedValue? {
        guard isTolerant else { return nil }
        guard let json, !json.isNull else {
            // A contract may promise a default for only one of missing and null.
            return (json == nil ? missing : null).map { .value($0) } ?? absent.map { .value($0, mayBeRefused: true) }
        }
        if isLossy, let elements = json.arrayValue {
            let isGood = elements.enumerated().map { place.element($0).accepts($1) }
            let isTaken = elements.enumerated().map { sources.takes($1, model?.text, by: place.element($0).schemas) }
            // A schema may accept any text besides the listed ones.
            let hasUnlisted = elements.indices.contains { isGood[$0] && place.element($0).isUnknown(elements[$0]) }
            if !isGood.contains(false), !isTaken.contains(false), !hasUnlisted { return nil }
            // Without a model, an element out of bounds may stay. Enumeration lookups may refuse other types.
            let allowsOthers =
                hasUnlisted
                || elements.indices.contains {
                    let place = place.element($0)
                    let mayStay = place.hasShape(elements[$0]) == place.listed.isEmpty
                    return isGood[$0] != isTaken[$0] ?? (isGood[$0] || mayStay)
                }
            return .kept(elements.indices.filter { isGood[$0] }.map { elements[$0] }, allowsOthers: allowsOthers)
        }
        // A value of another JSON type is invalid, not unknown.
        guard let otherwise, place.isUnknown(json), place.hasShape(json) else { return nil }
        return place.holdsParts(json) ? .unknownElements(otherwise) : .value(otherwise)
    }

    /// Returns the places that the promise covers: each collected value, or their empty container.
    func places(in json: JSON, of model: MappedPlace) -> [(JSONPointer, MappedPlace)] {
        guard isCollected else {
            return [(pointer, pointer.tokens.isEmpty ? model.withoutModel : model.place(at: pointer))]
        }
        let around = JSONPointer(tokens: Array(pointer.tokens.prefix { $0 != "*" }))
        if json[pointer: around].map(\.isNull) ?? true { return [(around, model.place(at: around))] }
        let inner = model.place(at: pointer).element(0)
        return pointer.matches(in: json).filter { !$0.value.isNull }.map { ($0.pointer, inner) }
    }

    /// Returns a valid replacement for a tolerated value.
    func repaired(
        _ json: JSON?, at place: MappedPlace, _ sources: ValueSources, byCasts: Bool, _ mayBeRefused: inout Bool
    ) -> JSON? {
        switch tolerated(json, at: place, sources) {
        case nil:
            // Code may treat values that a cast cannot read as absent.
            guard absent != nil, byCasts, let json, !place.isReadByCast(json) else { return nil }
            mayBeRefused = true
            return place.sample
        case .value(_, let open)?:
            mayBeRefused = mayBeRefused || open
            return place.sample
        case .unknownElements?:
            guard let json else { return nil }
            return json.children.reduce(json) { repaired, child in
                let inner = place.child(child.token, of: json)
                guard inner.isUnknown(child.json), let sample = inner.sample else { return repaired }
                return repaired.replacing(JSONPointer(tokens: [child.token]), with: sample)
            }
        case .kept(let elements, let allowsOthers)?:
            mayBeRefused = mayBeRefused || allowsOthers
            return .array(elements)
        }
    }
}

extension VariantsContract {
    /// Returns the variant whose tag an object has.
    func variant(of json: JSON) -> Variant? {
        let tag = json[pointer: discriminator]?.stringValue
        return variants.first { $0.tag == tag }
    }

    /// Returns an object of an unknown tag with the first accepted known tag, if a case covers unknown tags.
    fileprivate func known(_ json: JSON, where accepts: (JSON) -> Bool) -> JSON? {
        guard otherwise != nil, json[pointer: discriminator]?.stringValue != nil, variant(of: json) == nil,
            !accepts(json)
        else { return nil }
        return variants.lazy.map { json.setting(self.discriminator, to: .string($0.tag)) }.first(where: accepts)
    }
}

extension ValueMap {
    /// Returns the JSON with tolerated values repaired, and whether the model may still refuse it.
    func repaired(_ json: JSON) -> (json: JSON, mayBeRefused: Bool)? {
        guard sources.isTolerant else { return nil }
        var mayBeRefused = false
        let repaired = repaired(json, at: root, &mayBeRefused)
        return repaired == json ? nil : (repaired, mayBeRefused)
    }

    /// Whether a value needs no repair: a part of a valid instance, or what the schema accepts, such as a sample.
    private func isSound(_ json: JSON, at place: MappedPlace) -> Bool { cache.contains(json) || place.accepts(json) }

    private func repaired(_ json: JSON, at outer: MappedPlace, _ mayBeRefused: inout Bool) -> JSON {
        let place = entered(outer, sources.contracts) ?? outer
        if isSound(json, at: place) { return json }
        var json = json
        for property in place.model?.properties ?? [] {
            for (pointer, inner) in property.places(in: json, of: place) {
                let held = json[pointer: pointer]
                if let held, isSound(held, at: inner) { continue }
                if let value = property.repaired(held, at: inner, sources, byCasts: readsByCasts, &mayBeRefused) {
                    json = json.setting(pointer, to: value)
                }
                if property.model != nil, let value = json[pointer: pointer] {
                    json = json.setting(pointer, to: repaired(value, at: holding(property, inner), &mayBeRefused))
                }
            }
        }
        if let known = place.model?.variants?.known(json, where: place.accepts) { json = known }
        if let variant = place.model?.variants?.variant(of: json), let name = variant.model?.text,
            name != place.model?.contract.name, let model = sources.models[name],
            case let pointer = variant.payload ?? .root, let part = json[pointer: pointer]
        {
            json = json.setting(pointer, to: repaired(part, at: self.place(of: model), &mayBeRefused))
        }
        switch json {
        case .object(let members):
            if let model = place.elementModel, !place.isDictionary { return repaired(json, at: model, &mayBeRefused) }
            return .object(
                JSONObject(members.map { ($0.key, repaired($0.value, at: place.member($0.key), &mayBeRefused)) }))
        case .array(let elements):
            return .array(elements.enumerated().map { repaired($1, at: place.element($0), &mayBeRefused) })
        case .null, .bool, .number, .string: return json
        }
    }
}
