import ContractFormat
import JSONSchema

extension ValueMap {
    func compare(_ value: Any, _ json: JSON?, of model: MappedModel, _ place: MappedPlace) -> [ValueDifference] {
        // An entry such as `states[]` maps each element as a whole.
        if let whole = model.properties.first(where: \.names.isEmpty) {
            return compare(value, json, whole, place.place(of: whole))
        }
        guard let json, !json.isNull else { return comparePart(value, json, by: place, as: nil) }
        guard let unwrapped = Reflection.unwrapped(value) else { return [ValueDifference(value, json)] }
        if let own = entered(place, by: unwrapped) { return compare(unwrapped, json, by: own) }
        // The check of another bound model reports its unread members and unmapped properties.
        let known = reports
        let isCheckedElsewhere = model.contract.name != contract.name && sources.isBound(model.contract)
        if known == .problems, isCheckedElsewhere { reports = .nothing }
        defer { reports = known }
        let value = sources.shown(unwrapped)
        if let variants = model.variants { return compare(value, json, variants, place) }
        let mirror = Mirror(reflecting: value)
        let hasParts = json.objectValue != nil || !model.properties.isEmpty
        guard hasParts, !mirror.isContainer, mirror.displayStyle != .enum else {
            return comparePart(value, json, by: place, as: nil)
        }
        let properties = Reflection.properties(of: mirror)
        let plan = place.plan(of: value, properties)
        var found = compare(properties, by: plan, json)
        for property in model.properties where !isKnown(json, around: property.pointer) {
            if let held = Reflection.value(at: property.names[...], in: properties) {
                found += compare(held, property, of: model, in: json, place.place(of: property))
            } else if reports == .problems {
                found.append(missing(property))
            }
        }
        if reports == .problems, model.mapsParts {
            let byName = zip(plan.names, plan.readings).filter { $1?.member != nil }.map { [$0.0] }
            let mapped = (model.properties.map(\.names) + model.ignored + byName).map { $0[...] }
            found += Reflection.unmappedParts(of: properties, by: mapped).map { .unmapped($0, in: model.contract) }
        }
        return found
    }

    private func missing(_ property: PropertyContract) -> ValueDifference {
        ValueDifference(
            rule: .unread, path: [property.path], pointer: property.pointer, place: property.place,
            message: "there is no property '\(property.path)'", expected: "a stored property '\(property.path)'",
            found: "none")
    }

    private func compare(
        _ value: Any, _ property: PropertyContract, of model: MappedModel, in json: JSON, _ place: MappedPlace
    ) -> [ValueDifference] {
        guard property.isCollected, let last = property.pointer.tokens.lastIndex(of: "*") else {
            var expected = json[pointer: property.pointer]
            // As with `zip`, lists of different lengths may have as many rows as the shortest one.
            if let list = expected?.arrayValue, let shortest = model.shortestList(beside: property, in: json),
                elements(of: value).count == shortest
            {
                expected = .array(Array(list.prefix(shortest)))
            }
            return compare(value, expected, property, place).map {
                $0.within(property.path, at: property.pointer.tokens, place: property.place, of: property.model)
            }
        }
        let tokens = property.pointer.tokens
        let around = JSONPointer(tokens: Array(tokens.prefix { $0 != "*" }))
        let rest = JSONPointer(tokens: Array(tokens[(last + 1)...]))
        var members = JSONPointer(tokens: Array(tokens[...last])).matches(in: json).map {
            (pointer: $0.pointer.appending(rest), value: $0.value[pointer: rest] ?? .null)
        }
        // An element without a valid member is nil or left out.
        if elements(of: value).count != members.count {
            let inner = place.element(0)
            members.removeAll { $0.value.isNull || !inner.accepts($0.value) }
        }
        let isThere = json[pointer: around].map { !$0.isNull } ?? false
        let expected = isThere ? JSON.array(members.map(\.value)) : json[pointer: around]
        return compare(value, expected, property, place).map { difference in
            let index = difference.pointer.tokens.first.flatMap { Int($0) }
            let outer = index.map { members[$0].pointer.tokens + difference.pointer.tokens.dropFirst() }
            var difference = difference
            difference.pointer = .root
            return difference.within(
                property.path, at: outer ?? around.tokens, place: property.place, of: property.model)
        }
    }

