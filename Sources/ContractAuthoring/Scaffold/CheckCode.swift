import JSONSchema

/// A generator of statements that throw for every value a schema rejects, and keep no value.
struct CheckCode {
    private(set) var gaps: [String] = []
    /// The places whose whole schema is enforced when a property is read.
    var enforcedPlaces: Set<JSONPointer> = []
    var openedObjects: Set<JSONPointer> = []
    /// The number of places left to visit, because definitions may refer to each other endlessly.
    private var budget = 2_000

    mutating func note(_ gaps: String...) { note(gaps) }

    mutating func note(_ gaps: [String]) { self.gaps = (self.gaps + gaps).distinct }

    /// - Parameter place: The field's place in the model, or `nil` within arrays and alternatives.
    mutating func statements(
        _ facts: SchemaFacts, on field: String, at place: JSONPointer? = nil, isRequired: Bool, depth: Int = 0
    ) -> [SwiftCode] {
        if let place, enforcedPlaces.contains(place) { return [] }
        budget -= 1
        if depth > 6 || budget < 0 {
            note("values nested deeper than six levels, or recursive values")
            return []
        }
        note(facts.gaps)
        let presence: [SwiftCode] = isRequired ? ["try \(field).there()"] : []
        if facts.saysNothing { return presence }
        if facts.isImpossible { return ["try \(field).not { try $0.there() }"] }
        let unwrapped = Self.unwrapped(field, isRequired: isRequired, isNullable: facts.isNullable)
        if let reader = ReaderCode.singleType(facts), !reader.type.contains("[") {
            return ["_ = try \(unwrapped)\(reader.call)"]
        }
        guard unwrapped.hasSuffix("?") else {
            let checks = value(facts, on: field, at: place, depth: depth)
            return checks.isEmpty && !isOpened(place) ? presence : checks
        }
        let checks = value(facts, on: "field", at: place, depth: depth)
        if checks.isEmpty { return isOpened(place) ? [] : presence }
        let value = String(unwrapped.dropLast())
        return [Self.block("if let field = \(value.contains("()") ? "try \(value)" : value)", checks)]
    }

    private func isOpened(_ place: JSONPointer?) -> Bool { place.map(openedObjects.contains) ?? false }

    /// Returns the field with the call that lets it be absent or null.
    static func unwrapped(_ field: String, isRequired: Bool, isNullable: Bool) -> String {
        switch (isRequired, isNullable) {
        case (true, false): field
        case (true, true): field + ".orNull()?"
        case (false, false): field + ".ifThere?"
        case (false, true): field + ".ifPresent?"
        }
    }

    // MARK: - Values

    private mutating func value(
        _ facts: SchemaFacts, on field: String, at place: JSONPointer?, depth: Int
    ) -> [SwiftCode] {
        var lines: [SwiftCode] = []
        switch facts.plainTypes {
        case nil: lines = untyped(facts, on: field, depth: depth)
        case .some(let types) where types.count == 1: lines = typed(facts, types[0], on: field, at: place, depth: depth)
        case .some(let types):
            let branches = types.map { typed(facts, $0, on: "$0", depth: depth) }
            lines = [
                branches.isEmpty ? "try \(field).not { try $0.there() }" : Self.call("try \(field).anyOf", branches)
            ]
        }
        return lines + combinations(facts, on: field, depth: depth)
    }

    /// Returns statements on a value of any type. A keyword of one type applies only to values of that type.
    private mutating func untyped(_ facts: SchemaFacts, on field: String, depth: Int) -> [SwiftCode] {
        SchemaFacts.PlainType.allCases.filter { $0 != .integer }.compactMap { type in
            let plain = typed(SchemaFacts(keywords: ["type": .string(type.rawValue)]), type, on: "$0", depth: depth)
            let full = typed(facts, type, on: "$0", depth: depth)
            guard full != plain else { return nil }
            let other = plain.compactMap(\.soleLine).joined(separator: "; ")
            return Self.call("try \(field).anyOf", [full, ["try $0.not { \(other) }"]])
        }
    }

