import ContractChecking
import JSONSchema

extension SchemaEquivalence {
    package static func of(_ one: SchemaView, _ other: SchemaView) -> SchemaEquivalence {
        let subsumption = Subsumption(openness: .any)
        let gaps = subsumption.gaps(one, within: other) + subsumption.gaps(other, within: one)
        if gaps.isEmpty { return .same }
        let isDifferent = gaps.contains { if case .contradicted = $0.verdict { true } else { false } }
        return isDifferent ? .different : .undecided
    }
}
