import ContractPact
import JSONSchema

/// The conversion of a Pact's matching rules into JSON Schema keywords for each place of the example.
struct PactStatements {
    private(set) var losses: [String] = []
    /// Whether a value without a rule must equal the example, as in a variant of `arrayContains`.
    private var isExact = false

    /// Returns the keywords that the rules imply for an example and its descendants. Places without rules have none.
    mutating func statement(of example: JSON, _ scope: RuleScope) -> SampleStatement {
        let found = scope.rules
        let own = found.map { $0.isInherited ? [] : $0.set.rules } ?? []
        var statement = SampleStatement()
        switch example {
        case .null: break
        case .bool, .number, .string:
            if let found {
                statement.keywords = if case .string(let text) = example { keywords(of: found.set, text) } else { [:] }
            } else if isExact {
                statement.keywords = ["const": example]
            }
        case .array(let elements):
            if found != nil { statement.keywords = arrayKeywords(of: own, elements) }
            statement.hasOpenElements = own.contains { if case .arrayContains = $0 { true } else { false } }
            statement.elements = elements.enumerated().map { index, element in
                values(of: element, own, scope.entering(.index(index)))
            }
        case .object(let members):
            statement.isMap = own.contains(where: \.isAboutMembers)
            let keywords = objectKeywords(of: own)
            if !keywords.isEmpty { statement.keywords = keywords }
            for (name, member) in members {
                statement.members[name] = values(of: member, own, scope.entering(.key(name)))
            }
        }
        return statement
    }

    /// Returns the statement for a member or element, including `eachValue` rules of its parent.
    private mutating func values(of example: JSON, _ rules: [MatchingRule], _ scope: RuleScope) -> SampleStatement {
        var statement = statement(of: example, scope)
        for case .eachValue(let inner) in rules {
            guard case .string(let text) = example, let said = keywords(of: RuleSet(rules: inner), text) else {
                continue
            }
            statement.keywords = JSONObject.joining([statement.keywords ?? [:], said])
        }
        return statement
    }

    /// Returns the keywords for a string, or `nil` if the rules cannot be expressed.
    mutating func keywords(of set: RuleSet, _ text: String) -> JSONObject? {
        var all: [JSONObject] = []
        for rule in set.rules where !rule.isNull {
            if let said = Self.keywords(of: rule, text) {
                all.append(said)
            } else {
                losses.append("\(rule.name) of the text '\(text)'")
                if set.combination == .any { return nil }
            }
        }
        guard let first = all.first else { return nil }
        switch set.combination {
        case .all: return JSONObject.joining(all)
        case .any: return all.count == 1 ? first : all.contains([:]) ? [:] : ["anyOf": .array(all.map(JSON.object))]
        }
    }

    private static func keywords(of rule: MatchingRule, _ text: String) -> JSONObject? {
        switch rule {
        case .type: return [:]
        case .equality: return ["const": .string(text)]
        case .regex(let pattern): return ["pattern": .string(plain(pattern.source))]
        case .include(let part): return ["pattern": .string(Pattern.literally(part))]
        case .notEmpty: return ["minLength": 1]
        case .date(_, let format, let pattern):
            let known = TextFormat.all.first { $0.matches(text) }?.name
            if known == "date", format == "yyyy-MM-dd" { return ["format": "date"] }
            guard known == "date-time" else { return ["pattern": .string(pattern.source)] }
            return ["format": "date-time", "pattern": .string(pattern.source)]
        case .integer, .number, .boolean, .null, .contentType, .statusCode, .values, .eachKey, .eachValue,
            .arrayContains:
            return nil
        }
    }

    private mutating func arrayKeywords(of rules: [MatchingRule], _ elements: [JSON]) -> JSONObject {
        var keywords = JSONObject()
        for case .type(let least, let most) in rules {
            if let least, least > 0 { keywords["minItems"] = JSON(least) }
            if let most { keywords["maxItems"] = JSON(most) }
        }
        for case .notEmpty in rules { keywords["minItems"] = 1 }
        var contained: [JSON] = []
        for case .arrayContains(let variants) in rules {
            for variant in variants where elements.indices.contains(variant.index) {
                let example = elements[variant.index]
                isExact = true
                let sample = Sample(example, statement(of: example, variant.rules))
                isExact = false
                var inference = SchemaInference()
                contained.append(inference.schema(of: SampleShape([sample])))
            }
        }
        if contained.count == 1 { keywords["contains"] = contained[0] }
        if contained.count > 1 { keywords["allOf"] = .array(contained.map { ["contains": $0] }) }
        return keywords
    }

    private mutating func objectKeywords(of rules: [MatchingRule]) -> JSONObject {
        var keywords = JSONObject()
        for case .notEmpty in rules { keywords["minProperties"] = 1 }
        for case .eachKey(let inner) in rules {
            guard let said = self.keywords(of: RuleSet(rules: inner), ""), !said.isEmpty else { continue }
            keywords["propertyNames"] = .object(said)
        }
        return keywords
    }

    // MARK: - Patterns

    /// Removes the wrapper `^(?:…)$` from a pattern if it can be written with plain anchors.
    private static func plain(_ source: String) -> String {
        guard source.hasPrefix("^(?:"), source.hasSuffix(")$") else { return source }
        let inner = source.dropFirst(4).dropLast(2)
        // Alternatives in a group or a character class need no wrapper.
        var ungrouped = inner.replacing(/\\.|\[[^\]]*\]/, with: "")
        while let group = ungrouped.firstRange(of: /\([^()]*\)/) { ungrouped.removeSubrange(group) }
        guard !ungrouped.contains("|") else { return source }
        let isClosed = inner.hasSuffix("$") && !inner.hasSuffix("\\$")
        return (inner.hasPrefix("^") ? "" : "^") + inner + (isClosed ? "" : "$")
    }
}

extension JSONObject {
    /// Merges keywords that must all hold. Uses `allOf` if two of them conflict.
    static func joining(_ all: [JSONObject]) -> JSONObject {
        var joined = JSONObject()
        for keywords in all {
            guard keywords.keys.allSatisfy({ joined[$0] == nil || joined[$0] == keywords[$0] }) else {
                return ["allOf": .array(all.map(JSON.object))]
            }
            for (key, value) in keywords { joined[key] = value }
        }
        return joined
    }
}
