import ContractFormat
import JSONSchema

/// Values that a map of a model describes: its properties, the models within it, its variants.
extension ValueMap {
    func compare(_ value: Any, _ json: JSON?, of model: MappedModel, _ place: MappedPlace) -> [ValueDifference] {
        guard let json, !json.isNull else { return comparePart(value, json, by: place, as: nil) }
        guard let unwrapped = Reflection.unwrapped(value) else {
            return [ValueDifference(Optional<Int>.none as Any, json)]
        }
        let value = sources.shown(unwrapped)
        if let variants = model.variants { return compare(value, json, variants, place) }
        let mirror = Mirror(reflecting: value)
        let hasParts = json.objectValue != nil || !model.properties.isEmpty
        guard hasParts, !isWhole(mirror.displayStyle) else { return comparePart(value, json, by: place, as: nil) }
        let properties = Reflection.properties(of: mirror)
        let plan = place.plan(of: value, properties)
        var found = compare(properties, by: plan, json)
        if model.properties.isEmpty { return found }
        for (property, position) in zip(model.properties, plan.positions) {
            let stored = position.map { properties[$0].value } ?? PropertyValues(properties).value(at: property.path)
            guard let held = stored else {
                if tellsProblems { found.append(missing(property.contract)) }
                continue
            }
            let expected = json[pointer: property.pointer]
            if property.isPlain, let same = PlainValue.holds(held, expected), same { continue }
            found += compare(held, property, in: json, place.place(of: property))
        }
        if tellsProblems {
            let byName = plan.entries.filter { $0.member != nil }.map(\.name)
            let mapped = model.properties.map(\.path) + model.contract.ignored.map(\.text) + byName
            found += PropertyValues(properties).unmappedParts(by: mapped).map { .unmapped([$0], in: model.contract) }
        }
        return found
    }

    private func isWhole(_ style: Mirror.DisplayStyle?) -> Bool {
        switch style {
        case .enum, .collection, .set, .dictionary: true
        default: false
        }
    }

    private func missing(_ property: PropertyContract) -> ValueDifference {
        ValueDifference(
            rule: .unread, path: [property.path], pointer: property.pointer, place: property.place,
            message: "there is no property '\(property.path)'", expected: "a stored property '\(property.path)'",
            found: "none")
    }

    private func compare(
        _ value: Any, _ property: MappedProperty, in json: JSON, _ place: MappedPlace
    ) -> [ValueDifference] {
        guard property.contract.isCollected, let last = property.pointer.tokens.lastIndex(of: "*") else {
            return compare(value, json[pointer: property.pointer], property.contract, place).map {
                $0.within(property.path, at: property.pointer.tokens, place: property.contract.place)
            }
        }
        let tokens = property.pointer.tokens
        let around = JSONPointer(tokens: Array(tokens.prefix { $0 != "*" }))
        let rest = JSONPointer(tokens: Array(tokens[(last + 1)...]))
        var members = JSONPointer(tokens: Array(tokens[...last])).matches(in: json).map {
            (pointer: $0.pointer.appending(rest), value: $0.value[pointer: rest] ?? .null)
        }
        // An element without the member is nil, or left out.
        let held = Reflection.unwrapped(value).map { Mirror(reflecting: $0).children.count }
        if held != members.count { members.removeAll { $0.value.isNull } }
        let isThere = json[pointer: around].map { !$0.isNull } ?? false
        let expected = isThere ? JSON.array(members.map(\.value)) : json[pointer: around]
        return compare(value, expected, property.contract, place).map { difference in
            let index = difference.pointer.tokens.first.flatMap { Int($0) }
            let outer = index.map { members[$0].pointer.tokens + difference.pointer.tokens.dropFirst() }
            var difference = difference
            difference.pointer = .root
            return difference.within(property.path, at: outer ?? around.tokens, place: property.contract.place)
        }
    }

    private func compare(
        _ value: Any, _ json: JSON?, _ property: PropertyContract, _ place: MappedPlace
    ) -> [ValueDifference] {
        if isKnown(json) { return [] }
        let inner = property.model.flatMap { sources.models[$0.text] }.map { self.place(of: $0) }
        var json = json
        switch property.tolerated(json, at: place, byCasts: readsByCasts) {
        case .value(let held, let isOpen)?:
            let isNothing = isOpen && json.map(\.isNull) ?? true && Reflection.isNull(value)
            return isNothing || isCase(value, held) ? [] : [ValueDifference(value, held)]
        case .elements(let held)?:
            let values = Reflection.unwrapped(value).map { Mirror(reflecting: $0).children.map(\.value) } ?? []
            let isSame =
                values.count == held.count
                && zip(values, held).allSatisfy { value, held in
                    held.isKnown
                        ? compare(value, held.json, by: inner ?? place.element(0), as: property.conversion).isEmpty
                        : isCase(value, held.json)
                }
            return isSame ? [] : [ValueDifference(value, .array(held.map(\.json)))]
        case .kept(_, isOpen: true)?: return []
        case .kept(let elements, isOpen: false)?: json = .array(elements)
        case nil: break
        }
        if property.order == .any, let elements = json?.arrayValue, let unwrapped = Reflection.unwrapped(value) {
            let values = Mirror(reflecting: unwrapped).children.map(\.value)
            let by = inner ?? place.element(0)
            return matches(values, elements) { compare($0, $1, by: by, as: property.conversion) }
                ? [] : [ValueDifference(value, json)]
        }
        let found =
            inner.map { compare(value, json, each: $0, place) }
            ?? compare(value, json, by: place, as: property.conversion)
        // What cannot be read may be read as if it were not there.
        if !found.isEmpty, let absent = property.absent, isCase(value, absent) {
            return [ValueDifference(value, json, isExcusable: true)]
        }
        // An open enumeration has values that only the code knows.
        if !found.isEmpty, let otherwise = property.otherwise, let json, !place.lists(json),
            property.conversion?.caseName(of: json) == nil, isCase(value, otherwise)
        {
            return []
        }
        return found
    }

