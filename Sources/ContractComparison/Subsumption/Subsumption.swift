import JSONSchema

extension Variance {
    /// Creates the variance between two schemas without references, as far as it can be proved.
    init(from old: JSON, to new: JSON) {
        let document = SchemaDocument(root: true)
        self.init(
            from: .assumed(old, in: document), to: .assumed(new, in: document), by: SubsumptionProver(openness: .any))
    }

    init(from old: SchemaView, to new: SchemaView, by prover: SubsumptionProver) {
        self.init(isNarrower: prover.answer(new, within: old).isEmpty, isWider: prover.answer(old, within: new).isEmpty)
    }
}

/// Decides whether a schema accepts every value of another schema. Caches answers and is not Sendable.
///
/// Both validators confirm the witness of a contradiction. An inclusion is proved. The rest is undecided.
package final class Subsumption {
    package enum Openness: Sendable, Hashable {
        case any
        /// Allows only members that are named or covered by an explicit `additionalProperties`, as services intend.
        case declared
    }

    package struct Gap {
        package enum Verdict {
            case contradicted(witness: JSON, Violation)
            /// The left schema neither promises nor forbids something that the right one requires.
            case undeclared(String)
            case undecided(String)
        }

        package let verdict: Verdict
        /// The pointer into a value, with `*` for any element.
        package let instance: JSONPointer
        package let left: SchemaView
        package let right: SchemaView
        package let keyword: String

        fileprivate var identity: [String] {
            let about =
                switch verdict {
                case .contradicted(_, let violation): violation.message
                case .undeclared(let what): what
                case .undecided(let reason): reason
                }
            return [left.pointer.description, right.pointer.description, keyword, instance.tokens.last ?? "", about]
        }
    }

    private let prover: SubsumptionProver
    private let sampler = SchemaSampler()
    private var known: [SchemaView: [JSON]] = [:]

    package init(openness: Openness) { prover = SubsumptionProver(openness: openness) }

    /// Returns every way in which `right` may reject a value that `left` accepts. Empty if `right` accepts all of them.
    package func gaps(_ left: SchemaView, within right: SchemaView) -> [Gap] {
        let found = prover.answer(left, within: right)
        // A recursive schema has the same gap at every depth.
        var seen: Set<[String]> = []
        return found.map { gap in
            Gap(
                verdict: verdict(on: gap, left, right), instance: JSONPointer(tokens: gap.path), left: gap.left,
                right: gap.right, keyword: gap.keyword)
        }.filter { seen.insert($0.identity).inserted }
    }

    private func verdict(on found: SubsumptionProver.Gap, _ left: SchemaView, _ right: SchemaView) -> Gap.Verdict {
        if case .undeclared(let what) = found.kind { return .undeclared(what) }
        guard let accepting = left.document.schema(at: left.pointer),
            let refusing = right.document.schema(at: right.pointer)
        else { return .undecided("one of the schemas does not compile") }
        func evidence(in candidates: [JSON]) -> (rank: Int, witness: JSON, violation: Violation)? {
            candidates.filter(accepting.accepts).flatMap { candidate in
                let violations = refusing.violations(of: candidate)
                return violations.compactMap { violation in
                    rank(violation, of: found, among: violations.count).map { (rank: $0, candidate, violation) }
                }
            }.min { $0.rank < $1.rank }
        }
        if let best = evidence(in: found.candidates) ?? evidence(in: madeUp(left)) {
            return .contradicted(witness: best.witness, best.violation)
        }
        if case .undecided(let reason) = found.kind { return .undecided(reason) }
        return .undecided("neither a proof nor a counterexample was found for '\(found.keyword)'")
    }

    private func madeUp(_ left: SchemaView) -> [JSON] {
        if let values = known[left] { return values }
        let values = Array(sampler.values(of: [left]).prefix(40))
        known[left] = values
        return values
    }

    /// Ranks a violation as evidence of the gap, best 0, or returns `nil` if unrelated. Fewer other faults rank better.
    private func rank(_ violation: Violation, of gap: SubsumptionProver.Gap, among count: Int) -> Int? {
        let tokens = violation.instancePointer.tokens
        guard zip(tokens, gap.path).allSatisfy({ $0 == $1 || $1 == "*" }) else { return nil }
        let isThere = tokens.count == gap.path.count
        return (isThere ? violation.keyword == gap.keyword ? 0 : 1 : 2) * 100 + min(count - 1, 99)
    }
}