    private mutating func typed(
        _ facts: SchemaFacts, _ type: SchemaFacts.PlainType, on field: String, at place: JSONPointer? = nil, depth: Int
    ) -> [SwiftCode] {
        switch type {
        case .string, .integer, .number, .boolean:
            if let reader = ReaderCode(facts, as: type) { return ["_ = try \(field)\(reader.call)"] }
            return [Self.isOne(of: facts.choices ?? [], field)]
        case .array: return list(facts, on: field, depth)
        case .object: return object(facts, on: field, at: place, depth: depth)
        }
    }

    private static func isOne(of choices: [JSON], _ field: String) -> SwiftCode {
        "try \(field).isOne(of: \(choices.map { SwiftName.literal($0.text()) }.joined(separator: ", ")))"
    }

    // MARK: - Lists

    private mutating func list(_ facts: SchemaFacts, on field: String, _ depth: Int) -> [SwiftCode] {
        let count = facts.itemCounts.condition(on: "$0").map { "(count: { \($0) })" } ?? ""
        let elements =
            facts.items.isEmpty
            ? [] : statements(SchemaFacts(facts.items), on: "element", isRequired: true, depth: depth + 1)
        var lines: [SwiftCode]
        if elements.isEmpty {
            lines = ["_ = try \(field).array\(count) { _ in }"]
        } else if let line = elements.soleLine, line.hasPrefix("_ = try element.") {
            lines = ["_ = try \(field).array\(count) { try $0\(String(line.dropFirst("_ = try element".count))) }"]
        } else {
            lines = [Self.block("_ = try \(field).array\(count)", taking: " element in", elements)]
        }
        for prefix in facts.prefixItems {
            for (index, schema) in prefix.enumerated() {
                // A missing element violates no schema.
                let checks = statements(SchemaFacts([schema]), on: "element", isRequired: true, depth: depth + 1)
                if checks.isEmpty { continue }
                lines.append(Self.block("if let element = try \(field).element(\(index)).ifThere", checks))
            }
        }
        if facts.hasUniqueItems { lines.append("try \(field).unique()") }
        for (schema, counts) in facts.contained {
            lines.append(
                Self.call(
                    "try \(field).containing({ \(counts.condition(on: "$0") ?? "$0 >= 0") })",
                    trailing: statements(SchemaFacts([schema]), on: "$0", isRequired: true, depth: depth + 1)))
        }
        if let choices = facts.choices { lines.append(Self.isOne(of: choices, field)) }
        return lines
    }

    // MARK: - Objects

    mutating func object(_ facts: SchemaFacts, on field: String, at place: JSONPointer?, depth: Int) -> [SwiftCode] {
        var lines: [SwiftCode] = isOpened(place) ? [] : ["try \(field).object()"]
        for (key, schemas) in facts.properties {
            lines += statements(
                SchemaFacts(schemas), on: "\(field)[\(SwiftName.literal(key))]", at: place?.appending(key),
                isRequired: facts.requires(key), depth: depth + 1)
        }
        let named = facts.properties.map(\.key)
        lines += facts.required.filter { !named.contains($0) }.map { Self.presence(of: $0, in: field) }
        if let range = facts.memberCounts.condition(on: "$0") { lines.append("try \(field).memberCount { \(range) }") }
        for (keys, patterns, schema) in facts.limits {
            let names = "[\(keys.map(SwiftName.literal).joined(separator: ", "))]"
            let matches = patterns.map(Self.match).joined(separator: " || ")
            let known = matches.isEmpty ? "" : ", or: { \(matches) }"
            if schema.json == false {
                lines.append("try \(field).only(\(names)\(known))")
            } else {
                lines += each("try \(field).others(than: \(names)\(known))", schema, depth)
            }
        }
        for (pattern, schema) in facts.patternProperties {
            lines += each("try \(field).each({ \(Self.match(pattern)) })", schema, depth)
        }
        for names in facts.propertyNames.map({ SchemaFacts([$0]) }) {
            note(names.gaps)
            let conditions = names.textConditions.joined(separator: " && ")
            lines.append("try \(field).names { \(conditions.isEmpty ? "_ in true" : conditions) }")
        }
        for (key, needs) in facts.dependentRequired where !needs.isEmpty {
            lines.append(Self.dependent(on: key, in: field, needs.map { Self.presence(of: $0, in: field) }))
        }
        for (key, schema) in facts.dependentSchemas {
            let checks = statements(SchemaFacts([schema]), on: field, isRequired: true, depth: depth + 1)
            if !checks.isEmpty { lines.append(Self.dependent(on: key, in: field, checks)) }
        }
        return lines
    }

