/// An expansion of schemas into facts: it follows references, merges conjunctions, and creates facts per alternative.
///
/// A step budget bounds the expansion, which mutual references could make endless. Schemas beyond the budget count as
/// unknown. Results are cached; the type is not Sendable.
package final class SchemaAlternatives {
    /// The maximum number of alternatives. Larger unions are treated as unconstrained.
    private static let maximumCount = 128
    private static let deepest = 200
    private static let maximumSteps = 20_000
    private var steps = 0
    /// The cached facts, which can seed another expansion of the same schemas.
    package private(set) var known: [[SchemaView]: [SchemaFacts]]

    package init(known: [[SchemaView]: [SchemaFacts]] = [:]) { self.known = known }

    package func begin() {
        if isExhausted { known = [:] }
        steps = 0
    }

    /// Whether the budget is exhausted, so that all further schemas count as unknown.
    package var isExhausted: Bool { steps > Self.maximumSteps }

    /// Returns facts whose union accepts at least what all schemas accept. Empty if the schemas accept nothing.
    package func alternatives(of schemas: [SchemaView]) -> [SchemaFacts] {
        if let alternatives = known[schemas] { return alternatives }
        var alternatives = [SchemaFacts()]
        for schema in schemas { alternatives = merged(alternatives, schema) }
        known[schemas] = alternatives
        return alternatives
    }

    package func merged(_ alternatives: [SchemaFacts], _ schema: SchemaView, depth: Int = 0) -> [SchemaFacts] {
        let settled = alternatives.filter { $0.holds(schema) }
        let open = settled.isEmpty ? alternatives : alternatives.filter { !$0.holds(schema) }
        return open.isEmpty ? settled : settled + added(schema, to: open, depth: depth)
    }

    private func added(_ schema: SchemaView, to alternatives: [SchemaFacts], depth: Int) -> [SchemaFacts] {
        steps += alternatives.count
        guard depth < Self.deepest, !isExhausted else { return unknown(alternatives) }
        switch schema.json {
        case .bool(true): return alternatives
        case .bool(false): return []
        case .object: break
        case .null, .number, .string, .array: return unknown(alternatives)
        }
        // The schema's own `$id` would change the base of the references below it.
        if schema.startsResource { return unknown(alternatives) }
        var alternatives = alternatives.compactMap { facts in
            var merged = facts
            merged.add(schema)
            return merged.isContradictory ? nil : merged
        }
        if schema.json["$ref"]?.stringValue != nil {
            guard let target = schema.target else { return unknown(alternatives) }
            alternatives = merged(alternatives, target, depth: depth + 1)
        }
        for part in schema.children("allOf") { alternatives = merged(alternatives, part, depth: depth + 1) }
        for keyword in ["anyOf", "oneOf"] where schema.json[keyword] != nil {
            let branches = schema.children(keyword).flatMap { merged(alternatives, $0, depth: depth + 1) }
            if branches.count <= Self.maximumCount { alternatives = branches }
        }
        return alternatives
    }

    private func unknown(_ alternatives: [SchemaFacts]) -> [SchemaFacts] {
        alternatives.map { facts in
            modified(facts) { $0.isUnknown = true }
        }
    }
}

/// A check of single values against keywords. It uses the validator, so that schema readers and validation agree.
package enum KeywordCheck {
    /// The compiled keywords, `nil` for an invalid one. The contracts that are read bound their number.
    private static let schemas = Locked<[JSON: Schema?]>([:])

    /// Whether a pattern is found in a string. Invalid patterns are never found.
    package static func isFound(_ pattern: String, in text: String) -> Bool {
        meets(["pattern": .string(pattern)], .string(text))
    }

    package static func isChecked(format: String) -> Bool { StringFormat.named[format] != nil }

    package static func meets(_ schema: JSON, _ value: JSON) -> Bool {
        let compiled = schemas.withLock { known -> Schema? in
            if let compiled = known[schema] { return compiled }
            var compiled: Schema?
            do { compiled = try Schema(schema, formats: .assert) } catch { compiled = nil }
            known.updateValue(compiled, forKey: schema)
            return compiled
        }
        return compiled?.accepts(value) ?? false
    }
}
