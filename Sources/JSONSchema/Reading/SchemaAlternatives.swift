/// Takes schemas apart into facts: references followed, conjunctions merged, one set of facts for each alternative.
///
/// Small schemas can refer to each other in so many ways that expanding them would never end: a budget bounds it, and what
/// is beyond is taken for unknown. What was found is kept; it is not Sendable.
package final class SchemaAlternatives {
    /// More alternatives than this are taken for one that may be anything.
    private static let most = 128
    /// The deepest nesting of references and combinations.
    private static let deepest = 200
    private static let mostSteps = 20_000
    private var steps = 0
    /// The facts that were found, which another question about the same schemas may begin with.
    package private(set) var known: [[SchemaView]: [SchemaFacts]]

    package init(known: [[SchemaView]: [SchemaFacts]] = [:]) { self.known = known }

    /// Gives the next question a budget of its own.
    package func begin() {
        if isExhausted { known = [:] }
        steps = 0
    }

    /// Indicates whether the budget is spent, so that nothing more is said of any schema.
    package var isExhausted: Bool { steps > Self.mostSteps }

    /// The facts that together accept at least what all of the schemas accept; none where they accept nothing.
    package func alternatives(of schemas: [SchemaView]) -> [SchemaFacts] {
        if let alternatives = known[schemas] { return alternatives }
        var alternatives = [SchemaFacts()]
        for schema in schemas { alternatives = merged(alternatives, schema) }
        known[schemas] = alternatives
        return alternatives
    }

    package func merged(_ alternatives: [SchemaFacts], _ schema: SchemaView) -> [SchemaFacts] {
        merged(alternatives, schema, depth: 0)
    }

    private func merged(_ alternatives: [SchemaFacts], _ schema: SchemaView, depth: Int) -> [SchemaFacts] {
        // A schema that holds already adds nothing: schemas refer to one another in many ways.
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
        // References below it would lead elsewhere.
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
            if branches.count <= Self.most { alternatives = branches }
        }
        return alternatives
    }

    private func unknown(_ alternatives: [SchemaFacts]) -> [SchemaFacts] {
        alternatives.map { facts in
            var unknown = facts
            unknown.isUnknown = true
            return unknown
        }
    }
}
