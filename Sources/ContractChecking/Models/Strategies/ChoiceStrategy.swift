import JSONSchema

/// Every value of an enumeration, and one that is not in it.
enum ChoiceStrategy: ProbeStrategy {
    static func changes(at site: ProbeSite) -> [ProbeChange] {
        let choices = site.values(of: "enum").flatMap { $0.arrayValue ?? [] } + site.values(of: "const")
        guard !choices.isEmpty else { return [] }
        let outsider: JSON = site.value.numberValue == nil ? "none of them" : -987_654
        return choices.map { ProbeChange("is \(Excerpt.of($0))", .choice, $0) }
            + [ProbeChange("is an outsider", .choice, outsider)]
            + choices.compactMap(\.stringValue).prefix(1).map {
                ProbeChange(
                    "is in the wrong letter case", .choice,
                    .string($0 == $0.uppercased() ? $0.lowercased() : $0.uppercased()))
            }
    }
}
