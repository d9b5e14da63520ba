import ContractFormat
import JSONSchema

/// The Swift type of a schema's values, and the call on a field that reads one.
struct ReaderCode {
    private(set) var type: String
    /// The call on a field, such as `.string { !$0.isEmpty }`.
    private(set) var call: String
    /// Constraints that neither the type nor the call enforces.
    private(set) var gaps: [String]
    private(set) var notes: [String] = []
    private(set) var declaration: [SwiftCode] = []

    init(type: String, call: String, gaps: [String] = [], declaration: [SwiftCode] = []) {
        (self.type, self.call, self.gaps, self.declaration) = (type, call, gaps, declaration)
    }

    /// Makes the reader of one type, or returns `nil` if no single Swift value holds its values.
    init?(_ facts: SchemaFacts, as type: SchemaFacts.PlainType, depth: Int = 0) {
        guard depth < 8 else { return nil }
        switch type {
        case .string: self.init(type: "String", call: ".string" + Self.closure(facts.textConditions), gaps: facts.gaps)
        case .integer:
            if let range = facts.integerRange { self.init(integer: facts, in: range) } else { self.init(whole: facts) }
        case .number: self.init(type: "Double", call: ".number" + Self.closure(facts.numberConditions))
        case .boolean:
            guard facts.choices?.compactMap(\.boolValue).count != 1 else { return nil }
            self.init(type: "Bool", call: ".boolean()")
        case .array: self.init(array: facts, depth)
        case .object: self.init(map: facts, depth)
        }
    }

    /// Returns the reader of a place whose values all have one type, without alternatives.
    static func singleType(_ facts: SchemaFacts, depth: Int = 0) -> ReaderCode? {
        guard !facts.hasCombinations, !facts.isImpossible, let types = facts.plainTypes, types.count == 1 else {
            return nil
        }
        return ReaderCode(facts, as: types[0], depth: depth)
    }

    private static func closure(_ conditions: [String], behind arguments: String = "") -> String {
        let call = arguments.isEmpty && !conditions.isEmpty ? "" : "(\(arguments))"
        return conditions.isEmpty ? call : "\(call) { \(conditions.joined(separator: " && ")) }"
    }

    // MARK: - Numbers

    private init(integer facts: SchemaFacts, in range: ClosedRange<Int>) {
        var conditions: [String] = []
        if let choices = facts.choices?.compactMap(\.intValue), choices.count < range.count {
            conditions.append("[\(choices.map(String.init).joined(separator: ", "))].contains($0)")
        }
        for step in facts.divisors {
            if let step = step.intValue, step != 0 {
                conditions.append("$0.isMultiple(of: \(step))")
            } else if let other = JSONNumber(step.doubleValue) {
                conditions.append("isMultiple(Double($0), of: \(other.text))")
            }
        }
        let exact = -9_007_199_254_740_991...9_007_199_254_740_991
        let arguments = range == exact ? "" : "in: \(range.lowerBound)...\(range.upperBound)"
        self.init(type: "Int", call: ".integer" + Self.closure(conditions, behind: arguments))
    }

    private init(whole facts: SchemaFacts) {
        self.init(type: "Double", call: ".number" + Self.closure(["$0 == $0.rounded()"] + facts.numberConditions))
        notes = [
            "the schema allows integers that an Int cannot represent; add 'minimum' and 'maximum' to get an Int"
        ]
    }

    // MARK: - Lists and maps

    private init?(array facts: SchemaFacts, _ depth: Int) {
        guard facts.choices == nil, facts.prefixItems.isEmpty, facts.contained.isEmpty, !facts.hasUniqueItems,
            !facts.items.isEmpty, let element = Self.element(facts.items, depth)
        else { return nil }
        let count = facts.itemCounts.condition(on: "$0").map { "(count: { \($0) })" } ?? ""
        self = element
        type = "[\(element.type)]"
        call = ".array\(count) { \(element.call) }"
    }

    private init?(map facts: SchemaFacts, _ depth: Int) {
        guard facts.properties.isEmpty, facts.required.isEmpty, facts.limits.count == 1,
            facts.patternProperties.isEmpty, facts.propertyNames.isEmpty, facts.memberCounts.isOpen,
            facts.dependentRequired.isEmpty, facts.dependentSchemas.isEmpty, facts.choices == nil,
            let schema = facts.limits.first?.schema, schema.json.objectValue != nil,
            let element = Self.element([schema], depth)
        else { return nil }
        self = element
        type = "[String: \(element.type)]"
        call = ".dictionary { \(element.call) }"
    }

    private static func element(_ schemas: [SchemaView], _ depth: Int) -> ReaderCode? {
        let facts = SchemaFacts(schemas)
        guard var element = singleType(facts, depth: depth + 1) else { return nil }
        element.call = "try $0\(facts.isNullable ? ".orNull()?" : "")\(element.call)"
        if facts.isNullable { element.type += "?" }
        return element
    }
}

// MARK: - Properties

