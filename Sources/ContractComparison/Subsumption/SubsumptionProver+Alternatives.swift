import JSONSchema

extension SubsumptionProver {
    func alternativeGaps(of facts: SchemaFacts, within right: SchemaView, _ keyword: String) -> [Gap] {
        let alternatives = right.children(keyword)
        countAlternatives(alternatives.count)
        var closest: [Gap]?
        var candidates: [JSON] = []
        for (index, alternative) in alternatives.enumerated() {
            let gaps = self.gaps(of: facts, within: alternative)
            if gaps.isEmpty {
                guard keyword == "oneOf" else { return [] }
                let others = alternatives.enumerated().filter { $0.offset != index }.map(\.element)
                return others.flatMap { exclusionGaps(of: facts, from: $0, right, keyword) }
            }
            if candidates.count < Self.maximumCandidates { candidates += gaps.flatMap(\.candidates) }
            if closest.map({ Self.distance(gaps) < Self.distance($0) }) ?? true { closest = gaps }
        }
        if let parts = parts(of: facts) {
            return Array(parts.flatMap { alternativeGaps(of: $0, within: right, keyword) }.prefix(Self.maximumGaps))
        }
        guard var gaps = closest else { return [gap(facts, right, keyword, sampler.values(of: facts))] }
        // Another alternative may accept a value that the closest one rejects.
        let others = candidates.prefix(Self.maximumCandidates)
        for index in gaps.indices {
            let own = gaps[index].candidates.prefix(Self.maximumCandidates)
            gaps[index].candidates = own + others.filter { !own.contains($0) }
        }
        return gaps
    }

    /// Returns the distance of an alternative from accepting everything. A wrong type counts more than an inner gap.
    private static func distance(_ gaps: [Gap]) -> Int {
        gaps.reduce(0) { $0 + ($1.path.isEmpty && $1.keyword != "required" ? 10 : 1) }
    }

    /// Splits the facts by type or by a discriminating member, so that each part may match one alternative.
    private func parts(of facts: SchemaFacts) -> [SchemaFacts]? {
        let groups = TypeSet.groups.filter { !$0.isDisjoint(with: facts.types) }
        if groups.count > 1 { return groups.map(facts.limited) }
        if facts.types == .number { return [facts.limited(to: .integer), facts.limited(to: .fraction)] }
        guard facts.types == .object else { return nil }
        for name in facts.required {
            let schemas = facts.member(name).schemas
            let alternatives = expansion.alternatives(of: schemas)
            let values = alternatives.flatMap { $0.values ?? [] }.distinct
            guard let document = schemas.first?.document, alternatives.allSatisfy({ $0.values != nil }),
                values.count > 1, values.count <= 64
            else { continue }
            return values.map { value in
                var part = facts
                let view = SchemaView.assumed(["const": value], in: document)
                part.objects.append(SchemaFacts.ObjectRule(properties: [(name, view)], patterns: [], additional: nil))
                return part
            }
        }
        return nil
    }

    func exclusionGaps(of facts: SchemaFacts, from excluded: SchemaView, _ right: SchemaView, _ keyword: String)
        -> [Gap]
    {
        countAlternatives(1)
        let shared = expansion.merged([facts], excluded).filter { !isImpossible($0, depth: 0) }
        if shared.isEmpty { return [] }
        return [gap(facts, right, keyword, shared.flatMap { sampler.values(of: $0) })]
    }

    private func isImpossible(_ facts: SchemaFacts, depth: Int) -> Bool {
        // Enumerated facts retain values that a pattern or bound rejects; the sampler filters them.
        if facts.hasFiniteValues { return !facts.isUnknown && sampler.values(of: facts).isEmpty }
        guard facts.types == .object, depth < 4 else { return false }
        return facts.required.contains { name in
            expansion.alternatives(of: facts.member(name).schemas).allSatisfy {
                isImpossible($0, depth: depth + 1)
            }
        }
    }

    func conditionGaps(of facts: SchemaFacts, within right: SchemaView) -> [Gap] {
        guard let condition = right.child("if") else { return [] }
        countAlternatives(2)
        let meeting = expansion.merged([facts], condition).filter { !isImpossible($0, depth: 0) }
        var gaps: [Gap] = []
        if let consequence = right.child("then") { gaps += meeting.flatMap { self.gaps(of: $0, within: consequence) } }
        if let alternative = right.child("else"), meeting.isEmpty || !self.gaps(of: facts, within: condition).isEmpty {
            gaps += self.gaps(of: facts, within: alternative)
        }
        return gaps
    }
}
