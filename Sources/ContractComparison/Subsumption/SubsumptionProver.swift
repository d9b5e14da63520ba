import JSONSchema

/// Looks for a proof that every value of some schemas is one of another, and where there is none, for values that are not.
///
/// The left side is a conjunction, expanded into shapes; the right side is one schema, taken apart keyword by keyword. A
/// goal that is met again while it is looked for holds: values are finite, and each round goes one level deeper into one.
final class SubsumptionProver {
    struct Gap {
        enum Kind {
            case refused
            case undeclared(String)
            case undecided(String)
        }

        let kind: Kind
        var path: [String] = []
        let left: SchemaTerm
        let right: SchemaTerm
        let keyword: String
        /// Values that are accepted on the left and refused on the right, if the shapes say all there is to say.
        var candidates: [JSON] = []
        /// Whether it is about the question as a whole, wherever the search gave up.
        var isGeneral = false

        /// The gap as it is seen from around a member or an element.
        func within(_ token: String, _ wrapped: (JSON) -> JSON?) -> Gap {
            if isGeneral { return self }
            var outer = self
            outer.path = [token] + path
            outer.candidates = candidates.compactMap(wrapped)
            return outer
        }
    }

    private struct Goal: Hashable {
        let left: Set<SchemaTerm>
        let right: SchemaTerm
    }

    /// As many shapes as are looked at before the rest of a question is told as undecided.
    private static let mostSteps = 20_000
    /// How deep goals may stand in goals, on any stack and on a large one.
    private static let deepest = (small: 60, large: 6_000)
    static let mostGaps = 24
    static let mostCandidates = 12

    let openness: Subsumption.Openness
    let patterns = PatternCache()
    let expansion = ShapeExpansion()
    let sampler: ShapeSampler
    private var steps = 0
    private var depth = 0
    private var deepest = deepest.small
    private var isTooDeep = false
    /// The goals that are looked for, each with its number from the outermost.
    private var underWay: [Goal: Int] = [:]
    private var known: [Goal: [Gap]] = [:]
    /// The references that were followed on the right without going deeper into the value.
    private var followed: [SchemaTerm] = []
    /// Goals that hold if others hold that are under way.
    private var provisional: [Goal] = []
    /// The number of the outermost goal that the one at hand rests on.
    private var outermost = Int.max

    init(openness: Subsumption.Openness) {
        self.openness = openness
        sampler = ShapeSampler(patterns: patterns, expansion: expansion)
    }

    /// Where values of one schema may not be values of another. What was found out is kept for the next question, unless
    /// there was not enough time or room for it.
    func answer(_ left: SchemaTerm, within right: SchemaTerm) -> [Gap] {
        begin(Self.deepest.small)
        let gaps = self.gaps([left], within: right)
        guard isTooDeep else { return gaps }
        return LargeStack.run {
            begin(Self.deepest.large)
            return self.gaps([left], within: right)
        }
    }

    private func begin(_ deepest: Int) {
        if isExhausted || isTooDeep { known = [:] }
        steps = 0
        isTooDeep = false
        self.deepest = deepest
        expansion.begin()
    }

    /// Counts what takes as long as many shapes do: alternatives are tried one by one, and candidates made for each.
    func countAlternatives(_ count: Int) { steps += 10 * count }

    private var isExhausted: Bool { steps >= Self.mostSteps || expansion.isExhausted }

    /// Where values of all the schemas on the left may not be values of the one on the right.
    func gaps(_ left: [SchemaTerm], within right: SchemaTerm) -> [Gap] {
        let goal = Goal(left: Set(left), right: right)
        if let gaps = known[goal] { return gaps }
        if let number = underWay[goal] {
            outermost = min(outermost, number)
            return []
        }
        let number = underWay.count
        underWay[goal] = number
        let mark = provisional.count
        let before = outermost
        outermost = .max
        let outside = followed
        followed = []
        defer { followed = outside }
        var gaps: [Gap] = []
        for shape in expansion.shapes(of: left) where gaps.count < Self.mostGaps {
            gaps += self.gaps(of: shape, within: right)
        }
        underWay[goal] = nil
        let restsOnOthers = outermost < number
        if gaps.isEmpty, restsOnOthers {
            provisional.append(goal)
        } else {
            // What holds if this goal does: settled by its proof, and open again without one.
            if !gaps.isEmpty { for goal in provisional[mark...] { known[goal] = nil } }
            provisional.removeSubrange(mark...)
        }
        known[goal] = gaps
        outermost = min(before, restsOnOthers ? outermost : .max)
        return gaps
    }

