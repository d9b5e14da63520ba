import JSONSchema

enum SchemaEquivalence {
    case same, different, undecided

    init(of one: SchemaView, _ other: SchemaView) {
        let subsumption = Subsumption(openness: .any)
        let gaps = subsumption.gaps(one, within: other) + subsumption.gaps(other, within: one)
        let isDifferent = gaps.contains { if case .contradicted = $0.verdict { true } else { false } }
        self = gaps.isEmpty ? .same : isDifferent ? .different : .undecided
    }
}
