import JSONSchema

/// Searches for a proof that one schema accepts every value of others, or else for counterexamples.
///
/// The left side is a conjunction, expanded into alternatives. The right side is one schema, compared keyword by
/// keyword. A goal that recurs within its own proof holds: values are finite, and each recursion descends one level.
final class SubsumptionProver {
    struct Gap {
        enum Kind {
            case refused
            case undeclared(String)
            case undecided(String)
        }

        let kind: Kind
        var path: [String] = []
        let left: SchemaView
        let right: SchemaView
        let keyword: String
        /// Values that the left side accepts and the right side rejects, if the alternatives are complete.
        var candidates: [JSON] = []
        /// Whether the gap concerns the whole question, regardless of where the search stopped.
        var isGeneral = false

        func within(_ token: String, _ wrapped: (JSON) -> JSON?) -> Gap {
            if isGeneral { return self }
            return modified(self) {
                $0.path = [token] + path
                $0.candidates = candidates.compactMap(wrapped)
            }
        }
    }

    private struct Goal: Hashable {
        let left: Set<SchemaView>
        let right: SchemaView
    }

    /// The step limit, after which the rest of a question is undecided.
    private static let maximumSteps = 20_000
    static let maximumGaps = 24
    static let maximumCandidates = 12

    let openness: Subsumption.Openness
    let expansion = SchemaAlternatives()
    let sampler: SchemaSampler
    private let equality = SchemaEquality()
    private var steps = 0
    private var depth = 0
    private var maximumDepth = 0
    private var isTooDeep = false
    /// The goals in progress, numbered from the outermost.
    private var activeGoals: [Goal: Int] = [:]
    private var known: [Goal: [Gap]] = [:]
    /// The references followed on the right side without descending into the value.
    private var followed: [SchemaView] = []
    /// Goals that hold if goals in progress do.
    private var dependentGoals: [Goal] = []
    /// The number of the outermost goal that the current one depends on.
    private var lowestDependency = Int.max

    init(openness: Subsumption.Openness) {
        self.openness = openness
        sampler = SchemaSampler(expansion)
    }

    func answer(_ left: SchemaView, within right: SchemaView) -> [Gap] {
        DeepStack.attempt(smallDepth: 60, largeStack: 256 << 20) { maximumDepth, isTooDeep in
            if isExhausted || self.isTooDeep { known = [:] }
            (steps, self.maximumDepth, self.isTooDeep) = (0, maximumDepth, false)
            expansion.begin()
            defer { isTooDeep = self.isTooDeep }
            return gaps([left], within: right)
        }
    }

    /// Counts alternatives as several steps each, because each is tried and gets its own candidates.
    func countAlternatives(_ count: Int) { steps += 10 * count }

    private var isExhausted: Bool { steps >= Self.maximumSteps || expansion.isExhausted }

    func gaps(_ left: [SchemaView], within right: SchemaView) -> [Gap] {
        if left.contains(where: { equality.areEqual($0, right) }) { return [] }
        let goal = Goal(left: Set(left), right: right)
        if let gaps = known[goal] { return gaps }
        if let number = activeGoals[goal] {
            lowestDependency = min(lowestDependency, number)
            return []
        }
        let number = activeGoals.count
        activeGoals[goal] = number
        let mark = dependentGoals.count
        let before = lowestDependency
        lowestDependency = .max
        let outside = followed
        followed = []
        defer { followed = outside }
        var gaps: [Gap] = []
        for facts in expansion.alternatives(of: left) where gaps.count < Self.maximumGaps {
            gaps += self.gaps(of: facts, within: right)
        }
        activeGoals[goal] = nil
        let restsOnOthers = lowestDependency < number
        if gaps.isEmpty, restsOnOthers {
            dependentGoals.append(goal)
        } else {
            // A proof of this goal settles the goals that depend on it. A gap reopens them.
            if !gaps.isEmpty { for goal in dependentGoals[mark...] { known[goal] = nil } }
            dependentGoals.removeSubrange(mark...)
        }
        known[goal] = gaps
        lowestDependency = min(before, restsOnOthers ? lowestDependency : .max)
        return gaps
    }

