import JSONSchema

/// The opposite flag, or every value of an enumeration and one outside it.
enum ChoiceStrategy: ProbeStrategy {
    /// The name suffix of the probe with an unlisted value.
    static let outsider = "is an unlisted value"
    private static let mostNames = 8

    static func changes(at site: ProbeSite) -> [ProbeChange] {
        if let flag = site.value.boolValue { return [ProbeChange("is \(!flag)", .choice, .bool(!flag))] }
        let choices = site.schemas.flatMap(\.listedValues).distinct
        guard !choices.isEmpty else { return [] }
        let stranger: JSON = site.value.numberValue == nil ? "none of them" : -987_654
        let texts = choices.compactMap(\.stringValue)
        return choices.map { ProbeChange("is \(Excerpt.of($0))", .choice, $0).comparingAll }
            + [ProbeChange(Self.outsider, .choice, stranger).comparingAll]
            + nearly(texts).map {
                ProbeChange("is almost a listed value: \(Excerpt.of(.string($0)))", .choice, .string($0))
            }
            + texts.prefix(1).flatMap { text in
                [
                    ProbeChange(
                        "is in the wrong letter case", .choice,
                        .string(text == text.uppercased() ? text.lowercased() : text.uppercased())),
                    ProbeChange("has spaces around it", .choice, .string(" \(text) ")),
                ]
            }
    }

    /// Returns near misses of choices, for code that compares only the beginning or the end.
    private static func nearly(_ texts: [String]) -> [String] {
        texts.filter { $0.first?.isLetter ?? false }.prefix(mostNames)
            .flatMap { ["\($0.dropLast())", "\($0)2", "2\($0)"] }.filter { !texts.contains($0) }
    }
}