    private func isCase(_ value: Any, _ name: JSON) -> Bool {
        Reflection.json(of: value) == name
            || Reflection.unwrapped(value).map { Reflection.caseName($0) == name.stringValue } ?? name.isNull
    }

    /// A value, each element of arrays and each value of a dictionary by a model.
    private func compare(_ value: Any, _ json: JSON?, each model: MappedPlace, _ place: MappedPlace)
        -> [ValueDifference]
    {
        guard let value = Reflection.unwrapped(value), let json, !json.isNull else {
            return comparePart(value, json, by: place, as: nil)
        }
        let mirror = Mirror(reflecting: value)
        switch (mirror.displayStyle, json) {
        case (.collection, .array(let elements)):
            return compare(mirror.children.map(\.value), elements, of: value) {
                compare($0, $1, each: model, place.element($2))
            }
        case (.collection, _):
            return onlyElement(of: mirror, at: place).map {
                compare($0, json, by: model).map { $0.within("[0]", at: []) }
            }
                ?? compare(value, json, by: model)
        case (.set, .array(let elements)):
            return matches(mirror.children.map(\.value), elements) { compare($0, $1, by: model) }
                ? [] : [ValueDifference(value, json)]
        case (.dictionary, .object(let members)):
            return compare(dictionary: mirror, members, of: value, by: place, as: nil, each: model)
        default: return compare(value, json, by: model)
        }
    }

    // MARK: - Variants

    private func compare(
        _ value: Any, _ json: JSON, _ variants: VariantsContract, _ place: MappedPlace
    ) -> [ValueDifference] {
        let tag = json[pointer: variants.discriminator]?.stringValue
        let name = Reflection.caseName(value)
        guard let variant = variants.variants.first(where: { $0.tag == tag }) else {
            if let otherwise = variants.otherwise {
                return otherwise.text == name ? [] : [named(otherwise.text, name, at: otherwise.pointer)]
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
        guard variant.name == name else { return [named(variant.name, name, at: variant.place)] }
        let isEnum = Reflection.isEnum(value)
        let payload: Any? = isEnum ? Mirror(reflecting: value).children.first?.value : value
        guard let payload else { return [] }
        let part = json[pointer: variant.payload ?? .root]
        let tokens = variant.payload?.tokens ?? []
        let inner: MappedPlace
        if let model = variant.model.flatMap({ sources.models[$0.text] }) {
            let isSame = !isEnum && tokens.isEmpty
            inner =
                isSame ? place.asVariant(model, tags: sources.tags[model.name] ?? []) : self.place(of: model)
        } else {
            inner = place.place(at: variant.payload ?? .root).anonymous
        }
        let found = compare(payload, part, by: inner).map { $0.within(name, at: tokens, place: variant.place) }
        return variant.model == nil ? labelled(found, name, payload, json, place) : found
    }

    /// What is wrong with a payload, its labels of other names than its members by the map of the whole: `"image.width": "/w"`.
    private func labelled(
        _ found: [ValueDifference], _ name: String, _ payload: Any, _ json: JSON, _ place: MappedPlace
    ) -> [ValueDifference] {
        let mapped = (place.model?.properties ?? []).filter { $0.path.hasPrefix(name + ".") }
        let values = PropertyValues(Reflection.properties(of: payload))
        var all = found.compactMap { difference -> ValueDifference? in
            let path = difference.path.joined(separator: ".")
            if mapped.contains(where: { path == $0.path || path.hasPrefix($0.path + ".") }) { return nil }
            guard difference.rule == ModelRule.unmapped, difference.path.first == name else { return difference }
            if mapped.contains(where: { $0.path.hasPrefix(path + ".") }) { return nil }
            return ValueDifference(
                rule: .unmapped, path: difference.path, pointer: difference.pointer, place: difference.place,
                message: difference.message, expected: "\"\(path)\": \"/…\"", found: difference.found)
        }
        for property in mapped {
            guard let held = values.value(at: String(property.path.dropFirst(name.count + 1))) else {
                if tellsProblems { all.append(missing(property.contract)) }
                continue
            }
            all += compare(held, property, in: json, place.place(at: property.pointer))
        }
        return all
    }

    private func named(_ expected: String, _ found: String, at place: JSONPointer) -> ValueDifference {
        ValueDifference(
            place: place, message: "it is another variant", expected: .excerpt(expected),
            found: .excerpt(found))
    }
}
