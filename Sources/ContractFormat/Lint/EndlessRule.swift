import JSONSchema

/// Some JSON satisfies each schema: none requires itself within itself without end.
enum EndlessRule: LintRule {
    static func check(_ contract: Contract, _ report: (String, JSONPointer) -> Void) {
        let responses = contract.endpoints.flatMap(\.responses).flatMap(\.body.schemas)
        let schemas =
            contract.models.map(\.schema) + contract.endpoints.flatMap { $0.arguments.map(\.schema) } + responses
        let finite = FiniteSchemas(schemas.map(\.view))
        for schema in schemas {
            guard let end = finite.endlessPlace(from: schema.view) else { continue }
            let isHere = end.document === schema.view.document
            report(
                "no JSON can satisfy this: it is required, and requires itself again without end; let it be null, or take it out of 'required'",
                isHere ? end.pointer : schema.pointer)
        }
    }
}

/// The schemas that a JSON value of some size satisfies, judged by what they require.
private struct FiniteSchemas {
    /// For each schema what a value needs: of every clause one choice, whose schemas all have values.
    private var needs: [SchemaView: [[[SchemaView]]]] = [:]
    private var finite: Set<SchemaView> = []

    init(_ roots: [SchemaView]) {
        var pending = roots
        var open = OpenChoices()
        while let view = pending.popLast() {
            guard needs[view] == nil else { continue }
            let clauses = Self.clauses(of: view)
            needs[view] = clauses
            open.add(clauses, of: view)
            pending += clauses.joined().joined()
        }
        while let view = open.satisfied.popLast() {
            finite.insert(view)
            open.close(view)
        }
    }

    /// The place at which what a schema requires begins anew; `nil` where a value satisfies it.
    func endlessPlace(from root: SchemaView) -> SchemaView? {
        var seen: Set<SchemaView> = []
        var view = root
        while !finite.contains(view) {
            guard seen.insert(view).inserted, let clause = needs[view]?.first(where: { !isMet($0) }),
                let next = clause.joined().first(where: { !finite.contains($0) })
            else { return view }
            view = next
        }
        return nil
    }

    private func isMet(_ clause: [[SchemaView]]) -> Bool {
        clause.contains { $0.allSatisfy(finite.contains) }
    }

    private static func clauses(of view: SchemaView) -> [[[SchemaView]]] {
        let facts = SchemaFacts([view])
        let branches = (facts.anyOf + facts.oneOf).map { $0.map { [$0] } }
        let isSmall = !facts.types.subtracting([.object, .array]).isEmpty || facts.enumeration != nil
        if isSmall || facts.isUnknown || facts.isImpossible { return branches }
        var choices: [[SchemaView]] = []
        if facts.types.contains(.array) {
            let least = facts.elementCounts.least
            choices.append(
                facts.arrays.flatMap { rule in
                    rule.prefix.prefix(least) + (least > rule.prefix.count ? [rule.rest].compactMap(\.self) : [])
                })
        }
        if facts.types.contains(.object) {
            choices.append(
                facts.objects.flatMap { rule in
                    rule.properties.filter { facts.requires($0.name) }.map(\.view)
                })
        }
        return branches + [choices]
    }
}

/// The choices of clauses whose schemas are not yet known to have values. Each place of a schema in a choice is looked at
/// once, however many choices there are.
private struct OpenChoices {
    private struct Choice {
        /// The schemas that are not yet known to have values.
        var missing: Int
        let clause: Int
    }

    private struct Clause {
        var isMet = false
        let view: SchemaView
    }

    private var choices: [Choice] = []
    private var clauses: [Clause] = []
    private var unmetClauses: [SchemaView: Int] = [:]
    /// The choices in which a schema stands, once for each place.
    private var places: [SchemaView: [Int]] = [:]
    /// The schemas whose clauses are all met, and which are not closed yet.
    var satisfied: [SchemaView] = []

    mutating func add(_ added: [[[SchemaView]]], of view: SchemaView) {
        unmetClauses[view] = added.count
        if added.isEmpty { satisfied.append(view) }
        for clause in added {
            clauses.append(Clause(view: view))
            for choice in clause {
                for schema in choice { places[schema, default: []].append(choices.count) }
                choices.append(Choice(missing: choice.count, clause: clauses.count - 1))
                if choice.isEmpty { meet(clauses.count - 1) }
            }
        }
    }

    /// Takes a schema that has values out of all choices.
    mutating func close(_ view: SchemaView) {
        for choice in places.removeValue(forKey: view) ?? [] {
            choices[choice].missing -= 1
            if choices[choice].missing == 0 { meet(choices[choice].clause) }
        }
    }

    private mutating func meet(_ clause: Int) {
        guard !clauses[clause].isMet else { return }
        clauses[clause].isMet = true
        let view = clauses[clause].view
        unmetClauses[view, default: 0] -= 1
        if unmetClauses[view] == 0 { satisfied.append(view) }
    }
}
