import JSONSchema

extension PactResponse {
    /// Bodies other than the example that the rules allow: `null` for a nullable value, a fraction for any number. They
    /// prevent an inferred schema from being as narrow as the example.
    package var bodyVariants: [JSON] {
        guard case .json(let example) = body else { return [] }
        return [true, false].map { RuleVariants(prefersNull: $0).variant(of: example, rules.body) }
            .filter { $0 != example }
    }
}

private struct RuleVariants {
    let prefersNull: Bool

    func variant(of json: JSON, _ scope: RuleScope) -> JSON {
        if let rules = scope.rules?.set {
            if prefersNull, rules.combination == .any, rules.rules.contains(where: \.isNull) { return .null }
            if !prefersNull, json.isNull, rules.combination == .any {
                return rules.rules.lazy.compactMap(\.example).first ?? json
            }
            if !prefersNull, let number = json.numberValue, number.isInteger,
                rules.rules.contains(where: \.allowsFractions)
            {
                return number.intValue.flatMap { JSONNumber(text: "\($0).5") }.map(JSON.number) ?? json
            }
        }
        switch json {
        case .array(let elements):
            return .array(elements.enumerated().map { variant(of: $1, scope.entering(.index($0))) })
        case .object(let members):
            return .object(JSONObject(members.map { ($0.key, variant(of: $0.value, scope.entering(.key($0.key)))) }))
        case .null, .bool, .number, .string: return json
        }
    }
}

extension MatchingRule {
    fileprivate var example: JSON? {
        switch self {
        case .integer: 1
        case .number, .decimal: 0.5
        case .boolean: true
        case .regex(let pattern): PatternExample.text(of: pattern.source).map(JSON.string)
        default: nil
        }
    }

    fileprivate var allowsFractions: Bool {
        switch self {
        case .number, .decimal: true
        default: false
        }
    }
}