    func gaps(of facts: SchemaFacts, within right: SchemaView) -> [Gap] {
        steps += 1
        depth += 1
        defer { depth -= 1 }
        if depth >= maximumDepth { isTooDeep = true }
        // This answer is discarded or undecided, so it may be incomplete.
        guard !isExhausted, !isTooDeep else {
            var gap = gap(facts, right, "$ref", .undecided("the schemas are too large to be compared"))
            gap.isGeneral = true
            return [gap]
        }
        switch right.json {
        case .bool(true): return []
        case .bool(false): return [gap(facts, right, "false", sampler.values(of: facts))]
        case .object: break
        case .null, .number, .string, .array: return [gap(facts, right, "type", .undecided("it is not a schema"))]
        }
        if facts.holds(right) || facts.sources.contains(where: { equality.areEqual($0, right) }) { return [] }
        if facts.isUnknown {
            return [gap(facts, right, "$ref", .undecided("a reference of the document could not be followed"))]
        }
        if right.startsResource { return [gap(facts, right, "$id", .undecided("it has its own URI"))] }
        if facts.hasFiniteValues { return sampler.values(of: facts).compactMap { refusal(of: $0, facts, right) } }

        var gaps: [Gap] = []
        var facts = facts
        if let type = right.json["type"] {
            let types = TypeSet(keyword: type)
            let extra = facts.types.subtracting(types)
            if !extra.isEmpty { gaps.append(gap(facts, right, "type", sampler.values(of: facts.limited(to: extra)))) }
            facts = facts.limited(to: types)
            if facts.types.isEmpty { return gaps }
        }
        for (keyword, value) in right.json.objectValue ?? [:] where gaps.count < Self.maximumGaps {
            gaps += self.gaps(of: facts, within: right, keyword, value)
        }
        if facts.types.contains(.array) { gaps += elementGaps(of: facts, within: right) }
        if facts.types.contains(.object) { gaps += memberGaps(of: facts, within: right) }
        return Array(gaps.prefix(Self.maximumGaps))
    }

    private func refusal(of value: JSON, _ facts: SchemaFacts, _ right: SchemaView) -> Gap? {
        switch right.document.accepts(value, at: right.pointer) {
        case true?: nil
        case false?: gap(facts, right, "enum", [value])
        case nil: gap(facts, right, "enum", .undecided("the schema does not compile"))
        }
    }

    private func gaps(of facts: SchemaFacts, within right: SchemaView, _ keyword: String, _ value: JSON) -> [Gap] {
        switch keyword {
        case "$ref":
            guard let target = value.stringValue.flatMap(right.document.target) else {
                let text = value.stringValue ?? value.text()
                return [gap(facts, right, keyword, .undecided("the reference '\(text)' could not be followed"))]
            }
            guard !followed.contains(target) else {
                return [gap(facts, right, keyword, .undecided("the reference is circular"))]
            }
            followed.append(target)
            defer { followed.removeLast() }
            return gaps(of: facts, within: target)
        case "enum", "const":
            let choices = keyword == "const" ? [value] : value.arrayValue ?? []
            return [gap(facts, right, keyword, sampler.values(of: facts).filter { !choices.contains($0) })]
        case "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf":
            guard !facts.types.isDisjoint(with: .number), let bound = value.numberValue else { return [] }
            return numberGap(of: facts, within: right, keyword, bound).map { [$0] } ?? []
        case "minLength", "maxLength", "pattern", "format":
            guard facts.types.contains(.string) else { return [] }
            return stringGap(of: facts.limited(to: .string), within: right, keyword, value).map { [$0] } ?? []
        case "allOf": return right.children(keyword).flatMap { gaps(of: facts, within: $0) }
        case "anyOf", "oneOf": return alternativeGaps(of: facts, within: right, keyword)
        case "not": return right.child(keyword).map { exclusionGaps(of: facts, from: $0, right, keyword) } ?? []
        case "if": return conditionGaps(of: facts, within: right)
        case "contains", "unevaluatedItems": return undecided(facts, right, keyword, .array)
        case "unevaluatedProperties", "dependentSchemas": return undecided(facts, right, keyword, .object)
        case "$dynamicRef": return undecided(facts, right, keyword, .all)
        default: return []
        }
    }

    /// Returns a gap for a keyword that is only sampled. Samples can refute an inclusion but not prove it.
    private func undecided(_ facts: SchemaFacts, _ right: SchemaView, _ keyword: String, _ types: TypeSet) -> [Gap] {
        guard !facts.types.isDisjoint(with: types) else { return [] }
        return [
            gap(
                facts, right, keyword, .undecided("'\(keyword)' is not compared"),
                sampler.values(of: facts.limited(to: types)))
        ]
    }

    func gap(_ facts: SchemaFacts, _ right: SchemaView, _ keyword: String, _ candidates: [JSON]) -> Gap {
        gap(facts, right, keyword, .refused, candidates)
    }

    func gap(_ facts: SchemaFacts, _ right: SchemaView, _ keyword: String, with candidate: JSON?) -> Gap {
        gap(facts, right, keyword, .refused, candidate.map { [$0] } ?? [])
    }

    func gap(
        _ facts: SchemaFacts, _ right: SchemaView, _ keyword: String, _ kind: Gap.Kind, _ candidates: [JSON] = []
    ) -> Gap {
        Gap(
            kind: kind, left: facts.sources.last { !$0.isAssumed } ?? right, right: right, keyword: keyword,
            candidates: Array(candidates.prefix(Self.maximumCandidates)))
    }
}
