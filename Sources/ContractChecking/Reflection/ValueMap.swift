import ContractFormat
import Foundation
import JSONSchema

/// A comparison of a model's values with the JSON that they were made from, by the model's map.
final class ValueMap {
    /// Bounds classes whose only property is an object of the same class.
    private static let deepestNewtype = 16

    let contract: ModelContract
    let sources: ValueSources
    /// Whether values are read by casts, which fail for other JSON types.
    let readsByCasts: Bool
    /// The cached parts of valid instances that were compared before.
    let cache: JSONPartCache
    private var places: [String: MappedPlace] = [:]
    private var universalTypes: [ObjectIdentifier: Bool] = [:]
    /// The reports of a comparison besides wrong values.
    enum Report {
        case nothing
        /// The faults of types, such as unmapped properties.
        case problems
        /// The places kept verbatim, in types that accept any JSON.
        case keptPlaces
    }

    var reports = Report.nothing
    /// The next member on the path to the changed place, for each container on that path. `nil` compares everything.
    var steps: [JSONPartCache.Address: String]?
    private var newtypes = 0
    /// The members that need not be read, with `*` for every array index.
    private(set) var unread: Set<[String]>

    init(
        _ contract: ModelContract, _ sources: ValueSources, readsByCasts: Bool = false,
        cache: JSONPartCache = JSONPartCache()
    ) {
        self.contract = contract
        self.cache = cache
        self.readsByCasts = readsByCasts
        self.sources = sources
        unread = Set(contract.unread.map(\.target.pattern.tokens))
    }

    /// Compares a value with its JSON. With `isWhole`, reports unmapped properties and unread members too.
    ///
    /// - Parameter place: the only place that differs from a valid instance, or `nil` to compare everything.
    func differences(
        _ value: Any, _ json: JSON, isWhole: Bool, changedAt place: JSONPointer? = nil
    ) -> [ValueDifference] {
        reports = isWhole ? .problems : .nothing
        steps = place == nil ? nil : [:]
        var part: JSON? = json
        for token in place?.tokens ?? [] {
            guard let whole = part, let inner = whole.child(token) else { break }
            if let address = whole.address { steps?[address] = token }
            part = inner
        }
        let found = compare(value, json, by: root)
        unread.formUnion(found.filter(\.isAllowed).map(\.member))
        return found.filter { !$0.isAllowed }
    }

    /// Returns the platform types that show a leaf of an instance.
    func leaves(at place: JSONPointer, of json: JSON, in shown: Any) -> [PlatformLeaf] {
        guard let good = json[pointer: place] else { return [] }
        let marked = json.replacing(place, with: PlatformLeaf.marker)
        return differences(shown, marked, isWhole: false, changedAt: place).filter { $0.pointer == place }
            .compactMap(\.leaf).map { PlatformLeaf(kind: $0.kind, good: good) }
    }

    /// Returns the places that the value keeps verbatim, in types that accept any JSON.
    func placesKept(by value: Any, _ json: JSON) -> [JSONPointer] {
        (reports, steps) = (.keptPlaces, [:])
        return compare(value, json, by: root).filter(\.isAllowed).map(\.pointer)
    }

    private(set) lazy var positions = Set(
        contract.properties.map(\.pointer.tokens).flatMap { path in
            path.indices.filter { Int(path[$0]) != nil }.map { path[...$0] }
        })

    private(set) lazy var root = place(of: contract)

    func place(of model: ModelContract) -> MappedPlace {
        if let known = places[model.name] { return known }
        let place = MappedPlace(model, tags: sources.tags[model.name] ?? [])
        places[model.name] = place
        return place
    }

    /// Returns the place under the map of the first model that applies to a value there, unless the place has such a map.
    func entered(_ place: MappedPlace, by value: Any) -> MappedPlace? { entered(place, sources.models(of: value)) }

    func entered(_ place: MappedPlace, _ models: [ModelContract]) -> MappedPlace? {
        guard place.model?.isPart ?? true else { return nil }
        let model = models.first { !place.followed.contains($0.name) && place.schemas.contains($0.schema.view) }
        return model.map { place.asModel($0, tags: sources.tags[$0.name] ?? []) }
    }

    // MARK: - Values

