import JSONSchema

/// The mapping of a property that does not follow from its name: the place of its value and its conversion.
package final class PropertyContract: Sendable {
    package enum Order: String, Sendable, CaseIterable {
        case same, any
    }

    /// The dotted path in the Swift value; `[]` stands for every element or value, as in `assets[].url`.
    package let path: String
    /// The place of the value in the JSON, with a `*` for each `[]` of the path.
    package let pointer: JSONPointer
    /// Whether the property is an array of values from several places, marked by a further `*` in the pointer.
    package let isCollected: Bool
    package let conversion: ConversionContract?
    /// The model of the value, or of each element of an array or value of a dictionary.
    package let model: NamedText?
    /// The fallback for unknown enumeration values, as reflected.
    package let otherwise: JSON?
    /// The value for a missing member, as reflected.
    package let missing: JSON?
    package let null: JSON?
    /// Whether elements that the schema rejects are omitted.
    package let isLossy: Bool
    package let order: Order
    package let place: JSONPointer
    /// The property names on the path, without elements.
    package let names: [String]

    /// Whether it is a property of all elements of a list: `hours[].time`.
    package let isOfElements: Bool

    /// Whether the property holds the whole value of its place, unconverted. Elements that a lossy list omits do not count.
    var isComplete: Bool { conversion == nil && otherwise == nil && (absent == nil || isLossy) && order == .same }

    package var absent: JSON? { missing ?? null }

    /// The container and the property relative to its elements; `nil` without `[]` in the path.
    package var ofElements: (container: JSONPointer, property: PropertyContract)? {
        guard let range = path.range(of: Self.elements), let star = pointer.tokens.firstIndex(of: "*") else {
            return nil
        }
        let property = moved(
            path: String(path[range.upperBound...].drop { $0 == "." }), pointer.tokens[(star + 1)...])
        return (JSONPointer(tokens: Array(pointer.tokens[..<star])), property)
    }

    /// Separates the properties of elements from the others, and adds an entry for each of their lists. Properties that
    /// read parallel lists, such as `hours[].time` from `/hourly/time/*`, become lists themselves.
    package static func split(_ mapped: [PropertyContract]) -> (own: [PropertyContract], ofElements: [PropertyContract])
    {
        func list(_ property: PropertyContract) -> String { String(property.path.prefix { $0 != "[" }) }
        let containers = mapped.grouped(by: list).map { ($0, Set($1.compactMap(\.ofElements?.container))) }
        let isShared = Dictionary(containers.map { ($0, $1.count > 1) }) { $1 }
        let parts = mapped.map { property -> (property: PropertyContract, isOfElements: Bool) in
            guard let part = property.ofElements else { return (property, false) }
            guard isShared[list(property)] ?? false, part.property.pointer.tokens.isEmpty else {
                return (property, true)
            }
            return (property.moved(path: property.path, part.container.tokens[...]), false)
        }
        let ofElements = parts.filter(\.isOfElements).map(\.property)
        let lists = ofElements.compactMap { property -> PropertyContract? in
            let name = list(property)
            // A list of the member's own name needs no entry.
            guard let container = property.ofElements?.container, !(isShared[name] ?? false), name != "",
                name.pathNames.map(\.folded) != container.tokens.map(\.folded),
                !mapped.contains(where: { $0.path == name })
            else { return nil }
            return PropertyContract(path: name, pointer: container, place: property.place)
        }
        return (parts.filter { !$0.isOfElements }.map(\.property) + lists.distinct(by: \.path), ofElements)
    }

    /// Returns the property relative to a part of the model; `nil` if it is in another part.
    package func below(_ name: String, at place: JSONPointer) -> PropertyContract? {
        guard path.hasPrefix(name + "."), pointer.tokens.starts(with: place.tokens) else { return nil }
        return moved(path: String(path.dropFirst(name.count + 1)), pointer.tokens.dropFirst(place.tokens.count))
    }

    private func moved(path: String, _ tokens: ArraySlice<String>) -> PropertyContract {
        PropertyContract(
            path: path, pointer: JSONPointer(tokens: Array(tokens)), place: place, isCollected: isCollected,
            conversion: conversion, model: model, otherwise: otherwise, missing: missing, null: null, isLossy: isLossy,
            order: order)
    }

    fileprivate static let elements = "[]"

    package init(
        path: String, pointer: JSONPointer, place: JSONPointer, isCollected: Bool = false,
        conversion: ConversionContract? = nil, model: NamedText? = nil, otherwise: JSON? = nil, missing: JSON? = nil,
        null: JSON? = nil, isLossy: Bool = false, order: Order = .same
    ) {
        (self.path, self.pointer, self.isCollected, self.place) = (path, pointer, isCollected, place)
        (self.conversion, self.model, self.otherwise, self.missing) = (conversion, model, otherwise, missing)
        (self.null, self.isLossy, self.order) = (null, isLossy, order)
        names = path.pathNames
        isOfElements = path.contains(Self.elements)
    }
}

