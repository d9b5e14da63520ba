import ContractFormat
import Foundation
import JSONSchema

/// Compares values of a model with the JSON that they were made of, by the model's map.
final class ValueMap {
    private static let deepestNewtype = 16

    private let contract: ModelContract
    private let sources: ValueSources
    private var places: [String: MappedPlace] = [:]
    /// Whether the problems of types are told too.
    private var tellsProblems = false
    /// The types that are known to have parts, to which no other meaning need be asked for.
    private var composites: Set<ObjectIdentifier> = []
    /// How many values that stand for what they hold stand in one another.
    private var newtypes = 0
    /// The members that no property reads, and need not, with every array index as `*`.
    private var unread: Set<[String]> = []

    init(_ contract: ModelContract, _ sources: ValueSources) {
        self.contract = contract
        self.sources = sources
    }

    /// What a value holds otherwise than its JSON says.
    ///
    /// - Parameter isWhole: whether properties without a member, and members without a property, are told too.
    func differences(_ value: Any, _ json: JSON, isWhole: Bool) -> [ValueDifference] {
        tellsProblems = isWhole
        var found = compare(value, json, by: place(of: contract))
        if found.isEmpty { return found }
        for difference in found where difference.isAllowed {
            unread.insert(ProbePlace.pattern(of: difference.pointer.tokens))
        }
        found.removeAll(where: \.isAllowed)
        var isAccepted: Bool?
        return found.filter { difference in
            guard difference.isExcusable else { return true }
            if isAccepted == nil { isAccepted = contract.schema.schema.accepts(json) }
            return isAccepted ?? true
        }
    }

    /// Whether a place is, or is in, a member that the model does not read and need not.
    func leavesUnread(_ place: ProbePlace) -> Bool {
        if unread.isEmpty { return false }
        let tokens = ProbePlace.pattern(of: place.pointer.tokens)
        return tokens.indices.contains { unread.contains(Array(tokens[...$0])) }
    }

    private func place(of model: ModelContract) -> MappedPlace {
        if let known = places[model.name] { return known }
        let place = MappedPlace(model, tags: sources.tags[model.name] ?? [])
        places[model.name] = place
        return place
    }

