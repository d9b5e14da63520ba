import JSONSchema

extension SubsumptionProver {
    /// Where values of a shape may be of none of the alternatives of a schema, or of several of `oneOf`.
    func alternativeGaps(of shape: Shape, within right: SchemaTerm, _ keyword: String) -> [Gap] {
        let alternatives = right.children(keyword)
        countAlternatives(alternatives.count)
        var closest: [Gap]?
        var candidates: [JSON] = []
        for (index, alternative) in alternatives.enumerated() {
            let gaps = self.gaps(of: shape, within: alternative)
            if gaps.isEmpty {
                guard keyword == "oneOf" else { return [] }
                let others = alternatives.enumerated().filter { $0.offset != index }.map(\.element)
                return others.flatMap { exclusionGaps(of: shape, from: $0, right, keyword) }
            }
            if candidates.count < Self.mostCandidates { candidates += gaps.flatMap(\.candidates) }
            if closest.map({ Self.distance(gaps) < Self.distance($0) }) ?? true { closest = gaps }
        }
        if let parts = parts(of: shape) {
            return Array(parts.flatMap { alternativeGaps(of: $0, within: right, keyword) }.prefix(Self.mostGaps))
        }
        guard var gaps = closest else { return [gap(shape, right, keyword, sampler.values(of: shape))] }
        // A value may be refused by the closest alternative and accepted by another.
        let others = candidates.prefix(Self.mostCandidates)
        for index in gaps.indices {
            let own = gaps[index].candidates.prefix(Self.mostCandidates)
            gaps[index].candidates = own + others.filter { !own.contains($0) }
        }
        return gaps
    }

    /// How far an alternative is from accepting everything: a wrong type counts more than what is wrong inside.
    private static func distance(_ gaps: [Gap]) -> Int {
        gaps.reduce(0) { $0 + ($1.path.isEmpty && $1.keyword != "required" ? 10 : 1) }
    }

    /// The shape in parts that an alternative may cover each: by type, or by the values of a member that tells kinds apart.
    private func parts(of shape: Shape) -> [Shape]? {
        let groups = TypeSet.groups.filter { !$0.isDisjoint(with: shape.types) }
        if groups.count > 1 { return groups.map(shape.limited) }
        if shape.types == .number { return [shape.limited(to: .integer), shape.limited(to: .fraction)] }
        guard shape.types == .object else { return nil }
        for name in shape.required {
            let terms = shape.member(name, patterns).terms
            let shapes = expansion.shapes(of: terms)
            var seen: Set<JSON> = []
            let values = shapes.flatMap { $0.values ?? [] }.filter { seen.insert($0).inserted }
            guard let document = terms.first?.document, shapes.allSatisfy({ $0.values != nil }), values.count > 1,
                values.count <= 64
            else { continue }
            return values.map { value in
                var part = shape
                let term = SchemaTerm.assumed(["const": value], in: document)
                part.objects.append(Shape.ObjectRule(properties: [(name, term)], patterns: [], additional: nil))
                return part
            }
        }
        return nil
    }

    /// Where values of a shape may be values of a schema that must not accept them.
    func exclusionGaps(of shape: Shape, from excluded: SchemaTerm, _ right: SchemaTerm, _ keyword: String) -> [Gap] {
        countAlternatives(1)
        let shared = expansion.merged([shape], excluded).filter { !isImpossible($0, depth: 0) }
        if shared.isEmpty { return [] }
        return [gap(shape, right, keyword, shared.flatMap { sampler.values(of: $0) })]
    }

    /// Whether surely no value is of a shape.
    private func isImpossible(_ shape: Shape, depth: Int) -> Bool {
        // A shape keeps counted values that a pattern or a bound refuses; the sampler does not.
        if shape.values != nil { return !shape.isUnknown && sampler.values(of: shape).isEmpty }
        guard shape.types == .object, depth < 4 else { return false }
        return shape.required.contains { name in
            expansion.shapes(of: shape.member(name, patterns).terms).allSatisfy { isImpossible($0, depth: depth + 1) }
        }
    }

    /// Where values of a shape may break `if`, `then` and `else`.
    func conditionGaps(of shape: Shape, within right: SchemaTerm) -> [Gap] {
        guard let condition = right.child("if") else { return [] }
        countAlternatives(2)
        let meeting = expansion.merged([shape], condition).filter { !isImpossible($0, depth: 0) }
        var gaps: [Gap] = []
        if let consequence = right.child("then") {
            gaps += meeting.flatMap { self.gaps(of: $0, within: consequence) }
        }
        if let alternative = right.child("else"), meeting.isEmpty || !self.gaps(of: shape, within: condition).isEmpty {
            gaps += self.gaps(of: shape, within: alternative)
        }
        return gaps
    }
}
