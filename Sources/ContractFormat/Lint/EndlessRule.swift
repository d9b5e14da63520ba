import JSONSchema

/// Rejects schemas that no finite JSON satisfies, because they require themselves.
enum EndlessRule {
    static func check(_ contract: Contract, _ report: LintReport) {
        let responses = contract.endpoints.flatMap(\.responses).flatMap(\.body.schemas)
        let schemas =
            contract.models.map(\.schema) + contract.endpoints.flatMap { $0.arguments.map(\.schema) } + responses
        let finite = FiniteSchemas(schemas.map(\.view))
        for schema in schemas {
            guard let end = finite.endlessPlace(from: schema.view) else { continue }
            let isHere = end.document === schema.view.document
            report(
                "no JSON can satisfy this schema: it is required and requires itself recursively; allow null, or remove it from 'required'",
                isHere ? end.pointer : schema.pointer)
        }
    }
}

private struct FiniteSchemas {
    /// The clauses of each schema. A clause is met if all schemas of one of its alternatives are finite.
    private var clauses: [SchemaView: [[[SchemaView]]]] = [:]
    private var finite: Set<SchemaView> = []

    init(_ roots: [SchemaView]) {
        var pending = roots
        var open: [SchemaView] = []
        while let view = pending.popLast() {
            guard clauses[view] == nil else { continue }
            let own = Self.clauses(of: view)
            clauses[view] = own
            open.append(view)
            pending += own.joined().joined()
        }
        // Process inner schemas first to reduce the number of rounds.
        open.reverse()
        var count: Int
        repeat {
            count = open.count
            open.removeAll { view in
                guard (clauses[view] ?? []).allSatisfy(isMet) else { return false }
                finite.insert(view)
                return true
            }
        } while open.count < count
    }

    /// Returns the schema at which a cycle of requirements begins; `nil` if a finite instance exists.
    func endlessPlace(from root: SchemaView) -> SchemaView? {
        var seen: Set<SchemaView> = []
        var view = root
        while !finite.contains(view) {
            guard seen.insert(view).inserted, let clause = clauses[view]?.first(where: { !isMet($0) }),
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