    /// The place by the map of the model that the value's type is bound to and the schema refers to.
    private func modelled(_ place: MappedPlace, for value: Any) -> MappedPlace? {
        guard place.model == nil, let bound = sources.bound[ObjectIdentifier(type(of: value))] else { return nil }
        return bound.first { place.schemas.contains($0.schema.view) }.map { model in
            place.asModel(model, tags: sources.tags[model.name] ?? [])
        }
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
        let type = ObjectIdentifier(type(of: value))
        if composites.contains(type) { return compareParts(of: value, expected, by: place, as: conversion) }
        if let verdict = ValueMeaning.verdict(value, expected, as: conversion) {
            switch verdict {
            case .same: return []
            case .different: return [ValueDifference(value, expected)]
            case .undefined: return [ValueDifference(value, expected, isExcusable: true)]
            case .otherZone:
                let zone = TimeZone.current.identifier
                return [ValueDifference(value, expected, "it is read in the local time zone, which is \(zone)")]
            case .lostDigits: return [ValueDifference(value, expected, "only the digits of a Float are left")]
            }
        }
        if let raw = value as? any RawRepresentable {
            guard let difference = comparePart(raw.rawValue, expected, by: place, as: nil).first else { return [] }
            // What a value that is not of the enumeration becomes, the contract does not say.
            return [ValueDifference(value, expected, difference.message, isExcusable: true)]
        }
        composites.insert(type)
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
        if let own = modelled(place, for: value) { return compare(value, expected, by: own) }
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
        case .enum: return compare(choice: value, mirror.children.first, expected, by: place, as: conversion)
        default:
            let properties = Reflection.properties(of: mirror)
            if expected.objectValue != nil { return compare(properties, of: value, expected, by: place) }
            // A newtype stands for what it holds. An object that holds itself stands for nothing.
            guard properties.count == 1, newtypes < Self.deepestNewtype else { return different(value, expected) }
            newtypes += 1
            defer { newtypes -= 1 }
            return comparePart(properties[0].value, expected, by: place, as: conversion)
        }
    }

    /// Compares an enumeration: by its case, by its payload, or by both as synthesised conformances write them.
    private func compare(
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
            return isSame ? [] : [ValueDifference(value, expected, isExcusable: true)]
        }
        if let label = payload.label, let values = members[label], place.names.contains(label) {
            return synthesised(payload.value, values, by: place.member(label)).map {
                $0.within(label, at: [label])
            }
        }
        return comparePart(payload.value, expected, by: place, as: conversion)
    }

    /// Compares the associated values of a case; those without a label are `_0`, `_1` and so on.
    private func synthesised(_ payload: Any, _ expected: JSON, by place: MappedPlace) -> [ValueDifference] {
        let mirror = Mirror(reflecting: payload)
        guard mirror.displayStyle == .tuple else {
            return comparePart(payload, expected["_0"], by: place.member("_0"), as: nil).map {
                $0.within("", at: ["_0"])
            }
        }
        return mirror.children.flatMap { child -> [ValueDifference] in
            let label = (child.label ?? "").replacing(/^\./) { _ in "_" }
            return comparePart(child.value, expected[label], by: place.member(label), as: nil).map {
                $0.within(label, at: [label])
            }
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
        guard let value = Reflection.unwrapped(value).map(sources.shown) else {
            return [ValueDifference(Optional<Int>.none as Any, json)]
        }
        if let variants = model.variants { return compare(value, json, variants, place) }
        let mirror = Mirror(reflecting: value)
        let hasParts = json.objectValue != nil || !model.properties.isEmpty
        guard hasParts, !isWhole(mirror.displayStyle) else { return comparePart(value, json, by: place, as: nil) }
        let properties = Reflection.properties(of: mirror)
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

    /// Whether a value is compared as one: an enum, a collection.
    private func isWhole(_ style: Mirror.DisplayStyle?) -> Bool {
        switch style {
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
        let inner = property.model.flatMap { sources.models[$0.text] }.map { self.place(of: $0) }
        var json = json
        switch property.tolerated(json, at: place) {
        case .value(let held)?: return isCase(value, held) ? [] : [ValueDifference(value, held)]
        case .elements(let held)?:
            let values = Reflection.unwrapped(value).map { Mirror(reflecting: $0).children.map(\.value) } ?? []
            let isSame =
                values.count == held.count
                && zip(values, held).allSatisfy { value, held in
                    switch held {
                    case .known(let json):
                        compare(value, json, by: inner ?? place.element(0), as: property.conversion).isEmpty
                    case .unknown(let name): isCase(value, name)
                    }
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

    // MARK: - Tolerance

    /// The JSON with what the map promises to tolerate put right, so that the schema says whether the rest is good.
    ///
    /// - Returns: also whether the model may still refuse it; `nil` where nothing is to be put right.
    func repaired(_ json: JSON) -> (json: JSON, isOpen: Bool)? {
        guard sources.isTolerant else { return nil }
        var isOpen = false
        let repaired = repaired(json, at: place(of: contract), &isOpen)
        return repaired == json ? nil : (repaired, isOpen)
    }

    private func repaired(_ json: JSON, at outer: MappedPlace, _ isOpen: inout Bool) -> JSON {
        let referred = sources.models.values.first { outer.model == nil && outer.schemas.contains($0.schema.view) }
        let place = referred.map { outer.asModel($0, tags: sources.tags[$0.name] ?? []) } ?? outer
        var json = json
        for property in place.model?.properties ?? [] {
            let inner = place.place(at: property.pointer)
            if let value = property.repaired(json[pointer: property.pointer], at: inner, &isOpen) {
                json = json.setting(property.pointer, to: value)
            }
            if let model = property.model.flatMap({ sources.models[$0.text] }),
                let value = json[pointer: property.pointer]
            {
                json = json.setting(property.pointer, to: repaired(value, each: self.place(of: model), inner, &isOpen))
            }
        }
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
