import JSONSchema

/// Writes statements that throw for every value a schema refuses, and keep nothing of it.
struct CheckCode {
    private(set) var uses: Helpers = []
    private(set) var gaps: [String] = []
    /// Definitions that refer to each other nest without end: so many places are looked at.
    private var budget = 2_000

    mutating func note(_ gap: String) { if !gaps.contains(gap) { gaps.append(gap) } }

    /// Statements on a field that may be absent.
    mutating func statements(
        _ facts: SchemaFacts, on field: String, isRequired: Bool, depth: Int = 0
    ) -> [SwiftCode] {
        budget -= 1
        if depth > 6 || budget < 0 {
            note("what nests deeper than six levels, or holds itself")
            return []
        }
        for gap in facts.gaps { note(gap) }
        if facts.saysNothing {
            guard isRequired else { return [] }
            uses.insert("there")
            return ["try \(field).there()"]
        }
        if facts.isImpossible {
            uses.formUnion(["there", "not"])
            return ["try \(field).not { try $0.there() }"]
        }
        let (marked, used) = Self.marked(field, isRequired: isRequired, isNullable: facts.isNullable)
        if let reader = ReaderCode.sole(facts), reader.gaps.isEmpty, !reader.type.contains("[") {
            uses.formUnion(reader.uses.union(used))
            return ["_ = try \(marked)\(reader.call)"]
        }
        let inner = value(facts, on: "field", depth: depth)
        if inner.isEmpty {
            guard isRequired else { return [] }
            uses.insert("there")
            return ["try \(field).there()"]
        }
        // A field that is sure to be there needs no name of its own.
        if !marked.hasSuffix("?") { return value(facts, on: field, depth: depth) }
        uses.formUnion(used)
        return [.braces("if let field = \(Self.tried(String(marked.dropLast())))", inner)]
    }

    /// An expression behind a `try`, where a part of it throws.
    static func tried(_ expression: String) -> String {
        expression.contains("()") ? "try \(expression)" : expression
    }

    /// The field with what it takes for it to be absent or null.
    static func marked(_ field: String, isRequired: Bool, isNullable: Bool) -> (text: String, uses: Helpers) {
        switch (isRequired, isNullable) {
        case (true, false): (field, [])
        case (true, true): (field + ".orNull()?", ["orNull"])
        case (false, false): (field + ".ifThere?", ["ifThere"])
        case (false, true): (field + ".ifPresent?", ["ifPresent"])
        }
    }

    /// Statements on a field that is there and not null.
    private mutating func value(_ facts: SchemaFacts, on field: String, depth: Int) -> [SwiftCode] {
        var lines: [SwiftCode] = []
        if let types = facts.plainTypes {
            let branches = types.map { type in (type, typed(facts, type, on: "$0", depth: depth)) }
            if branches.isEmpty {
                uses.formUnion(["there", "not"])
                lines.append("try \(field).not { try $0.there() }")
            } else if branches.count == 1 {
                lines += typed(facts, types[0], on: field, depth: depth)
            } else {
                uses.insert("anyOf")
                lines.append(Self.call("try \(field).anyOf", branches.map(\.1)))
            }
        } else {
            lines += untyped(facts, on: field, depth: depth)
        }
        return lines + combinations(facts, on: field, depth: depth)
    }

    /// A value of any type: what speaks of one type holds for values of that type only.
    private mutating func untyped(_ facts: SchemaFacts, on field: String, depth: Int) -> [SwiftCode] {
        var lines: [SwiftCode] = []
        for type in SchemaFacts.PlainType.allCases where type != .integer {
            let plain = typed(SchemaFacts(keywords: ["type": .string(type.rawValue)]), type, on: "$0", depth: depth)
            let full = typed(facts, type, on: "$0", depth: depth)
            guard full != plain else { continue }
            uses.formUnion(["anyOf", "not"])
            let other = plain.compactMap(\.soleLine).joined(separator: "; ")
            lines.append(Self.call("try \(field).anyOf", [full, ["try $0.not { \(other) }"]]))
        }
        return lines
    }

    private mutating func typed(
        _ facts: SchemaFacts, _ type: SchemaFacts.PlainType, on field: String, depth: Int
    ) -> [SwiftCode] {
        switch type {
        case .string, .integer, .number, .boolean:
            guard let reader = ReaderCode(facts, as: type) else {
                uses.insert("isOne")
                let texts = (facts.choices ?? []).map { SwiftName.literal($0.text()) }
                return ["try \(field).isOne(of: \(texts.joined(separator: ", ")))"]
            }
            uses.formUnion(reader.uses)
            for gap in reader.gaps { note(gap) }
            return ["_ = try \(field)\(reader.call)"]
        case .array: return list(facts, on: field, depth)
        case .object: return object(facts, on: field, depth)
        }
    }