    /// Where values of a shape may not be values of a schema.
    func gaps(of shape: Shape, within right: SchemaTerm) -> [Gap] {
        steps += 1
        depth += 1
        defer { depth -= 1 }
        if depth >= deepest { isTooDeep = true }
        // An answer that is thrown away need not be complete.
        guard !isExhausted, !isTooDeep else {
            var gap = gap(shape, right, "$ref", .undecided("the schemas are too large to be compared"))
            gap.isGeneral = true
            return [gap]
        }
        switch right.json {
        case .bool(true): return []
        case .bool(false): return [gap(shape, right, "false", sampler.values(of: shape))]
        case .object: break
        case .null, .number, .string, .array: return [gap(shape, right, "type", .undecided("it is no schema"))]
        }
        if shape.members.contains(right) { return [] }
        if shape.isUnknown {
            return [gap(shape, right, "$ref", .undecided("a reference of the document could not be followed"))]
        }
        if right.startsResource { return [gap(shape, right, "$id", .undecided("it has a URI of its own"))] }
        if shape.values != nil { return sampler.values(of: shape).compactMap { refusal(of: $0, shape, right) } }

        var gaps: [Gap] = []
        var shape = shape
        if let type = right.json["type"] {
            let types = TypeSet(keyword: type)
            let extra = shape.types.subtracting(types)
            if !extra.isEmpty { gaps.append(gap(shape, right, "type", sampler.values(of: shape.limited(to: extra)))) }
            shape = shape.limited(to: types)
            if shape.types.isEmpty { return gaps }
        }
        for (keyword, value) in right.json.objectValue ?? [:] where gaps.count < Self.mostGaps {
            gaps += self.gaps(of: shape, within: right, keyword, value)
        }
        if shape.types.contains(.array) { gaps += elementGaps(of: shape, within: right) }
        if shape.types.contains(.object) { gaps += memberGaps(of: shape, within: right) }
        return Array(gaps.prefix(Self.mostGaps))
    }

    private func refusal(of value: JSON, _ shape: Shape, _ right: SchemaTerm) -> Gap? {
        switch right.document.accepts(value, at: right.pointer) {
        case true?: nil
        case false?: gap(shape, right, "enum", [value])
        case nil: gap(shape, right, "enum", .undecided("the schema does not compile"))
        }
    }

    private func gaps(
        of shape: Shape, within right: SchemaTerm, _ keyword: String, _ value: JSON
    ) -> [Gap] {
        switch keyword {
        case "$ref":
            guard let target = value.stringValue.flatMap(right.document.target) else {
                return [gap(shape, right, keyword, .undecided("the reference '\(value.plain)' could not be followed"))]
            }
            guard !followed.contains(target) else {
                return [gap(shape, right, keyword, .undecided("the reference leads back to itself"))]
            }
            followed.append(target)
            defer { followed.removeLast() }
            return gaps(of: shape, within: target)
        case "enum", "const":
            let choices = keyword == "const" ? [value] : value.arrayValue ?? []
            return [gap(shape, right, keyword, sampler.values(of: shape).filter { !choices.contains($0) })]
        case "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf":
            guard !shape.types.isDisjoint(with: .number), let bound = value.numberValue else { return [] }
            return numberGap(of: shape, within: right, keyword, bound).map { [$0] } ?? []
        case "minLength", "maxLength", "pattern", "format":
            guard shape.types.contains(.string) else { return [] }
            return stringGap(of: shape.limited(to: .string), within: right, keyword, value).map { [$0] } ?? []
        case "allOf": return right.children(keyword).flatMap { gaps(of: shape, within: $0) }
        case "anyOf", "oneOf": return alternativeGaps(of: shape, within: right, keyword)
        case "not": return right.child(keyword).map { exclusionGaps(of: shape, from: $0, right, keyword) } ?? []
        case "if": return conditionGaps(of: shape, within: right)
        case "contains", "unevaluatedItems": return undecided(shape, right, keyword, .array)
        case "unevaluatedProperties", "dependentSchemas": return undecided(shape, right, keyword, .object)
        case "$dynamicRef": return undecided(shape, right, keyword, .all)
        default: return []
        }
    }

    /// A keyword that is only tried: a few values may show that it refuses some, and none can show that it refuses none.
    private func undecided(_ shape: Shape, _ right: SchemaTerm, _ keyword: String, _ types: TypeSet) -> [Gap] {
        guard !shape.types.isDisjoint(with: types) else { return [] }
        return [
            gap(
                shape, right, keyword, .undecided("'\(keyword)' is not compared"),
                sampler.values(of: shape.limited(to: types)))
        ]
    }

    func gap(_ shape: Shape, _ right: SchemaTerm, _ keyword: String, _ candidates: [JSON]) -> Gap {
        gap(shape, right, keyword, .refused, candidates)
    }

    func gap(
        _ shape: Shape, _ right: SchemaTerm, _ keyword: String, _ kind: Gap.Kind, _ candidates: [JSON] = []
    ) -> Gap {
        Gap(
            kind: kind, left: shape.sources.last { !$0.isAssumed } ?? right, right: right, keyword: keyword,
            candidates: Array(candidates.prefix(Self.mostCandidates)))
    }
}

extension JSON {
    fileprivate var plain: String { stringValue ?? text() }
}
