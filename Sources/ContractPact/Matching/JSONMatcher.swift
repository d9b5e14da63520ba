import HTTPRecording
import JSONSchema

/// Compares JSON values as the Pact specification defines: for equality, unless rules say otherwise.
struct JSONMatcher {
    /// Whether additional members are valid, as in responses. Requests must match exactly.
    let allowsUnexpectedMembers: Bool
    private(set) var mismatches: [PactMismatch] = []

    mutating func compare(_ expected: JSON, _ actual: JSON, _ scope: RuleScope, at path: RulePath = RulePath()) {
        let found = scope.rules
        if let (set, isInherited) = found {
            let failures = set.failures { failure($0, expected, actual, isInherited: isInherited) }
            for failure in failures { report(failure, path) }
            if !failures.isEmpty, set.combination == .all { return }
        }
        switch (expected, actual) {
        case (.object(let expected), .object(let actual)):
            compareMembers(expected, actual, found?.set.rules ?? [], scope, at: path)
        case (.array(let expected), .array(let actual)):
            compareElements(expected, actual, found?.set.rules ?? [], scope, at: path)
        default:
            if found == nil, expected != actual {
                report("expected \(Self.shown(expected)), found \(Self.shown(actual))", path)
            }
        }
    }

    private mutating func compareMembers(
        _ expected: JSONObject, _ actual: JSONObject, _ rules: [MatchingRule], _ scope: RuleScope, at path: RulePath
    ) {
        if rules.contains(where: \.isAboutMembers) {
            guard let example = expected.values.first else { return }
            for (key, value) in actual {
                let step = RulePath.Step.key(key)
                var inner = scope.entering(step)
                if !inner.saysMore, rules.contains(where: \.statesKeysOrValues) {
                    // These rules, not the example, define the names and values.
                    guard rules.contains(where: \.statesTypeOfValues) else { continue }
                    inner = RuleScope([(RulePath(), RuleSet(rules: [.type(min: nil, max: nil)]))])
                }
                compare(expected[key] ?? example, value, inner, at: path.appending(step))
            }
            return
        }
        for (key, value) in expected {
            let step = RulePath.Step.key(key)
            if let found = actual[key] {
                compare(value, found, scope.entering(step), at: path.appending(step))
            } else {
                report("expected \(Self.shown(value)), but the member is missing", path.appending(step))
            }
        }
        guard !allowsUnexpectedMembers, !scope.hasWildcardBelow else { return }
        for (key, value) in actual where expected[key] == nil {
            report("unexpected member, \(Self.shown(value))", path.appending(.key(key)))
        }
    }

    private mutating func compareElements(
        _ expected: [JSON], _ actual: [JSON], _ rules: [MatchingRule], _ scope: RuleScope, at path: RulePath
    ) {
        for case .arrayContains(let variants) in rules {
            for variant in variants where expected.indices.contains(variant.index) {
                let isThere = actual.contains { element in
                    var matcher = JSONMatcher(allowsUnexpectedMembers: allowsUnexpectedMembers)
                    matcher.compare(expected[variant.index], element, variant.rules)
                    return matcher.mismatches.isEmpty
                }
                if !isThere {
                    report("no element matches the example \(Self.shown(expected[variant.index]))", path)
                }
            }
            return
        }
        if rules.contains(where: \.isAboutType) {
            // The first example element stands for every additional element.
            guard let example = expected.first else { return }
            for (index, value) in actual.enumerated() {
                let step = RulePath.Step.index(index)
                let model = index < expected.count ? expected[index] : example
                compare(model, value, scope.entering(step), at: path.appending(step))
            }
            return
        }
        for (index, value) in expected.enumerated() {
            let step = RulePath.Step.index(index)
            guard index < actual.count else {
                report("expected \(Self.shown(value)), but the element is missing", path.appending(step))
                continue
            }
            compare(value, actual[index], scope.entering(step), at: path.appending(step))
        }
        if actual.count > expected.count {
            report("expected \(expected.count) elements, found \(actual.count)", path)
        }
    }