    func compare(
        _ value: Any, _ expected: JSON?, by place: MappedPlace, as conversion: ConversionContract? = nil
    ) -> [ValueDifference] {
        if let model = place.model, !isKnown(expected) { return compare(value, expected, of: model, place) }
        return comparePart(value, expected, by: place, as: conversion)
    }

    func comparePart(
        _ value: Any, _ expected: JSON?, by place: MappedPlace, as conversion: ConversionContract?
    ) -> [ValueDifference] {
        if isKnown(expected) { return [] }
        if conversion == nil, PlainValue.holds(value, expected) { return [] }
        if reports == .keptPlaces, expected != nil, let kept = Reflection.unwrapped(value), takesAnything(kept) {
            reports = .nothing
            defer { reports = .keptPlaces }
            let found = comparePart(kept, expected, by: place, as: conversion)
            return found.isEmpty ? [ValueDifference(expected: "", found: "", isAllowed: true)] : found
        }
        guard let expected, !expected.isNull else {
            if Reflection.isNull(value) || holdsNull(value) { return [] }
            guard let schemaDefault = place.schemaDefault else { return [ValueDifference(value, expected)] }
            return comparePart(value, schemaDefault, by: place, as: conversion)
        }
        if case .named(let name)? = conversion { return converted(value, expected, by: name.text, at: place) }
        guard let value = Reflection.unwrapped(value) else {
            return [ValueDifference(value, expected, isExcusable: true)]
        }
        if let name = conversion?.caseName(of: expected), let held = Reflection.enumCase(value) {
            return held == name
                ? [] : [ValueDifference(expected: .excerpt(.string(name)), found: .excerpt(.string(held)))]
        }
        if place.lists(expected), keepsUnknown(value, expected, beside: place.listed) {
            let message = "a listed value becomes the case for unknown values"
            return [ValueDifference(value, expected, message)]
        }
        if let measured = value as? any Measured, expected.objectValue == nil {
            return comparePart(measured.value, expected, by: place, as: conversion)
        }
        if let platform = Reflection.platformValue(value) {
            return comparePlatformValue(platform, expected, by: place, as: conversion)
        }
        if let raw = value as? any RawRepresentable {
            return compareRawValue(raw.rawValue, of: value, expected, by: place)
        }
        return compareParts(of: value, expected, by: place, as: conversion)
    }

    private func compareRawValue(
        _ raw: Any, of value: Any, _ expected: JSON, by place: MappedPlace
    ) -> [ValueDifference] {
        guard let difference = comparePart(raw, expected, by: place, as: nil).first else { return [] }
        let held = Reflection.json(of: raw)
        // An enumeration may spell its cases in another letter case.
        if Reflection.isEnum(value), place.lists(expected), expected.isSameChoice(as: held),
            place.listed.count(where: { $0.isSameChoice(as: held) }) == 1
        {
            return []
        }
        let isMadeKnown = !place.listed.isEmpty && !place.lists(expected) && place.lists(held)
        let message =
            isMadeKnown
            ? "an unknown value becomes a known one"
            : difference.message ?? conversionHint(for: value, held, expected, place)
        // An unlisted value may become any value except a listed one.
        let isExcusable = difference.isExcusable || !place.listsChoice(held)
        var named = ValueDifference(value, expected, message, isExcusable: isExcusable)
        named.leaf = difference.leaf
        return [named]
    }

    private func comparePlatformValue(
        _ value: some PlatformValue, _ expected: JSON, by place: MappedPlace, as conversion: ConversionContract?
    ) -> [ValueDifference] {
        let reader = PlatformReader(conversion: conversion, usesCasts: readsByCasts)
        var cause: String?
        var isExcusable = true
        if let difference = reader.difference(of: value, expected) {
            cause = difference.cause
            // A number that the schema refuses may be rounded, for example to the step of `multipleOf`.
            let distance = value.shown.doubleValue.flatMap { shown in expected.doubleValue.map { abs(shown - $0) } }
            let isRounded = distance.map { $0 < 1 && !place.accepts(expected) } ?? false
            isExcusable = difference.isExcusable || isRounded || isDefault(value, for: expected, place)
        } else {
            guard conversion == nil, value is any BinaryFloatingPoint, place.promisesDigits(of: expected),
                value.shown != expected
            else { return [] }
            cause = "a \(Swift.type(of: value)) cannot represent all of its digits"
            isExcusable = false
        }
        if let number = expected.numberValue, value.shown.stringValue.flatMap({ JSONNumber(text: $0) }) == number {
            cause = "\"as\": \"number\" allows a string for this number"
        }
        if let id = value.shown.stringValue.flatMap(UUID.init(uuidString:)), id == UUID(uuidString: expected.plainText)
        {
            cause = "\"as\": \"uuid\" allows either letter case"
        }
        let converted = conversion == nil ? nil : reader.shown(like: value, expected)
        var difference = ValueDifference(value, converted ?? expected, cause, isExcusable: isExcusable)
        difference.leaf = PlatformLeaf(kind: .platform(Swift.type(of: value), reader))
        return [difference]
    }

