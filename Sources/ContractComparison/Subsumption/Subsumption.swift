import JSONSchema

extension Variance {
    /// The change from one schema to another without references, as far as it is proved.
    init(from old: JSON, to new: JSON) {
        let document = SchemaDocument(root: true)
        let prover = SubsumptionProver(openness: .any)
        func isProved(_ left: JSON, within right: JSON) -> Bool {
            prover.answer(.assumed(left, in: document), within: .assumed(right, in: document)).isEmpty
        }
        self.init(isNarrower: isProved(new, within: old), isWider: isProved(old, within: new))
    }
}

/// Decides if a schema accepts every value of another schema; it keeps answers, and is not Sendable.
///
/// A contradiction has a value that both validators were asked about. An inclusion was proved. The rest is undecided.
package final class Subsumption {
    /// The rule of a schema for members that it does not name.
    package enum Openness: Sendable, Hashable {
        case any
        /// Only members that are named or that an explicit `additionalProperties` allows, as services mean it.
        case declared
    }

    /// A way in which values of the one schema may not be values of the other.
    package struct Gap {
        package enum Verdict {
            case contradicted(witness: JSON, Violation)
            /// The one schema does not speak of something that the other asks for; it neither promises nor forbids it.
            case undeclared(String)
            case undecided(String)
        }

        package let verdict: Verdict
        /// The place in a value, with `*` for any element.
        package let instance: JSONPointer
        /// The schema whose values are in question.
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

    /// Every way in which a value that `left` accepts may be refused by `right`; none where none ever is.
    package func gaps(_ left: SchemaView, within right: SchemaView) -> [Gap] {
        let found = prover.answer(left, within: right)
        // A schema that holds itself has the same gap at every depth.
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
        var best: (rank: Int, witness: JSON, violation: Violation)?
        func look(at candidates: [JSON]) {
            for candidate in candidates where accepting.accepts(candidate) {
                let violations = refusing.violations(of: candidate)
                for violation in violations {
                    guard let rank = rank(violation, of: found, among: violations.count),
                        best.map({ rank < $0.rank }) ?? true
                    else { continue }
                    best = (rank, candidate, violation)
                }
            }
        }
        look(at: found.candidates)
        if best == nil { look(at: madeUp(left)) }
        if let best { return .contradicted(witness: best.witness, best.violation) }
        if case .undecided(let reason) = found.kind { return .undecided(reason) }
        return .undecided("neither a proof nor a counterexample was found for '\(found.keyword)'")
    }

    /// Values of a schema as its document gives them, and some that are made up; they are tried where nothing else decides.
    private func madeUp(_ left: SchemaView) -> [JSON] {
        if let values = known[left] { return values }
        let values = Array(sampler.values(of: [left]).prefix(40))
        known[left] = values
        return values
    }

    /// Ranks a violation as evidence of the gap, 0 best; returns `nil` if it is about something else. A witness with no
    /// other fault ranks better.
    private func rank(_ violation: Violation, of gap: SubsumptionProver.Gap, among count: Int) -> Int? {
        let tokens = violation.instancePointer.tokens
        guard zip(tokens, gap.path).allSatisfy({ $0 == $1 || $1 == "*" }) else { return nil }
        let isThere = tokens.count == gap.path.count
        return (isThere ? violation.keyword == gap.keyword ? 0 : 1 : 2) * 100 + min(count - 1, 99)
    }
}
