import ContractFormat
import JSONSchema

/// The value of a property under a promise of tolerance, in place of the JSON's.
enum ToleratedValue {
    /// The value for one that is missing, null or not in the enumeration, as reflected; open where the model may refuse it too.
    case value(JSON, isOpen: Bool = false)
    /// The value for each element that is not in the enumeration, as reflected.
    case unknownElements(JSON)
    /// The elements that the schema accepts; open where others may be there or not.
    case kept([JSON], isOpen: Bool)
}

extension PropertyContract {
    /// Whether it promises to take more than its schema accepts.
    var isTolerant: Bool { absent != nil || otherwise != nil || isLossy }

    /// Returns the property's value for a JSON value; `nil` if no promise concerns it.
    func tolerated(_ json: JSON?, at place: MappedPlace, _ sources: ValueSources) -> ToleratedValue? {
        guard isTolerant else { return nil }
        guard let json, !json.isNull else {
            // A contract may promise a default for only one of missing and null.
            return (json == nil ? missing : null).map { .value($0) } ?? absent.map { .value($0, isOpen: true) }
        }
        if isLossy, let elements = json.arrayValue {
            let isGood = elements.enumerated().map { place.element($0).accepts($1) }
            let isTaken = elements.enumerated().map { sources.takes($1, model?.text, by: place.element($0).schemas) }
            if !isGood.contains(false), !isTaken.contains(false) { return nil }
            // Without a model, an element that is only out of bounds may stay. Code that looks texts up in an enumeration
            // leaves out those that it does not list, and may refuse other types.
            let isOpen = elements.indices.contains {
                let place = place.element($0)
                let mayStay = place.hasShape(elements[$0]) == place.listed.isEmpty
                return isGood[$0] != isTaken[$0] ?? (isGood[$0] || mayStay)
            }
            return .kept(elements.indices.filter { isGood[$0] }.map { elements[$0] }, isOpen: isOpen)
        }
        // A value of another JSON type is not unknown but wrong.
        guard let otherwise, place.isUnknown(json), place.hasShape(json) else { return nil }
        return json.arrayValue == nil ? .value(otherwise) : .unknownElements(otherwise)
    }

    /// The places in a model's JSON that the promise covers: each of many collected values, or their empty container.
    func places(in json: JSON, of model: MappedPlace) -> [(JSONPointer, MappedPlace)] {
        guard isCollected else {
            return [(pointer, pointer.tokens.isEmpty ? model.anonymous : model.place(at: pointer))]
        }
        let around = JSONPointer(tokens: Array(pointer.tokens.prefix { $0 != "*" }))
        if json[pointer: around].map(\.isNull) ?? true { return [(around, model.place(at: around))] }
        let inner = model.place(at: pointer).element(0)
        return pointer.matches(in: json).filter { !$0.value.isNull }.map { ($0.pointer, inner) }
    }

    /// A value that the schema accepts in place of one that the property tolerates; `nil` where it tolerates none.
    func repaired(
        _ json: JSON?, at place: MappedPlace, _ sources: ValueSources, byCasts: Bool, _ isOpen: inout Bool
    ) -> JSON? {
        switch tolerated(json, at: place, sources) {
        case nil:
            // Code may take for absent whatever a cast does not read.
            guard absent != nil, byCasts, let json, !place.isReadByCast(json) else { return nil }
            isOpen = true
            return place.sample
        case .value(_, let open)?:
            isOpen = isOpen || open
            return place.sample
        case .unknownElements?:
            let elements = (json?.arrayValue ?? []).enumerated()
            return .array(elements.compactMap { place.element($0).isUnknown($1) ? place.element($0).sample : $1 })
        case .kept(let elements, let open)?:
            isOpen = isOpen || open
            return .array(elements)
        }
    }
}

extension VariantsContract {
    /// The object under the first known tag with which it is accepted; `nil` where its tag is known, or no case stands for others.
    fileprivate func known(_ json: JSON, where accepts: (JSON) -> Bool) -> JSON? {
        guard otherwise != nil, let tag = json[pointer: discriminator]?.stringValue,
            !variants.contains(where: { $0.tag == tag }), !accepts(json)
        else { return nil }
        return variants.lazy.map { json.setting(discriminator, to: .string($0.tag)) }.first(where: accepts)
    }
}

extension ValueMap {
    /// The JSON with what the map promises to tolerate put right, and whether the model may still refuse it; `nil` where there
    /// is nothing to be put right.
    func repaired(_ json: JSON) -> (json: JSON, isOpen: Bool)? {
        guard sources.isTolerant else { return nil }
        var isOpen = false
        let repaired = repaired(json, at: root, &isOpen)
        return repaired == json ? nil : (repaired, isOpen)
    }

    private func repaired(_ json: JSON, at outer: MappedPlace, _ isOpen: inout Bool) -> JSON {
        if parts.contains(json) { return json }
        let referred = sources.models.values.first { outer.model == nil && outer.schemas.contains($0.schema.view) }
        let place = referred.map { outer.asModel($0, tags: sources.tags[$0.name] ?? []) } ?? outer
        var json = json
        for property in place.model?.contract.properties ?? [] {
            for (pointer, inner) in property.places(in: json, of: place) {
                let held = json[pointer: pointer]
                if let value = property.repaired(held, at: inner, sources, byCasts: readsByCasts, &isOpen) {
                    json = json.setting(pointer, to: value)
                }
                if property.model != nil, let value = json[pointer: pointer] {
                    json = json.setting(pointer, to: repaired(value, at: holding(property, inner), &isOpen))
                }
            }
        }
        if let known = place.model?.variants?.known(json, where: place.accepts) { json = known }
        switch json {
        case .object(let members):
            if let each = place.each, !place.isDictionary { return repaired(json, at: each, &isOpen) }
            return .object(JSONObject(members.map { ($0.key, repaired($0.value, at: place.member($0.key), &isOpen)) }))
        case .array(let elements):
            return .array(elements.enumerated().map { repaired($1, at: place.element($0), &isOpen) })
        case .null, .bool, .number, .string: return json
        }
    }
}