    /// Whether the value was already compared, as an unchanged part of an instance.
    func isKnown(_ expected: JSON?) -> Bool { steps != nil && expected.map(cache.contains) ?? false }

    func isKnown(_ json: JSON, around place: JSONPointer) -> Bool {
        if steps == nil { return false }
        var part: JSON? = json
        return place.tokens.prefix { $0 != "*" }.contains { token in
            if let step = part.flatMap(step), step != token { return true }
            part = part?.child(token)
            return isKnown(part)
        }
    }

    /// Whether a value is the schema's default, used because a cast failed.
    private func isDefault(_ value: some PlatformValue, for json: JSON, _ place: MappedPlace) -> Bool {
        // A cast may fail for the default itself.
        guard readsByCasts, let schemaDefault = place.schemaDefault, schemaDefault != json, !reads(value, json) else {
            return false
        }
        return comparePart(value, schemaDefault, by: place, as: nil).isEmpty
    }

    private func reads<Value>(_: Value, _ json: JSON) -> Bool { json.foundation is Value }

    /// Whether a struct that decodes any JSON, such as `AnyCodable`, holds null.
    private func holdsNull(_ value: Any) -> Bool {
        guard takesAnything(value) else { return false }
        let properties = Reflection.properties(of: value)
        return properties.count == 1 && Reflection.isNull(properties[0].value)
    }

    /// Whether the value's type decodes from every kind of JSON value.
    private func takesAnything(_ value: Any) -> Bool {
        let type = ObjectIdentifier(type(of: value))
        if let known = universalTypes[type] { return known }
        let isUniversal = ([7, true, "text", [], [:]] as [JSON]).allSatisfy { another(like: value, $0) != nil }
        universalTypes[type] = isUniversal
        return isUniversal
    }

    private func another(like value: Any, _ json: JSON) -> Any? {
        func decoded<Value: Decodable>(_: Value) -> Value? {
            PlatformReader(conversion: nil, usesCasts: false).decodedOrCast(Value.self, json)
        }
        func made<Value: RawRepresentable>(_: Value) -> Value? {
            (json.foundation as? Value.RawValue).flatMap(Value.init(rawValue:))
        }
        if let value = value as? any Decodable { return decoded(value) }
        return (value as? any RawRepresentable).flatMap { made($0) }
    }

    /// Whether an enumeration keeps a listed text as a payload, although it has cases for other listed texts.
    private func keepsUnknown(_ value: Any, _ text: JSON, beside listed: [JSON]) -> Bool {
        guard let name = Reflection.enumCase(value), let payload = Mirror(reflecting: value).children.first?.value,
            Reflection.json(of: payload) == text
        else { return false }
        return listed.contains { another(like: value, $0).flatMap(Reflection.enumCase).map { $0 != name } ?? false }
    }