    private func compare(
        _ value: Any, _ json: JSON?, _ property: PropertyContract, _ place: MappedPlace
    ) -> [ValueDifference] {
        if isKnown(json) { return [] }
        let rows = property.isOfElements && json.map(\.isNull) ?? true ? elements(of: value) : []
        // If this list is missing, its property is nil in each element of the shared list.
        if !rows.isEmpty, rows.allSatisfy(Reflection.isNull) { return [] }
        let place = holding(property, place)
        var json = json
        switch property.tolerated(json, at: place, sources) {
        case .value(let held, let mayBeRefused)?:
            let isNothing = mayBeRefused && json.map(\.isNull) ?? true && Reflection.isNull(value)
            return isNothing ? [] : compare(value, json, toCase: held, by: place, as: property.conversion)
        case .unknownElements(let held)?:
            func differences(_ value: Any, _ json: JSON, _ inner: MappedPlace) -> [ValueDifference] {
                inner.isUnknown(json)
                    ? compare(value, json, toCase: held, by: inner, as: property.conversion)
                    : compare(value, json, by: inner, as: property.conversion)
            }
            guard let value = Reflection.unwrapped(value) else { return [ValueDifference(value, json)] }
            let (mirror, elements) = (Mirror(reflecting: value), json?.arrayValue ?? [])
            if let members = json?.objectValue {
                return compare(dictionary: mirror, members, of: value) { differences($0, $1, place.member($2)) }
            }
            if mirror.displayStyle == .set {
                return compare(set: mirror, elements, of: value) { differences($0, $1, place.element(0)) }
            }
            return compare(mirror.children.map(\.value), elements, of: value) {
                differences($0, $1, place.element($2))
            }
        case .kept(_, allowsOthers: true)?: return []
        case .kept(let elements, allowsOthers: false)?: json = .array(elements)
        case nil: break
        }
        if property.order == .any, let held = json?.arrayValue, let kept = Reflection.unwrapped(value),
            Mirror(reflecting: kept).displayStyle != .set
        {
            return matches(elements(of: value), held) { compare($0, $1, by: place.element(0), as: property.conversion) }
                ? [] : [ValueDifference(value, json)]
        }
        var found = compare(value, json, by: place, as: property.conversion)
        // Code may treat an unreadable value as absent, but reads a lossy list element by element.
        let isListed = property.isLossy && json?.arrayValue != nil
        for index in found.indices where isListed && found[index].pointer == .root { found[index].isLossy = true }
        if !found.isEmpty, !isListed, let absent = property.absent, isCase(value, absent) {
            return [ValueDifference(value, json, isExcusable: true)]
        }
        guard !found.isEmpty, let otherwise = property.otherwise, let json, !place.lists(json) else { return found }
        return property.conversion?.caseName(of: json) == nil && isCase(value, otherwise) ? [] : found
    }

    private func elements(of value: Any) -> [Any] {
        Reflection.unwrapped(value).map { Mirror(reflecting: $0).children.map(\.value) } ?? []
    }

    /// Compares a value with the case for unknown ones. Code may match a listed text in any letter case.
    private func compare(
        _ value: Any, _ json: JSON?, toCase name: JSON, by place: MappedPlace, as conversion: ConversionContract?
    ) -> [ValueDifference] {
        if isCase(value, name) {
            let message = "the case for unknown values does not keep the value"
            return keepsText(value, json) ? [] : [ValueDifference(value, json, message)]
        }
        let choice = json.flatMap { json in place.listed.first { $0.isSameChoice(as: json) } }
        let isChoice = choice.map { compare(value, $0, by: place, as: conversion).isEmpty } ?? false
        return isChoice ? [] : [ValueDifference(value, name)]
    }

    /// Whether a case with a text payload keeps the text of the JSON in it.
    private func keepsText(_ value: Any, _ json: JSON?) -> Bool {
        guard let text = json?.stringValue, let value = Reflection.unwrapped(value), Reflection.isEnum(value),
            let payload = Mirror(reflecting: value).children.first?.value as? String
        else { return true }
        return text.isEmpty || payload.folded.contains(text.folded)
    }

    func holding(_ property: PropertyContract, _ place: MappedPlace) -> MappedPlace {
        property.model.flatMap { sources.models[$0.text] }.map { place.withElements(self.place(of: $0)) } ?? place
    }

    private func isCase(_ value: Any, _ name: JSON) -> Bool {
        Reflection.json(of: value) == name
            || Reflection.unwrapped(value).map { Reflection.caseName($0) == name.stringValue } ?? name.isNull
    }

    // MARK: - Enumerations

