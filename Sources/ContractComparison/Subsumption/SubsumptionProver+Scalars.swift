import JSONSchema

extension SubsumptionProver {
    /// Where numbers of a shape may break a bound or a divisor.
    func numberGap(of shape: Shape, within right: SchemaTerm, _ keyword: String, _ bound: JSONNumber) -> Gap? {
        let numbers = shape.limited(to: .number)
        if isBounded(numbers, keyword, bound) { return nil }
        let near = [0, -1, 1, -0.5, 0.5].compactMap { ShapeSampler.sum(bound, $0) }.filter { sampler.fits($0, numbers) }
        let refused = (sampler.values(of: numbers) + near.map(JSON.number)).filter {
            !patterns.meets([keyword: .number(bound)], $0)
        }
        return gap(shape, right, keyword, refused)
    }

    private func isBounded(_ shape: Shape, _ keyword: String, _ bound: JSONNumber) -> Bool {
        let isWhole = !shape.types.contains(.fraction)
        switch keyword {
        case "minimum", "exclusiveMinimum":
            guard let low = shape.minimum else { return false }
            // The least whole number that is allowed says more than the bound itself.
            let least = isWhole ? Self.whole(low, up: true) : nil
            if let least { return patterns.meets([keyword: .number(bound)], .number(least)) }
            return bound < low.value || bound == low.value && (keyword == "minimum" || low.isExclusive)
        case "maximum", "exclusiveMaximum":
            guard let high = shape.maximum else { return false }
            let most = isWhole ? Self.whole(high, up: false) : nil
            if let most { return patterns.meets([keyword: .number(bound)], .number(most)) }
            return high.value < bound || bound == high.value && (keyword == "maximum" || high.isExclusive)
        default:
            let divisors = shape.multiples + (isWhole ? [JSONNumber(1)] : [])
            return divisors.contains { patterns.meets([keyword: .number(bound)], .number($0)) }
        }
    }

    /// The whole number at a bound, or the next within it.
    private static func whole(_ bound: Shape.Bound, up: Bool) -> JSONNumber? {
        let nearest = bound.value.doubleValue.rounded(up ? .up : .down)
        guard nearest.magnitude < 9e15 else { return nil }
        let isBound = JSONNumber(Int(nearest)) == bound.value
        return JSONNumber(Int(nearest) + (isBound && bound.isExclusive ? (up ? 1 : -1) : 0))
    }

    /// Where strings of a shape may break a length, a pattern or a format.
    func stringGap(of shape: Shape, within right: SchemaTerm, _ keyword: String, _ value: JSON) -> Gap? {
        let rule: JSON = .object([keyword: value])
        var texts = sampler.values(of: shape)
        switch keyword {
        case "minLength":
            guard let length = value.intValue, length > shape.minLength else { return nil }
            if length == 1, refusesEmptyText(shape) { return nil }
        case "maxLength":
            guard let length = value.intValue, shape.maxLength.map({ $0 > length }) ?? true else { return nil }
            texts += longTexts(of: shape, over: length)
        case "pattern":
            guard let pattern = value.stringValue, !shape.patterns.contains(pattern) else { return nil }
        default:
            guard let format = value.stringValue, patterns.isChecked(format: format), !shape.formats.contains(format),
                !shape.formats.contains(where: { Self.narrower[format]?.contains($0) ?? false })
            else { return nil }
        }
        return gap(shape, right, keyword, texts.filter { !patterns.meets(rule, $0) })
    }

    private func refusesEmptyText(_ shape: Shape) -> Bool {
        shape.patterns.contains { !patterns.isFound($0, in: "") }
            || shape.formats.contains { !patterns.meets(["format": .string($0)], "") }
    }

    private func longTexts(of shape: Shape, over length: Int) -> [JSON] {
        guard length < 10_000 else { return [] }
        let filling = String(repeating: "a", count: length + 1)
        let texts =
            [filling, "https://example.com/\(filling)"]
            + shape.patterns.flatMap { pattern in
                [length, length + 1].compactMap { PatternExample.text(of: pattern, variant: $0) }
            }
        return texts.filter { sampler.fits($0, shape) }.map(JSON.string)
    }

    /// Formats whose texts are all of another format too.
    private static let narrower: [String: Set<String>] = [
        "idn-email": ["email"], "idn-hostname": ["hostname"], "iri": ["uri"], "uri-reference": ["uri"],
        "iri-reference": ["uri", "uri-reference", "iri"],
    ]
}
