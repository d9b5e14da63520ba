import ContractFormat
import JSONSchema

/// What the models of a service and its bindings say of how values are compared.
package struct ValueSources: Sendable {
    let models: [String: ModelContract]
    let conversions: [String: @Sendable (JSON) throws -> Any?]

    package init(_ contract: Contract?, _ binding: Service?) {
        models = Dictionary((contract?.models ?? []).map { ($0.name, $0) }) { first, _ in first }
        conversions = Dictionary((binding?.conversions ?? []).map { ($0.name, $0.convert) }) { first, _ in first }
    }
}

/// Compares values of a model with the JSON that they were made of, by the model's map.
final class ValueMap {
    private let contract: ModelContract
    private let sources: ValueSources
    private var places: [String: MappedPlace] = [:]
    /// Whether the problems of types are told too.
    private var tellsProblems = false

    init(_ contract: ModelContract, _ sources: ValueSources) {
        self.contract = contract
        self.sources = sources
    }

    /// What a value holds otherwise than its JSON says.
    ///
    /// - Parameter isWhole: whether properties without a member, and members without a property, are told too.
    func differences(_ value: Any, _ json: JSON, isWhole: Bool) -> [ValueDifference] {
        tellsProblems = isWhole
        let found = compare(value, json, by: place(of: contract))
        if found.isEmpty { return found }
        var isAccepted: Bool?
        return found.filter { difference in
            guard difference.isExcusable else { return true }
            if isAccepted == nil { isAccepted = contract.schema.schema.accepts(json) }
            return isAccepted ?? true
        }
    }

    private func place(of model: ModelContract) -> MappedPlace {
        if let known = places[model.name] { return known }
        let place = MappedPlace(model)
        places[model.name] = place
        return place
    }

    // MARK: - Values

    private func compare(
        _ value: Any, _ expected: JSON?, by place: MappedPlace, as conversion: ConversionContract? = nil
    )
        -> [ValueDifference]
    {
        if let model = place.model { return compare(value, expected, of: model, place) }
        return comparePart(value, expected, by: place, as: conversion)
    }

    private func comparePart(
        _ value: Any, _ expected: JSON?, by place: MappedPlace, as conversion: ConversionContract?
    ) -> [ValueDifference] {
        if conversion == nil, let same = PlainValue.holds(value, expected), same { return [] }
        guard let expected, !expected.isNull else {
            return Reflection.isNull(value) ? [] : [ValueDifference(value, expected)]
        }
        guard let value = Reflection.unwrapped(value) else {
            return [ValueDifference(Optional<Int>.none as Any, expected, isExcusable: true)]
        }
        if case .named(let name)? = conversion { return converted(value, expected, by: name.text) }
        if let verdict = ValueMeaning.verdict(value, expected, as: conversion) {
            switch verdict {
            case .same: return []
            case .different: return [ValueDifference(value, expected)]
            case .undefined: return [ValueDifference(value, expected, isExcusable: true)]
            case .lostDigits: return [ValueDifference(value, expected, "only the digits of a Float are left")]
            }
        }
        if let raw = value as? any RawRepresentable {
            guard let difference = comparePart(raw.rawValue, expected, by: place, as: nil).first else { return [] }
            // What a value that is not of the enumeration becomes, the contract does not say.
            return [ValueDifference(value, expected, difference.message, isExcusable: true)]
        }
        return compareParts(of: value, expected, by: place, as: conversion)
    }

    private func converted(_ value: Any, _ expected: JSON, by name: String) -> [ValueDifference] {
        let converted: Any?
        do { converted = try sources.conversions[name]?(expected) } catch { return [] }
        guard let converted = converted.flatMap(Reflection.unwrapped) else { return [] }
        if let left = value as? AnyHashable, let right = converted as? AnyHashable, left == right { return [] }
        let (found, wanted) = (Reflection.json(of: value), Reflection.json(of: converted))
        return found == wanted ? [] : [ValueDifference(value, wanted)]
    }