    private func compareParts(
        of value: Any, _ expected: JSON, by place: MappedPlace, as conversion: ConversionContract?
    ) -> [ValueDifference] {
        if let own = entered(place, by: value) { return compare(value, expected, by: own) }
        let mirror = Mirror(reflecting: value)
        if let model = place.elementModel, !mirror.isContainer { return compare(value, expected, by: model) }
        switch mirror.displayStyle {
        case .collection:
            if let elements = expected.arrayValue {
                return compare(mirror.children.map(\.value), elements, of: value) {
                    compare($0, $1, by: place.element($2), as: conversion)
                }
            }
            // A list of one element represents that element, as a single-property struct does.
            let only = mirror.children.count == 1 ? mirror.children.first?.value : nil
            if let members = expected.objectValue {
                let found = compare(pairs: mirror, members, of: value, by: place, as: conversion)
                if found.isEmpty || only == nil { return found }
            }
            guard let only else { return different(value, expected) }
            return comparePart(only, expected, by: place, as: conversion).map { $0.within("[0]", at: []) }
        case .set:
            guard let elements = expected.arrayValue else { return different(value, expected) }
            return compare(set: mirror, elements, of: value) { compare($0, $1, by: place.element(0), as: conversion) }
        case .dictionary:
            guard let members = expected.objectValue else { return different(value, expected) }
            return compare(dictionary: mirror, members, of: value) {
                compare($0, $1, by: place.member($2), as: conversion)
            }
        case .enum: return compare(choice: value, mirror.children.first, expected, by: place, as: conversion)
        default:
            let found = compareProperties(of: value, mirror, expected, by: place, as: conversion)
            // A value with a lossless description represents that text, however its parts are stored.
            if !found.isEmpty, let text = expected.stringValue,
                (value as? any LosslessStringConvertible)?.description == text
            {
                return []
            }
            guard !found.isEmpty, PlatformType.contains(Swift.type(of: value)) else { return found }
            if PlatformType.reads(value, from: expected) { return [] }
            // It may have read part of a list, which its own coding would not write.
            return expected.objectValue == nil ? [ValueDifference(value, expected, isExcusable: true)] : found
        }
    }

    private func compareProperties(
        of value: Any, _ mirror: Mirror, _ expected: JSON, by place: MappedPlace, as conversion: ConversionContract?
    ) -> [ValueDifference] {
        let properties = Reflection.properties(of: mirror)
        // A newtype represents its only value, also a dictionary. An object that contains itself represents nothing.
        let isNewtype = properties.count == 1 && (place.isDictionary || takesAnything(value))
        if expected.objectValue != nil, !isNewtype {
            return compare(properties, by: place.plan(of: value, properties), expected)
        }
        guard properties.count == 1, newtypes < Self.deepestNewtype else {
            return different(value, expected, conversionHint(for: value, Reflection.json(of: value), expected, place))
        }
        newtypes += 1
        defer { newtypes -= 1 }
        var found = comparePart(properties[0].value, expected, by: place, as: conversion)
        if found.count == 1, found[0].path.isEmpty, found[0].message == nil {
            found[0].message = conversionHint(for: value, Reflection.json(of: properties[0].value), expected, place)
        }
        return found
    }

    /// Suggests a Conversion if a custom type holds another JSON type than its valid input, and is not its description.
    private func conversionHint(for value: Any, _ held: JSON, _ expected: JSON, _ place: MappedPlace) -> String? {
        let isDescribed = expected.stringValue != nil && value is any LosslessStringConvertible
        if isDescribed || held.isNull || held.plainType == expected.plainType || !place.accepts(expected) { return nil }
        return "\"as\" can name a Conversion that makes a \(Swift.type(of: value)) of it"
    }

    func different(
        _ value: Any, _ expected: JSON, _ message: String? = nil, isExcusable: Bool = false
    ) -> [ValueDifference] {
        Reflection.json(of: value) == expected
            ? [] : [ValueDifference(value, expected, message, isExcusable: isExcusable)]
    }

    // MARK: - Properties

    /// Returns the only member to compare, which leads to the change, or `nil` for all.
    func step(in json: JSON) -> String? { json.address.flatMap { steps?[$0] } }

    func compare(_ properties: Reflection.Properties, by plan: PropertyPlan, _ json: JSON) -> [ValueDifference] {
        let step = step(in: json)
        let found = zip(properties, plan.readings).flatMap { property, reading -> [ValueDifference] in
            guard let (member, place) = reading, step == nil || member == nil || step == member else { return [] }
            let expected: JSON? = if let member { json[member] } else { json }
            return comparePart(property.value, expected, by: place, as: nil).map {
                $0.within(property.name, at: member.map { [$0] } ?? [])
            }
        }
        return (reports == .problems ? plan.problems : []) + found
    }
}
