import ContractFormat
import JSONSchema

/// The value of a property under a promise of tolerance, in place of the JSON's.
enum ToleratedValue {
    /// The value for one that is missing, null or not in the enumeration, as reflected. Open where a cast does not read the
    /// JSON, as if it were absent: the model may refuse it too.
    case value(JSON, isOpen: Bool = false)
    /// The elements of an array, those that are not in the enumeration as reflected.
    case elements([(json: JSON, isKnown: Bool)])
    /// The elements that the schema accepts; open where others are only out of bounds, so that they may stay as well.
    case kept([JSON], isOpen: Bool)
}

extension PropertyContract {
    /// Whether it promises to take more than its schema accepts.
    var isTolerant: Bool { absent != nil || otherwise != nil || isLossy }

    /// Returns the property's value for a JSON value, perhaps read by a cast; `nil` if no promise concerns it.
    func tolerated(_ json: JSON?, at place: MappedPlace, byCasts: Bool) -> ToleratedValue? {
        guard isTolerant else { return nil }
        guard let json, !json.isNull else {
            // A contract may promise a default for only one of missing and null.
            return (json == nil ? missing : null).map { .value($0) } ?? absent.map { .value($0, isOpen: true) }
        }
        if isLossy, let elements = json.arrayValue {
            let isGood = elements.enumerated().map { place.element($0).accepts($1) }
            guard isGood.contains(false) else { return nil }
            let isOpen = elements.indices.contains { !isGood[$0] && place.element($0).hasShape(elements[$0]) }
            return .kept(elements.indices.filter { isGood[$0] }.map { elements[$0] }, isOpen: isOpen)
        }
        if let absent, byCasts, !place.isReadByCast(json) { return .value(absent, isOpen: true) }
        // A value of another JSON type is not unknown but wrong.
        guard let otherwise, place.isUnknown(json), place.hasShape(json), !place.isBeyondInt(json) else {
            return nil
        }
        guard let elements = json.arrayValue else { return .value(otherwise) }
        return .elements(
            elements.enumerated().map { place.element($0).isUnknown($1) ? (otherwise, false) : ($1, true) })
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
    func repaired(_ json: JSON?, at place: MappedPlace, byCasts: Bool, _ isOpen: inout Bool) -> JSON? {
        switch tolerated(json, at: place, byCasts: byCasts) {
        case nil: return nil
        case .value(_, let open)?:
            isOpen = isOpen || open
            return place.sample
        case .elements(let elements)?:
            return .array(elements.enumerated().compactMap { $1.isKnown ? $1.json : place.element($0).sample })
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

extension MappedPlace {
    /// Whether a cast to the type of the values here gives something for a value.
    func isReadByCast(_ json: JSON) -> Bool {
        switch json {
        // Foundation reads a boolean as a number, and 0 and 1 as booleans.
        case .bool: return hasShape(json) || hasShape(0)
        case .number(let number):
            guard hasShape(json) else { return hasShape(true) && (number == JSONNumber(0) || number == JSONNumber(1)) }
            return number.isInteger || !isBeyondInt(json)
        case .array(let elements):
            return hasShape(json)
                || hasShape([]) && elements.enumerated().allSatisfy { element($0).isReadByCast($1) }
        case .null, .string, .object: return hasShape(json)
        }
    }

    /// Whether a value, or an element of it, is a number that no Int holds, not even as a Double, where whole ones have to be.
    fileprivate func isBeyondInt(_ json: JSON) -> Bool {
        if let elements = json.arrayValue { return elements.indices.contains { element($0).isBeyondInt(elements[$0]) } }
        guard let number = json.numberValue, number.intValue == nil,
            number.isInteger || number.doubleValue.rounded() != number.doubleValue
        else { return false }
        let types = schemas.compactMap { $0.json["type"] }.map(TypeSet.init(keyword:))
        let choices = schemas.flatMap { $0.json["enum"]?.arrayValue ?? [] }.compactMap(\.numberValue)
        return types.contains { $0.contains(.integer) && !$0.contains(.fraction) }
            || !choices.isEmpty && choices.allSatisfy(\.isInteger)
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
                if let value = property.repaired(json[pointer: pointer], at: inner, byCasts: readsByCasts, &isOpen) {
                    json = json.setting(pointer, to: value)
                }
                if let model = property.model.flatMap({ sources.models[$0.text] }), let value = json[pointer: pointer] {
                    json = json.setting(pointer, to: repaired(value, each: self.place(of: model), inner, &isOpen))
                }
            }
        }
        if let known = place.model?.variants?.known(json, where: place.accepts) { json = known }
        switch json {
        case .object(let members):
            return .object(
                JSONObject(members.map { ($0.key, repaired($0.value, at: place.member($0.key), &isOpen)) }))
        case .array(let elements):
            return .array(elements.enumerated().map { repaired($1, at: place.element($0), &isOpen) })
        case .null, .bool, .number, .string: return json
        }
    }

    /// A value, each element of arrays and each value of a dictionary put right by a model.
    private func repaired(
        _ json: JSON, each model: MappedPlace, _ place: MappedPlace, _ isOpen: inout Bool
    ) -> JSON {
        switch json {
        case .array(let elements):
            .array(elements.enumerated().map { repaired($1, each: model, place.element($0), &isOpen) })
        case .object(let members) where place.isDictionary:
            .object(JSONObject(members.map { ($0.key, repaired($0.value, at: model, &isOpen)) }))
        case .null, .bool, .number, .string, .object: repaired(json, at: model, &isOpen)
        }
    }
}