    // MARK: - Lists

    private mutating func list(_ facts: SchemaFacts, on field: String, _ depth: Int) -> [SwiftCode] {
        uses.insert("array")
        var lines: [SwiftCode] = []
        let count = ReaderCode.range("$0", facts.itemCounts).map { "(count: { \($0) })" } ?? ""
        let element = SchemaFacts(facts.items)
        let inner =
            facts.items.isEmpty ? [] : statements(element, on: "element", isRequired: true, depth: depth + 1)
        if inner.isEmpty {
            lines.append("_ = try \(field).array\(count) { _ in }")
        } else if let line = inner.soleLine, line.hasPrefix("_ = try element.") {
            lines.append("_ = try \(field).array\(count) { try $0\(line.dropFirst("_ = try element".count)) }")
        } else {
            lines.append(.block("_ = try \(field).array\(count) { element in", inner, end: "}"))
        }
        for prefix in facts.prefixItems {
            for (index, schema) in prefix.enumerated() {
                uses.insert("index")
                let inner = SchemaFacts([schema])
                // An element that is not there breaks no schema.
                let checks = statements(inner, on: "element", isRequired: true, depth: depth + 1)
                guard !checks.isEmpty else { continue }
                uses.insert("ifThere")
                lines.append(.braces("if let element = try \(field)[\(index)].ifThere", checks))
            }
        }
        if facts.hasUniqueItems {
            uses.insert("unique")
            lines.append("try \(field).unique()")
        }
        for (schema, counts) in facts.contained {
            uses.insert("contains")
            let checks = statements(SchemaFacts([schema]), on: "$0", isRequired: true, depth: depth + 1)
            lines.append(
                Self.call("try \(field).contains({ \(ReaderCode.range("$0", counts) ?? "$0 >= 0") })", trailing: checks)
            )
        }
        if let choices = facts.choices {
            uses.insert("isOne")
            lines.append(
                "try \(field).isOne(of: \(choices.map { SwiftName.literal($0.text()) }.joined(separator: ", ")))")
        }
        return lines
    }

    // MARK: - Objects

    private mutating func object(_ facts: SchemaFacts, on field: String, _ depth: Int) -> [SwiftCode] {
        uses.insert("object")
        var lines: [SwiftCode] = ["try \(field).object()"]
        for (key, schemas) in facts.properties {
            uses.insert("subscript")
            lines += statements(
                SchemaFacts(schemas), on: "\(field)[\(SwiftName.literal(key))]",
                isRequired: facts.requires(key), depth: depth + 1)
        }
        return lines + objectRules(facts, on: field, depth: depth)
    }

    /// Statements for the rest of an object's schema.
    mutating func objectRules(_ facts: SchemaFacts, on field: String, depth: Int) -> [SwiftCode] {
        var lines: [SwiftCode] = []
        let named = facts.properties.map(\.key)
        for key in facts.required where !named.contains(key) {
            uses.formUnion(["there", "subscript"])
            lines.append("try \(field)[\(SwiftName.literal(key))].there()")
        }
        if let range = ReaderCode.range("$0", facts.memberCounts) {
            uses.insert("count")
            lines.append("try \(field).count { \(range) }")
        }
        for (keys, patterns, schema) in facts.limits {
            let names = "[\(keys.map(SwiftName.literal).joined(separator: ", "))]"
            var conditions: [String] = []
            for pattern in patterns { conditions.append(match(pattern)) }
            let known = conditions.isEmpty ? "" : ", or: { \(conditions.joined(separator: " || ")) }"
            if schema.json == false {
                uses.insert("only")
                lines.append("try \(field).only(\(names)\(known))")
                continue
            }
            uses.insert("others")
            let checks = statements(SchemaFacts([schema]), on: "$0", isRequired: true, depth: depth + 1)
            if checks.isEmpty { continue }
            lines.append(Self.call("try \(field).others(than: \(names)\(known))", trailing: checks))
        }
        for (pattern, schema) in facts.patternProperties {
            let checks = statements(SchemaFacts([schema]), on: "$0", isRequired: true, depth: depth + 1)
            if checks.isEmpty { continue }
            uses.insert("each")
            lines.append(Self.call("try \(field).each({ \(match(pattern)) })", trailing: checks))
        }
        for schema in facts.propertyNames {
            let names = TextConditions.of(SchemaFacts([schema]))
            uses.formUnion(names.uses.union(["names"]))
            names.gaps.forEach { note($0) }
            lines.append(
                "try \(field).names { \(names.conditions.isEmpty ? "_ in true" : names.conditions.joined(separator: " && ")) }"
            )
        }
        for (key, needs) in facts.dependentRequired where !needs.isEmpty {
            uses.formUnion(["there", "ifThere", "subscript"])
            let checks = needs.map { SwiftCode.line("try \(field)[\(SwiftName.literal($0))].there()") }
            lines.append(.braces("if \(field)[\(SwiftName.literal(key))].ifThere != nil", checks))
        }
        for (key, schema) in facts.dependentSchemas {
            uses.formUnion(["ifThere", "subscript"])
            let checks = statements(SchemaFacts([schema]), on: field, isRequired: true, depth: depth + 1)
            if checks.isEmpty { continue }
            lines.append(.braces("if \(field)[\(SwiftName.literal(key))].ifThere != nil", checks))
        }
        return lines
    }