extension PropertyContract {
    convenience init?(path: String, of schema: EmbeddedSchema, reading reader: ContractCursor) {
        guard reader.json.stringValue == nil else {
            guard let pointer = reader.jsonPointer, let isCollected = reader.isCollected(pointer, path, schema) else {
                return nil
            }
            self.init(path: path, pointer: pointer, place: reader.pointer, isCollected: isCollected)
            return
        }
        guard
            let object = reader.object(of: ContractKeys.Property.self),
            let pointer = object[.pointer].map({ $0.jsonPointer }) ?? reader.member(named: path, of: schema),
            let isCollected = reader.isCollected(pointer, path, schema)
        else { return nil }
        _ = object.one(of: [.as, .cases], "a property is converted in one way")
        for key: ContractKeys.Property in [.missing, .null] {
            _ = object.one(of: [.absent, key], "'absent' already covers missing and null")
        }
        let absent = object[.absent]?.json
        self.init(
            path: path, pointer: pointer, place: reader.pointer, isCollected: isCollected,
            conversion: object[.cases]?.cases ?? object[.as]?.conversion,
            model: object[.model]?.namedText, otherwise: object[.otherwise]?.json,
            missing: absent ?? object[.missing]?.json, null: absent ?? object[.null]?.json,
            isLossy: object[.lossy]?.bool() ?? false, order: object[.order]?.choice() ?? .same)
    }
}

extension ContractCursor {
    /// Whether the pointer has more wildcards than the path names elements.
    fileprivate func isCollected(_ place: JSONPointer, _ path: String, _ schema: EmbeddedSchema) -> Bool? {
        let named = path.components(separatedBy: PropertyContract.elements).count - 1
        let stars = schema.view.stars(in: place)
        guard named <= stars else {
            fault("'\(path)' names elements that '\(place)' has no '*' for: expected one for each '[]'")
            return nil
        }
        return stars > named
    }

    fileprivate func member(named path: String, of schema: EmbeddedSchema) -> JSONPointer? {
        if let pointer = MemberName.pointer(named: path, in: schema.view) { return pointer }
        fault("the schema has no member named '\(path)': name one with \"pointer\"")
        return nil
    }
}

extension SchemaView {
    /// Counts the `*` of a pointer that are wildcards and not member names.
    fileprivate func stars(in pointer: JSONPointer) -> Int {
        return pointer.tokens.indices.count { index in
            guard pointer.tokens[index] == "*" else { return false }
            let around = schemas(at: JSONPointer(tokens: Array(pointer.tokens[..<index])))
            return !around.contains { $0.member("properties", "*") != nil }
        }
    }

    func schemas(at place: JSONPointer) -> [SchemaView] {
        place.tokens.reduce(describingSchemas) { schemas, token in
            let members = schemas.member(token)
            let index = token == "*" ? 0 : Int(token)
            let elements = index.map { index in schemas.compactMap { $0.element(index) } } ?? []
            return (members + elements).flatMap(\.describingSchemas)
        }
    }
}

package enum MemberName {
    /// Returns the letters and digits in lowercase, so that spellings compare equal.
    package static func folded(_ name: String) -> String {
        let isFolded = name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        if isFolded { return name }
        let core = name.filter { $0.isLetter || $0.isNumber }
        return (core.isEmpty ? name : core).lowercased()
    }

    /// Returns the exact match, or else the first name that differs only in spelling.
    package static func match(_ name: String, among names: [String]) -> String? {
        if names.contains(name) { return name }
        let folded = folded(name)
        return names.first { Self.folded($0) == folded }
    }

    /// Converts a name to camel case: `text_block` and `TEXT-BLOCK` become `textBlock`.
    package static func camelCase(_ name: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        guard let first = words.first else { return name }
        let isShouted = !name.contains(where: \.isLowercase)
        let rest = words.dropFirst().map { word in
            word.prefix(1).uppercased() + (isShouted ? word.dropFirst().lowercased() : String(word.dropFirst()))
        }
        return (isShouted ? first.lowercased() : first.prefix(1).lowercased() + first.dropFirst()) + rest.joined()
    }

    package static func pointer(named path: String, in schema: SchemaView) -> JSONPointer? {
        var schemas = [schema]
        var pointer = JSONPointer.root
        for part in path.split(separator: ".").map(String.init) {
            let isMany = part.hasSuffix(PropertyContract.elements)
            let name = isMany ? String(part.dropLast(PropertyContract.elements.count)) : part
            let members = schemas.flatMap(\.describingSchemas).flatMap { $0.members("properties") }
            guard let member = match(name, among: members.map(\.name)) else { return nil }
            pointer = pointer.appending(member)
            schemas = members.filter { $0.name == member }.map(\.view)
            if isMany {
                pointer = pointer.appending("*")
                schemas = schemas.flatMap(\.describingSchemas).flatMap { view in
                    [view.element(0), view.child("additionalProperties")].compactMap { $0 }
                }
            }
        }
        return pointer
    }
}

extension String {
    /// The names of a property path, without elements: `hours[].time` has two.
    package var pathNames: [String] {
        replacing(PropertyContract.elements, with: "").split(separator: ".").map(String.init)
    }

    package var folded: String { MemberName.folded(self) }

    /// Whether a parameter name denotes a pagination cursor from an earlier response.
    package var isCursorName: Bool {
        ["cursor", "after", "pagetoken", "nexttoken", "continuation", "startingafter"].contains(folded)
    }
}