extension ReaderCode {
    /// Returns the reader of a property, or `nil` if no single Swift type holds its values.
    static func reader(
        of property: PropertyContract, _ facts: SchemaFacts, _ typeNames: inout DistinctNames
    ) -> ReaderCode? {
        let types = facts.plainTypes ?? facts.alternativeTypes ?? []
        if let conversion = property.conversion, conversion != .standard(.rawValue) {
            guard types.count == 1, let reader = ReaderCode(facts, as: types[0]) else { return nil }
            return ReaderCode(reader, converted: conversion, isText: types == [.string])
        }
        if let reader = singleType(facts) { return reader }
        // Separate statements check alternatives against their schemas.
        let readers = types.mapAll { type in
            ReaderCode(
                facts.hasCombinations ? SchemaFacts(keywords: ["type": .string(type.rawValue)]) : facts, as: type)
        }
        guard let readers, let first = readers.first else { return nil }
        if readers.allSatisfy({ $0.type == first.type }) { return first }
        let name = typeNames.take(SwiftName.type(property.names.last ?? "", fallback: "Value"))
        return ReaderCode(
            type: name, call: ".read { try \(name)($0) }", gaps: readers.flatMap(\.gaps),
            declaration: [choice(name, readers)])
    }

    private init?(_ reader: ReaderCode, converted conversion: ConversionContract, isText: Bool) {
        let isNumber = ["Int", "Double"].contains(reader.type)
        // Only the author of any other conversion knows its values.
        switch conversion {
        case .standard(.url) where isText:
            self.init(type: "URL", call: ".url" + reader.call.dropFirst(".string".count), gaps: reader.gaps)
        case .standard(.dateTime) where isText:
            self.init(type: "Date", call: ".date" + reader.call.dropFirst(".string".count), gaps: reader.gaps)
        case .standard(.epochSeconds) where isNumber:
            self.init(type: "Date", call: ".epoch { try $0\(reader.call) }")
        case .standard(.epochMilliseconds) where isNumber:
            self.init(type: "Date", call: ".epoch(per: 1000) { try $0\(reader.call) }")
        case .standard, .pattern, .cases, .named: return nil
        }
    }

    private static func choice(_ name: String, _ readers: [ReaderCode]) -> SwiftCode {
        let cases = readers.map { (label: label(of: $0.type), type: $0.type, call: $0.call) }
        let attempts = cases.reversed().reduce(into: [SwiftCode]()) { rest, part in
            let read: SwiftCode = "self = .\(part.label)(try field\(part.call))"
            rest = [
                rest.isEmpty
                    ? read
                    : """
                    do {
                        \(read)
                    } catch {
                        \(rest)
                    }
                    """
            ]
        }
        return HelperCode.template(
            "value",
            [
                "name": [SwiftCode(name)], "attempts": attempts,
                "cases": cases.map { "case \($0.label)(\($0.type))" },
                "makes": cases.map { "case let value as \($0.type): self = .\($0.label)(value)" },
                "values": cases.map { "case .\($0.label)(let value): value" },
            ])
    }

    private static func label(of type: String) -> String {
        let scalar = ["Int": "whole", "String": "text", "Double": "number", "Bool": "flag"][type]
        return scalar ?? (type.hasPrefix("[String:") ? "map" : "list")
    }
}

// MARK: - Conditions

extension SchemaFacts {
    var textConditions: [String] {
        let values = choices?.compactMap(\.stringValue).map(SwiftName.literal).joined(separator: ", ")
        let length =
            lengths.least == 1 && lengths.greatest == nil
            ? "!$0.isEmpty" : lengths.condition(on: "$0.unicodeScalars.count")
        return [values.map { "[\($0)].contains($0)" }, length].compactMap(\.self)
            + patterns.map { "matches($0, \(SwiftName.rawLiteral(SwiftPattern.text(of: $0))))" }
            + formats.compactMap(HelperCode.function).map { "\($0)($0)" }
    }

    fileprivate var numberConditions: [String] {
        var conditions: [String] = []
        if let choices = choices?.compactMap({ $0.numberValue?.text }) {
            conditions.append("[\(choices.joined(separator: ", "))].contains($0)")
        }
        if let low = lowerBound, let high = upperBound, !low.isExclusive, !high.isExclusive, low.value <= high.value {
            conditions.append("(\(low.value.text)...\(high.value.text)).contains($0)")
        } else {
            if let low = lowerBound { conditions.append("$0 \(low.isExclusive ? ">" : ">=") \(low.value.text)") }
            if let high = upperBound { conditions.append("$0 \(high.isExclusive ? "<" : "<=") \(high.value.text)") }
        }
        return conditions
            + divisors.map { step in
                // Division by a binary fraction is exact.
                JSONNumber(step.doubleValue * 1_048_576)?.isInteger ?? false
                    ? "$0.truncatingRemainder(dividingBy: \(step.text)) == 0" : "isMultiple($0, of: \(step.text))"
            }
    }
}

extension SchemaFacts.Bounds {
    func condition(on name: String) -> String? {
        switch (least, greatest) {
        case (0, nil): nil
        case (_, nil): "\(name) >= \(least)"
        case (0, let greatest?): "\(name) <= \(greatest)"
        case (_, let greatest?) where least == greatest: "\(name) == \(least)"
        case (_, let greatest?): least < greatest ? "(\(least)...\(greatest)).contains(\(name))" : "false"
        }
    }
}