    /// Compares an enumeration by its case, its payload, or both in the form of synthesized conformances.
    func compare(
        choice value: Any, _ payload: Mirror.Child?, _ expected: JSON, by place: MappedPlace,
        as conversion: ConversionContract?
    ) -> [ValueDifference] {
        let members = expected.objectValue ?? [:]
        guard let payload else {
            let tag = members.first {
                $0.value.objectValue != nil && MemberName.folded($0.key) == MemberName.folded("\(value)")
            }
            let name = expected.stringValue ?? tag?.key
            let isSame = name.map { MemberName.folded($0) == MemberName.folded("\(value)") } ?? false
            let isListed = name != nil && place.listsChoice(.string("\(value)"))
            return isSame ? [] : [ValueDifference(value, expected, isExcusable: !isListed)]
        }
        guard let member = payload.label.flatMap({ MemberName.match($0, among: place.names) }),
            let values = members[member]
        else { return comparePart(payload.value, expected, by: place, as: conversion) }
        let inner = place.member(member)
        if let found = synthesized(payload.value, values, by: inner) {
            return found.map { $0.within(member, at: [member]) }
        }
        let found = comparePart(payload.value, expected, by: place, as: conversion)
        if found.isEmpty { return found }
        // Beside its tag, an object may hold a case's only value under the case's name.
        let named = comparePart(payload.value, values, by: inner, as: conversion)
        return named.count < found.count ? named.map { $0.within(member, at: [member]) } : found
    }

    /// Compares associated values in the form of synthesized conformances, with `_0` for a missing label.
    private func synthesized(_ payload: Any, _ expected: JSON, by place: MappedPlace) -> [ValueDifference]? {
        let mirror = Mirror(reflecting: payload)
        let values = mirror.displayStyle == .tuple ? Array(mirror.children) : [(label: nil, value: payload)]
        let labels = values.map { $0.label?.replacing(/^\./) { _ in "_" } ?? "_0" }
        let known = place.names
        guard let members = expected.objectValue, labels.contains(where: { members[$0] != nil || known.contains($0) })
        else { return nil }
        return zip(labels, values).flatMap { label, value in
            comparePart(value.value, members[label], by: place.member(label), as: nil).map {
                $0.within(label == "_0" && values.count == 1 ? "" : label, at: [label])
            }
        }
    }

    // MARK: - Variants

    private func compare(
        _ value: Any, _ json: JSON, _ variants: VariantsContract, _ place: MappedPlace
    ) -> [ValueDifference] {
        let tag = json[pointer: variants.discriminator]?.stringValue
        let name = Reflection.caseName(value)
        guard let variant = variants.variant(of: json) else {
            if let otherwise = variants.otherwise {
                if otherwise.text != name {
                    return [variant(tag, otherwise.text, becomes: name, at: otherwise.pointer)]
                }
                // Only the map says what the case for unknown variants holds.
                let inner = place.payload(of: name, at: .root)
                guard inner.model != nil, let payload = Mirror(reflecting: value).children.first?.value else {
                    return []
                }
                return compare(payload, json, by: inner).map { $0.within(name, at: []) }
            }
            let known = variants.variants.first { $0.name == name }
            guard let tag, let known, MemberName.folded(known.tag) != MemberName.folded(tag) else { return [] }
            return [
                ValueDifference(
                    pointer: variants.discriminator, place: variants.place,
                    message: "an unknown variant becomes a known one", expected: "none of the contract's variants",
                    found: .excerpt(name))
            ]
        }
        guard variant.name == name else { return [self.variant(tag, variant.name, becomes: name, at: variant.place)] }
        let isEnum = Reflection.isEnum(value)
        let payload: Any? = isEnum ? Mirror(reflecting: value).children.first?.value : value
        guard let payload else { return [] }
        let part = json[pointer: variant.payload ?? .root]
        let tokens = variant.payload?.tokens ?? []
        let model = variant.model.flatMap { sources.models[$0.text] }.map { model in
            !isEnum && tokens.isEmpty
                ? place.asVariant(model, tags: sources.tags[model.name] ?? []) : self.place(of: model)
        }
        let inner = model ?? place.payload(of: name, at: variant.payload ?? .root)
        return compare(payload, part, by: inner).map {
            $0.within(name, at: tokens, place: variant.place, of: variant.model)
        }
    }

    private func variant(
        _ tag: String?, _ expected: String, becomes found: String, at place: JSONPointer
    ) -> ValueDifference {
        ValueDifference(
            place: place, message: "'\(tag ?? "no tag")' becomes '\(found)'", expected: .excerpt(expected),
            found: .excerpt(found))
    }
}
