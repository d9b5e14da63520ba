import JSONSchema

/// Makes values of schemas as a service might send them: every member that is declared, a few elements, the same for one
/// seed.
///
/// The plain sampler finds the smallest value that a schema accepts; an app under development wants lists with rows and
/// rows with all their columns. It caches what it found and is not Sendable.
final class SeededSampler {
    private static let deepest = 8
    private let check = KeywordCheck()
    private let expansion = SchemaAlternatives()
    private let plain: SchemaSampler
    private let examples: [SchemaView: [JSON]]
    private var random: SplitMix

    /// - Parameter examples: values that were written down for schemas, such as those of models.
    init(seed: UInt64, examples: [SchemaView: [JSON]] = [:]) {
        plain = SchemaSampler(check, expansion, prefersText: true)
        random = SplitMix(state: seed)
        self.examples = examples
    }

    /// Returns a value that the schema accepts; `nil` where none is found.
    func value(of view: SchemaView, accepts: (JSON) -> Bool) -> JSON? {
        expansion.begin()
        if let rich = rich([view], depth: 0), accepts(rich) { return rich }
        return plain.values(of: [view]).first(where: accepts)
    }

    private func rich(_ schemas: [SchemaView], depth: Int) -> JSON? {
        for schema in schemas {
            if let written = examples[schema] ?? examples[schema.resolved], !written.isEmpty { return pick(written) }
        }
        let given = plain.given(by: schemas).filter { !$0.isNull }
        if !given.isEmpty { return pick(given) }
        let alternatives = expansion.alternatives(of: schemas)
        guard let facts = alternatives.first(where: { !$0.types.subtracting(.null).isEmpty }) ?? alternatives.first
        else { return nil }
        if let values = facts.values, !values.isEmpty { return pick(values.filter { !$0.isNull }) ?? values[0] }
        let namesMembers = !facts.objects.isEmpty || !facts.required.isEmpty
        if facts.types.contains(.object), namesMembers || facts.types.isSubset(of: [.object, .null]) {
            return object(of: facts, depth: depth)
        }
        if facts.types.contains(.array), facts.types.isSubset(of: [.array, .null]) || !facts.arrays.isEmpty {
            return array(of: facts, depth: depth)
        }
        // The first are the plainest; those at bounds come behind them.
        let scalars = plain.values(of: facts).filter { !$0.isNull }.prefix(4)
        return pick(Array(scalars)) ?? (facts.types.contains(.null) ? .null : nil)
    }

    private func object(of facts: SchemaFacts, depth: Int) -> JSON? {
        let wanted = depth < Self.deepest ? facts.declaredNames : []
        var members = JSONObject()
        for name in wanted + facts.required.filter({ !wanted.contains($0) }) {
            let schemas = facts.member(name, check).schemas
            if schemas.contains(where: { $0.json == false }) { continue }
            if let value = rich(schemas, depth: depth + 1) {
                members[name] = value
            } else if facts.requires(name) {
                return plain.object(of: facts, depth: depth)
            }
        }
        guard facts.memberCounts.contains(members.count) else { return plain.object(of: facts, depth: depth) }
        return .object(members)
    }

    private func array(of facts: SchemaFacts, depth: Int) -> JSON? {
        let counts = facts.elementCounts
        let wanted = depth < Self.deepest ? 2 + Int(random.next() % 2) : 0
        let count = min(max(counts.least, wanted), counts.greatest ?? .max)
        var elements: [JSON] = []
        for index in 0..<count {
            guard let element = rich(facts.element(at: index), depth: depth + 1) else { break }
            if facts.hasUniqueItems, elements.contains(element) { continue }
            elements.append(element)
        }
        return elements.count >= counts.least ? .array(elements) : plain.array(of: facts, depth: depth)
    }

    private func pick(_ values: [JSON]) -> JSON? {
        values.isEmpty ? nil : values[Int(random.next() % UInt64(values.count))]
    }
}

/// The generator of Steele, Lea and Flood (2014): 64 bits of state, and every seed gives a sequence of its own.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