    private mutating func each(_ head: String, _ schema: SchemaView, _ depth: Int) -> [SwiftCode] {
        let checks = statements(SchemaFacts([schema]), on: "$0", isRequired: true, depth: depth + 1)
        return checks.isEmpty ? [] : [Self.call(head, trailing: checks)]
    }

    private static func presence(of key: String, in field: String) -> SwiftCode {
        "try \(field)[\(SwiftName.literal(key))].there()"
    }

    private static func dependent(on key: String, in field: String, _ checks: [SwiftCode]) -> SwiftCode {
        block("if \(field)[\(SwiftName.literal(key))].ifThere != nil", checks)
    }

    private static func match(_ pattern: String) -> String {
        SchemaFacts(keywords: ["pattern": .string(pattern)]).textConditions.joined()
    }

    // MARK: - Alternatives

    mutating func combinations(_ facts: SchemaFacts, on field: String, depth: Int) -> [SwiftCode] {
        var lines: [SwiftCode] = []
        for (keyword, groups) in [("anyOf", facts.anyOf), ("oneOf", facts.oneOf)] {
            for branches in groups {
                lines.append(Self.call("try \(field).\(keyword)", branches.map { whole($0, on: "$0", depth) }))
            }
        }
        for schema in facts.not {
            lines.append(Self.call("try \(field).not", trailing: whole(schema, on: "$0", depth)))
        }
        for (test, then, otherwise) in facts.conditions {
            let checks = whole(test, on: "$0", depth)
            let yes = then.map { whole($0, on: field, depth) } ?? []
            let no = otherwise.map { whole($0, on: field, depth) } ?? []
            // A trailing closure cannot precede a block.
            let head: SwiftCode =
                checks.closure.map { "if \(field).passes({ \($0) }) {" }
                    ?? """
                    if \(field).passes({
                        \(checks)
                    }) {
                    """
            let alternative: [SwiftCode] =
                no.isEmpty
                ? []
                : [
                    """
                    } else {
                        \(no)
                    """
                ]
            lines.append(
                """
                \(head)
                    \(yes)
                \(alternative)
                }
                """)
        }
        return lines
    }

    /// Returns statements on a present value, which may be null.
    private mutating func whole(_ schema: SchemaView, on field: String, _ depth: Int) -> [SwiftCode] {
        let facts = SchemaFacts([schema])
        if facts.isNullable, facts.plainTypes == [] || facts.choices == [] { return ["try \(field).null()"] }
        return statements(facts, on: field, isRequired: true, depth: depth + 1)
    }

    // MARK: - Layout

    private static func block(_ head: String, taking parameter: String = "", _ body: [SwiftCode]) -> SwiftCode {
        """
        \(head) {\(parameter)
            \(body)
        }
        """
    }

    private static func call(_ head: String, _ closures: [[SwiftCode]]) -> SwiftCode {
        let lines = closures.compactMap(\.closure)
        if lines.count == closures.count, lines.reduce(0, { $0 + $1.count }) < 80 {
            return "\(head)(\(lines.map { "{ \($0) }" }.joined(separator: ", ")))"
        }
        let parts = closures.enumerated().map { index, closure in
            call("", trailing: closure, end: index + 1 < closures.count ? "}," : "})")
        }
        return """
            \(head)(
                \(parts)
            """
    }

    private static func call(_ head: String, trailing closure: [SwiftCode], end: String = "}") -> SwiftCode {
        let start = head.isEmpty ? "{" : head + " {"
        return closure.closure.map { "\(start) \($0) \(end)" }
            ?? """
            \(start)
                \(closure)
            \(end)
            """
    }
}

extension [SwiftCode] {
    var soleLine: String? { count == 1 ? self[0].soleLine : nil }

    fileprivate var closure: String? { isEmpty ? "_ in" : soleLine }
}