    private func compareParts(
        of value: Any, _ expected: JSON, by place: MappedPlace, as conversion: ConversionContract?
    ) -> [ValueDifference] {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .collection:
            guard let elements = expected.arrayValue else { return different(value, expected) }
            return compare(mirror.children.map(\.value), elements, of: value, by: place, as: conversion)
        case .set:
            guard let elements = expected.arrayValue else { return different(value, expected) }
            var seen: Set<JSON> = []
            let distinct = elements.filter { seen.insert($0).inserted }
            let inner = place.element(0)
            let isSame = matches(mirror.children.map(\.value), distinct) { compare($0, $1, by: inner, as: conversion) }
            return isSame ? [] : [ValueDifference(value, expected)]
        case .dictionary:
            guard let members = expected.objectValue else { return different(value, expected) }
            return compare(dictionary: mirror, members, of: value, by: place, as: conversion)
        case .enum:
            guard let payload = mirror.children.first else {
                let isSame =
                    expected.stringValue.map { MemberName.folded($0) == MemberName.folded("\(value)") } ?? false
                return isSame ? [] : [ValueDifference(value, expected, isExcusable: true)]
            }
            return comparePart(payload.value, expected, by: place, as: conversion)
        default:
            let properties = Reflection.properties(of: value)
            if expected.objectValue != nil { return compare(properties, of: value, expected, by: place) }
            // A newtype stands for what it holds.
            if properties.count == 1 { return comparePart(properties[0].value, expected, by: place, as: conversion) }
            return different(value, expected)
        }
    }

    private func different(_ value: Any, _ expected: JSON) -> [ValueDifference] {
        Reflection.json(of: value) == expected ? [] : [ValueDifference(value, expected)]
    }

    private func compare(
        _ values: [Any], _ elements: [JSON], of value: Any, by place: MappedPlace,
        as conversion: ConversionContract?, each element: MappedPlace? = nil
    ) -> [ValueDifference] {
        guard values.count == elements.count else {
            return [
                ValueDifference(value, .array(elements), "it has \(values.count) elements, not \(elements.count)")
            ]
        }
        return values.indices.flatMap { index in
            compare(values[index], elements[index], by: element ?? place.element(index), as: conversion)
                .map { $0.within("[\(index)]", at: ["\(index)"]) }
        }
    }

    private func compare(
        dictionary mirror: Mirror, _ members: JSONObject, of value: Any, by place: MappedPlace,
        as conversion: ConversionContract?, each inner: MappedPlace? = nil
    ) -> [ValueDifference] {
        var values: [String: Any] = [:]
        for child in mirror.children {
            let pair = Array(Mirror(reflecting: child.value).children)
            if pair.count == 2 { values[Reflection.key(pair[0].value)] = pair[1].value }
        }
        guard values.count == members.count else { return [ValueDifference(value, .object(members))] }
        return members.flatMap { key, expected -> [ValueDifference] in
            guard let found = values[key] ?? values[key.uppercased()] else {
                return [ValueDifference(Optional<Int>.none as Any, expected).within("[\(key)]", at: [key])]
            }
            return compare(found, expected, by: inner ?? place.member(key), as: conversion)
                .map { $0.within("[\(key)]", at: [key]) }
        }
    }

    /// Whether the values are the elements in any order.
    private func matches(
        _ values: [Any], _ elements: [JSON], by differences: (Any, JSON) -> [ValueDifference]
    ) -> Bool {
        guard values.count == elements.count else { return false }
        var open = values
        return elements.allSatisfy { element in
            guard let index = open.firstIndex(where: { differences($0, element).isEmpty }) else { return false }
            open.remove(at: index)
            return true
        }
    }

    // MARK: - Properties

    /// Compares the properties that map themselves.
    private func compare(
        _ properties: [(name: String, value: Any)], of value: Any, _ json: JSON, by place: MappedPlace
    ) -> [ValueDifference] {
        let plan = place.plan(of: value, properties)
        var found = tellsProblems ? plan.problems : []
        for (index, entry) in plan.entries.enumerated() {
            guard let (member, inner) = entry.member else { continue }
            let (value, expected) = (properties[index].value, json[member])
            if let same = PlainValue.holds(value, expected), same { continue }
            found += comparePart(value, expected, by: inner, as: nil).map { $0.within(entry.name, at: [member]) }
        }
        return found
    }

    // MARK: - Models

    private func compare(_ value: Any, _ json: JSON?, of model: ModelContract, _ place: MappedPlace)
        -> [ValueDifference]
    {
        guard let json, !json.isNull else { return comparePart(value, json, by: place, as: nil) }
        guard let value = Reflection.unwrapped(value) else { return [ValueDifference(Optional<Int>.none as Any, json)] }
        if let variants = model.variants { return compare(value, json, variants, place) }
        let properties = Reflection.properties(of: value)
        let mirrored = json.objectValue != nil || !model.properties.isEmpty
        guard mirrored, !isWholeValue(value) else { return comparePart(value, json, by: place, as: nil) }
        var found = compare(properties, of: value, json, by: place)
        if model.properties.isEmpty { return found }
        let values = PropertyValues(properties)
        for property in model.properties {
            let expected = json[pointer: property.pointer]
            guard let held = values.value(at: property.path) else {
                if tellsProblems { found.append(missing(property)) }
                continue
            }
            if property.isPlain, let same = PlainValue.holds(held, expected), same { continue }
            found += compare(held, expected, property, place.place(at: property.pointer)).map {
                $0.within(property.path, at: property.pointer.tokens, place: property.place)
            }
        }
        if tellsProblems {
            let ignored = model.ignored.map(\.text)
            found += values.unmappedParts(by: model.properties.map(\.path) + ignored).map { path in
                ValueDifference(
                    ModelRule.unmapped, path: [path], place: model.pointer(to: .properties),
                    "the contract does not map the stored property", expected: "\"\(path)\": \"/…\"", found: "nothing")
            }
        }
        return found
    }

    /// Whether the value is compared as one: an enum, a collection.
    private func isWholeValue(_ value: Any) -> Bool {
        switch Mirror(reflecting: value).displayStyle {
        case .enum, .collection, .set, .dictionary: true
        default: false
        }
    }

    private func missing(_ property: PropertyContract) -> ValueDifference {
        ValueDifference(
            ModelRule.unread, path: [property.path], pointer: property.pointer, place: property.place,
            "it has no such property", expected: "a stored property '\(property.path)'", found: "none")
    }

    private func compare(
        _ value: Any, _ json: JSON?, _ property: PropertyContract, _ place: MappedPlace
    ) -> [ValueDifference] {
        if let absent = property.absent, json?.isNull ?? true {
            return Reflection.json(of: value) == absent ? [] : [ValueDifference(value, absent)]
        }
        if let otherwise = property.otherwise, let json, !json.isNull, !place.accepts(json) {
            return isCase(value, otherwise) ? [] : [ValueDifference(value, otherwise)]
        }
        let inner = property.model.flatMap { sources.models[$0.text] }.map { self.place(of: $0) }
        var json = json
        if property.isLossy, let elements = json?.arrayValue {
            json = .array(elements.enumerated().filter { place.element($0).accepts($1) }.map(\.element))
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
        // Of an open enumeration only the code knows the values.
        if !found.isEmpty, let otherwise = property.otherwise, !place.isEnumeration, isCase(value, otherwise) {
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
            let values = mirror.children.map(\.value)
            guard values.count == elements.count else {
                return compare(values, elements, of: value, by: place, as: nil)
            }
            return values.indices.flatMap { index in
                compare(values[index], elements[index], each: model, place.element(index))
                    .map { $0.within("[\(index)]", at: ["\(index)"]) }
            }
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
            guard let otherwise = variants.otherwise, otherwise.text != name else { return [] }
            return [named(otherwise.text, name, at: otherwise.pointer)]
        }
        guard variant.name == name else { return [named(variant.name, name, at: variant.place)] }
        let payload: Any? = Reflection.isEnum(value) ? Mirror(reflecting: value).children.first?.value : value
        guard let payload else { return [] }
        let part = json[pointer: variant.payload ?? .root]
        let tokens = variant.payload?.tokens ?? []
        let inner: MappedPlace
        if let model = variant.model.flatMap({ sources.models[$0.text] }) {
            inner = self.place(of: model)
        } else {
            inner = place.place(at: variant.payload ?? .root).anonymous
        }
        return compare(payload, part, by: inner).map { $0.within(name, at: tokens, place: variant.place) }
    }

    private func named(_ expected: String, _ found: String, at place: JSONPointer) -> ValueDifference {
        ValueDifference(
            .wrongValue, place: place, "it is another variant", expected: .excerpt(expected),
            found: .excerpt(found))
    }
}
