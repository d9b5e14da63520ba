import JSONSchema

extension PactResponse {
    /// Bodies other than the example that the rules allow: `null` for a nullable value, a fraction for any number. They
    /// prevent an inferred schema from being as narrow as the example.
    package var bodyVariants: [JSON] {
        guard case .json(let example) = body else { return [] }
        return [true, false].map { prefersNull in
            example.replacingParts { path, part in
                rules.body.entering(path).rules.flatMap { $0.set.variant(of: part, prefersNull: prefersNull) }
            }
        }.filter { $0 != example }
    }
}

extension RuleSet {
    /// Returns another value that the rules allow, or `nil` if the example shows all that matters.
    fileprivate func variant(of example: JSON, prefersNull: Bool) -> JSON? {
        if prefersNull { return combination == .any && rules.contains(where: \.isNull) ? .null : nil }
        if example.isNull, combination == .any { return rules.lazy.compactMap(\.example).first ?? example }
        guard rules.contains(where: \.allowsFractions), example.numberValue?.isInteger ?? false else { return nil }
        return example.intValue.flatMap { JSONNumber(text: "\($0).5") }.map(JSON.number) ?? example
    }
}

extension MatchingRule {
    fileprivate var example: JSON? {
        switch self {
        case .integer: 1
        case .number: 0.5
        case .boolean: true
        case .regex(let pattern): PatternExample.text(of: pattern.source).map(JSON.string)
        case .equality, .type, .null, .include, .date, .contentType, .notEmpty, .statusCode, .values, .eachKey,
            .eachValue, .arrayContains:
            nil
        }
    }

    fileprivate var allowsFractions: Bool { if case .number = self { true } else { false } }
}
