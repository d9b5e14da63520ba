import JSONSchema

extension SubsumptionProver {
    func numberGap(of facts: SchemaFacts, within right: SchemaView, _ keyword: String, _ bound: JSONNumber) -> Gap? {
        let numbers = facts.limited(to: .number)
        if isBounded(numbers, keyword, bound) { return nil }
        let near = [0, -1, 1, -0.5, 0.5].compactMap { SchemaSampler.sum(bound, $0) }.filter {
            sampler.fits($0, numbers)
        }
        let refused = (sampler.values(of: numbers) + near.map(JSON.number)).filter {
            !KeywordCheck.meets([keyword: .number(bound)], $0)
        }
        return gap(facts, right, keyword, refused)
    }

    private func isBounded(_ facts: SchemaFacts, _ keyword: String, _ bound: JSONNumber) -> Bool {
        let isWhole = !facts.types.contains(.fraction)
        func isMet(by number: JSONNumber) -> Bool { KeywordCheck.meets([keyword: .number(bound)], .number(number)) }
        if keyword == "multipleOf" {
            return (facts.divisors + (isWhole ? [JSONNumber(1)] : [])).contains(where: isMet)
        }
        let isLower = keyword == "minimum" || keyword == "exclusiveMinimum"
        guard let own = isLower ? facts.lowerBound : facts.upperBound else { return false }
        // The nearest allowed integer is a stronger bound than the bound itself.
        if isWhole, let nearest = Self.whole(own, up: isLower) { return isMet(by: nearest) }
        return isMet(by: own.value) || own.isExclusive && own.value == bound
    }

    private static func whole(_ bound: SchemaFacts.Bound, up: Bool) -> JSONNumber? {
        let nearest = bound.value.doubleValue.rounded(up ? .up : .down)
        guard nearest.magnitude < 9e15 else { return nil }
        let isBound = JSONNumber(Int(nearest)) == bound.value
        return JSONNumber(Int(nearest) + (isBound && bound.isExclusive ? (up ? 1 : -1) : 0))
    }

    func stringGap(of facts: SchemaFacts, within right: SchemaView, _ keyword: String, _ value: JSON) -> Gap? {
        let rule: JSON = .object([keyword: value])
        var texts = sampler.values(of: facts)
        switch keyword {
        case "minLength":
            guard let length = value.intValue, length > facts.lengths.least else { return nil }
            if length == 1, refusesEmptyText(facts) { return nil }
        case "maxLength":
            guard let length = value.intValue, facts.lengths.greatest.map({ $0 > length }) ?? true else { return nil }
            texts += longTexts(of: facts, over: length)
        case "pattern":
            guard let pattern = value.stringValue, !facts.patterns.contains(pattern) else { return nil }
        default:
            guard let format = value.stringValue, KeywordCheck.isChecked(format: format),
                !facts.formats.contains(format),
                !facts.formats.contains(where: { Self.narrower[format]?.contains($0) ?? false })
            else { return nil }
        }
        return gap(facts, right, keyword, texts.filter { !KeywordCheck.meets(rule, $0) })
    }

    private func refusesEmptyText(_ facts: SchemaFacts) -> Bool {
        facts.patterns.contains { !KeywordCheck.isFound($0, in: "") }
            || facts.formats.contains { !KeywordCheck.meets(["format": .string($0)], "") }
    }

    private func longTexts(of facts: SchemaFacts, over length: Int) -> [JSON] {
        guard length < 10_000 else { return [] }
        let filling = String(repeating: "a", count: length + 1)
        let texts =
            [filling, "https://example.com/\(filling)"]
            + facts.patterns.flatMap { pattern in
                [length, length + 1].compactMap { PatternExample.text(of: pattern, variant: $0) }
            }
        return texts.filter { sampler.fits($0, facts) }.map(JSON.string)
    }

    /// Formats by the formats that imply them.
    private static let narrower: [String: Set<String>] = [
        "idn-email": ["email"], "idn-hostname": ["hostname"], "iri": ["uri"], "uri-reference": ["uri"],
        "iri-reference": ["uri", "uri-reference", "iri"],
    ]
}