    private mutating func match(_ pattern: String) -> String {
        let conditions = TextConditions.of(SchemaFacts(keywords: ["pattern": .string(pattern)]))
        uses.formUnion(conditions.uses)
        return conditions.conditions.joined()
    }

    // MARK: - Alternatives

    /// Statements for `anyOf`, `oneOf`, `not` and `if`.
    mutating func combinations(_ facts: SchemaFacts, on field: String, depth: Int) -> [SwiftCode] {
        var lines: [SwiftCode] = []
        for (keyword, groups) in [("anyOf", facts.anyOf), ("oneOf", facts.oneOf)] {
            for branches in groups {
                uses.insert(keyword)
                lines.append(Self.call("try \(field).\(keyword)", branches.map { whole($0, on: "$0", depth) }))
            }
        }
        for schema in facts.not {
            uses.insert("not")
            lines.append(Self.call("try \(field).not", trailing: whole(schema, on: "$0", depth)))
        }
        for (test, then, otherwise) in facts.conditions {
            uses.insert("matches")
            let checks = whole(test, on: "$0", depth)
            let yes = then.map { whole($0, on: field, depth) } ?? []
            let no = otherwise.map { whole($0, on: field, depth) } ?? []
            // A trailing closure cannot stand before a block.
            let head: [SwiftCode] =
                checks.closure.map { [.line("if \(field).matches({ \($0) }) {")] }
                ?? [.block("if \(field).matches({", checks, end: "}) {")]
            lines.append(.group(head + [.indented(yes)] + (no.isEmpty ? [] : ["} else {", .indented(no)]) + ["}"]))
        }
        return lines
    }

    /// A schema of a value that is there, null among them.
    private mutating func whole(_ schema: SchemaView, on field: String, _ depth: Int) -> [SwiftCode] {
        let facts = SchemaFacts([schema])
        if facts.plainTypes == [] && facts.isNullable || facts.choices == [] && facts.isNullable {
            uses.insert("null")
            return ["try \(field).null()"]
        }
        return statements(facts, on: field, isRequired: true, depth: depth + 1)
    }

    // MARK: - Layout

    /// A call with a closure for each list of statements.
    private static func call(_ head: String, _ closures: [[SwiftCode]]) -> SwiftCode {
        let lines = closures.compactMap(\.closure)
        if lines.count == closures.count, lines.reduce(0, { $0 + $1.count }) < 80 {
            return .line("\(head)(\(lines.map { "{ \($0) }" }.joined(separator: ", ")))")
        }
        let parts = closures.enumerated().map { index, closure -> SwiftCode in
            let end = index + 1 < closures.count ? "," : ")"
            return closure.closure.map { .line("{ \($0) }\(end)") } ?? .block("{", closure, end: "}\(end)")
        }
        return .group([.line("\(head)("), .indented(parts)])
    }

    private static func call(_ head: String, trailing closure: [SwiftCode]) -> SwiftCode {
        closure.closure.map { .line("\(head) { \($0) }") } ?? .braces(head, closure)
    }
}

/// The helpers that scaffolded code calls: members of its `Field`, and functions of its file.
struct Helpers: Sendable, ExpressibleByArrayLiteral {
    var members: Set<String> = []
    var functions: Set<String> = []

    init(arrayLiteral members: String...) { self.members = Set(members) }

    init(function: String) { functions = [function] }

    mutating func insert(_ member: String) { members.insert(member) }

    mutating func formUnion(_ other: Helpers) {
        members.formUnion(other.members)
        functions.formUnion(other.functions)
    }

    func union(_ other: Helpers) -> Helpers {
        var all = self
        all.formUnion(other)
        return all
    }
}

extension [SwiftCode] {
    /// The one line that they are; `nil` for more.
    var soleLine: String? { count == 1 ? self[0].soleLine : nil }

    /// The text of a closure of one line; `nil` where it takes more.
    fileprivate var closure: String? { isEmpty ? "_ in" : soleLine }
}
