struct RatedChange {
    let change: Change
    var impact: Impact
    var reach: Reach
}

/// Compares each pair of a service's schemas once, then propagates the changes to all users of the schemas.
struct SchemaComparison {
    private struct Key: Hashable {
        let old: Location?
        let new: Location?

        init(_ pair: ValuePair) { (old, new) = (pair.old?.location, pair.new?.location) }
    }

    private struct Node {
        var changes: [Change]
        let edges: [(key: Key, direction: Direction)]
    }

    private let start: SchemaWalk
    private var nodes: [Key: Node] = [:]
    private var order: [Key] = []
    private var roots: [(key: Key, use: Use)] = []
    private var pending: [SchemaPair] = []
    private var hasOpaqueReference = false

    init(old: ServiceRevision, new: ServiceRevision, renamedModels: [String: String]) {
        start = SchemaWalk(old: old, new: new, renamedModels: renamedModels)
    }

    /// - Parameter summary: the rule and message that replace all changes in the schemas themselves.
    mutating func compare(
        _ part: ValuePair, in outer: ValuePair, use: Use, as summary: (rule: ComparisonRule, message: String)? = nil
    ) {
        guard let key = visit(part, in: outer) else { return }
        roots.append((key, use))
        guard let summary, let changes = nodes[key]?.changes else { return }
        let variances = changes.compactMap { if case .schema(let variance, _) = $0.effect { variance } else { nil } }
        guard !variances.isEmpty else { return }
        let variance = variances.reduce(Variance.same) { $0.merged(with: $1) }
        nodes[key]?.changes = [Change(summary.rule, summary.message, .schema(variance, isMild: false), part)]
    }

    mutating func compareDefinitions(_ definitions: ValuePair) -> [Change] {
        var walk = start
        walk.compareDefinitions(definitions)
        pending += walk.definitions
        return walk.changes
    }

    private mutating func visit(_ part: ValuePair, in outer: ValuePair) -> Key? {
        guard let outerOld = outer.old ?? part.old, let outerNew = outer.new ?? part.new else { return nil }
        let key = Key(part)
        guard nodes[key] == nil else { return key }
        var walk = start
        walk.run(part, around: SchemaPair(old: outerOld, new: outerNew, direction: .along))
        hasOpaqueReference = hasOpaqueReference || walk.hasOpaqueReference
        pending += walk.edges + walk.definitions
        order.append(key)
        nodes[key] = Node(changes: walk.changes, edges: walk.edges.map { (Key($0.values), $0.direction) })
        return key
    }

    mutating func results() -> [RatedChange] {
        while let edge = pending.popLast() { _ = visit(edge.values, in: edge.values) }
        let reaches = reaches()
        var results: [RatedChange] = []
        var positions: [Identity: Int] = [:]
        for key in order {
            let reach = reaches[key] ?? Reach()
            for var change in nodes[key]?.changes ?? [] {
                let impact = impact(of: change, reach)
                if case .fallback = change.effect, impact != .harmless { change.rule = .toleranceChanged }
                let identity = Identity(rule: change.rule, pair: Key(change.pair), message: change.message)
                if let known = positions[identity] {
                    results[known].impact = results[known].impact.merged(with: impact)
                    results[known].reach = results[known].reach.merged(with: reach)
                } else {
                    positions[identity] = results.count
                    results.append(RatedChange(change: change, impact: impact, reach: reach))
                }
            }
        }
        return results
    }

    private struct Identity: Hashable {
        let rule: ComparisonRule
        let pair: Key
        let message: String
    }

    private func reaches() -> [Key: Reach] {
        var reaches: [Key: Reach] = [:]
        var waiting = roots.reversed().map { (key: $0.key, use: $0.use, direction: Direction.along) }
        while let (key, use, direction) = waiting.popLast() {
            guard reaches[key, default: Reach()].insert(use, direction) else { continue }
            for edge in nodes[key]?.edges ?? [] {
                waiting.append((edge.key, use, direction.then(edge.direction)))
            }
        }
        return reaches
    }

    private func impact(of change: Change, _ reach: Reach) -> Impact {
        switch change.effect {
        case .impact(let impact): return impact
        case .schema(let variance, let isMild):
            guard !reach.ways.isEmpty else {
                // An unused schema affects no party, unless a reference could not be resolved.
                return hasOpaqueReference && variance != .same ? .both(.risky) : .harmless
            }
            let impact = reach.ways.reduce(Impact.harmless) {
                $0.merged(with: $1.direction.applied(to: variance).impact(at: $1.position))
            }
            return isMild ? impact.mild : impact
        case .fallback:
            if reach.includesModel { return .client(.breaking) }
            return reach.ways.contains { $0.position == .argument } ? .client(.risky) : .harmless
        }
    }
}