    /// Returns how a value itself violates a rule. Its children are compared afterwards.
    private func failure(_ rule: MatchingRule, _ expected: JSON, _ actual: JSON, isInherited: Bool) -> String? {
        let isContainer = actual.isContainer && actual.typeName == expected.typeName
        switch rule {
        case .equality:
            return expected == actual ? nil : "expected \(Self.shown(expected)), found \(Self.shown(actual))"
        case .type:
            guard actual.pactType == expected.pactType else {
                return "expected a value of the type \(expected.pactType), found \(Self.shown(actual))"
            }
            guard !isInherited, let count = actual.arrayValue?.count else { return nil }
            return rule.failure(ofCount: count, of: "elements")
        case .values where isContainer: return nil
        case .eachKey(let rules) where isContainer:
            return Self.failure(rules, of: actual.objectValue?.keys.map(JSON.string) ?? [])
        case .eachValue(let rules) where isContainer:
            return Self.failure(rules, of: actual.objectValue?.values ?? actual.arrayValue ?? [])
        case .values, .eachKey, .eachValue: return "expected \(expected.typeName), found \(Self.shown(actual))"
        case .arrayContains:
            return actual.arrayValue == nil ? "expected an array, found \(Self.shown(actual))" : nil
        case .notEmpty:
            return actual.isEmptyForPact ? "expected a non-empty value, found \(Self.shown(actual))" : nil
        // Containers pass inherited scalar rules on to their children.
        case _ where isContainer && isInherited: return nil
        case .regex, .integer, .number, .boolean, .null, .include, .date, .contentType, .statusCode:
            return rule.failure(of: actual)
        }
    }

    /// Returns how a member violates a rule. `compareMembers` compares the types with the example's.
    private static func failure(_ rules: [MatchingRule], of values: [JSON]) -> String? {
        values.lazy.flatMap { value in rules.lazy.compactMap { $0.failure(of: value) } }.first
    }

    private mutating func report(_ message: String, _ path: RulePath) {
        mismatches.append(PactMismatch(part: .body, place: path.description, message: message))
    }

    static func shown(_ json: JSON) -> String {
        let text = json.text()
        return text.utf8.count <= 120 ? text : text.prefix(117) + "…"
    }
}

extension MatchingRule {
    fileprivate var statesKeysOrValues: Bool {
        if case .eachKey = self { true } else if case .eachValue = self { true } else { false }
    }

    fileprivate var statesTypeOfValues: Bool {
        guard case .eachValue(let rules) = self else { return false }
        return rules.contains { if case .type = $0 { true } else { false } }
    }

    /// Whether an array's example elements stand for any number of elements of the same type.
    fileprivate var isAboutType: Bool {
        switch self {
        case .type, .values, .eachValue, .notEmpty: true
        case .equality, .regex, .integer, .number, .boolean, .null, .include, .date, .contentType, .statusCode,
            .eachKey, .arrayContains:
            false
        }
    }

    /// Returns how a single value violates the rule: a scalar of a body, header field, query or path.
    func failure(of actual: JSON) -> String? {
        func expected(_ what: String, _ holds: Bool) -> String? {
            holds ? nil : "expected \(what), found \(JSONMatcher.shown(actual))"
        }
        let text = actual.pactText
        switch self {
        case .regex(let pattern):
            return expected(
                "a string that matches /\(pattern.source)/", text.map { pattern.match(in: $0) == .found } ?? false)
        case .date(let name, let format, let pattern):
            return expected(
                "a \(name) such as '\(format)'", actual.stringValue.map { pattern.match(in: $0) == .found } ?? false)
        case .include(let part): return expected("a string that contains '\(part)'", text?.contains(part) ?? false)
        case .integer: return expected("an integer", actual.numberValue?.isInteger ?? false)
        case .number: return expected("a number", actual.numberValue != nil)
        case .boolean: return expected("true or false", actual.boolValue != nil)
        case .null: return expected("null", actual.isNull)
        case .notEmpty: return expected("something", !actual.isEmptyForPact)
        case .contentType(let type):
            return expected("content of the type \(type)", text.map { type.isSniffed(in: $0) } ?? false)
        case .statusCode(.range(let range, let name)):
            return expected("a status code of the class \(name)", actual.intValue.map(range.contains) ?? false)
        case .statusCode(.codes(let codes)):
            let list = codes.map(String.init).joined(separator: ", ")
            return expected("one of the status codes \(list)", actual.intValue.map(codes.contains) ?? false)
        case .equality, .type, .values, .eachKey, .eachValue, .arrayContains: return nil
        }
    }

    /// Returns how a string in a header field, query or path violates the rule. Numbers are parsed first.
    func failure(ofText text: String) -> String? {
        switch self {
        case .integer, .number, .boolean, .statusCode: failure(of: JSON(ifValid: text.utf8) ?? .string(text))
        case .equality, .type, .regex, .null, .include, .date, .contentType, .notEmpty, .values, .eachKey, .eachValue,
            .arrayContains:
            failure(of: .string(text))
        }
    }
}

extension JSON {
    fileprivate var isContainer: Bool { arrayValue != nil || objectValue != nil }

    fileprivate var pactType: String { numberValue == nil ? typeName : "number" }

    fileprivate var pactText: String? { isNull || isContainer ? nil : plainText }

    fileprivate var isEmptyForPact: Bool { [.null, "", [], [:]].contains(self) }
}

extension MediaType {
    /// Whether the string can be content of this type, as far as its syntax shows.
    fileprivate func isSniffed(in text: String) -> Bool {
        isJSON ? JSON(ifValid: text.utf8) != nil : !text.isEmpty
    }
}
