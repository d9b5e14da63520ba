import HTTPRecording
import JSONSchema

package indirect enum MatchingRule: Sendable {
    case equality
    /// The JSON type of the example, and the allowed count of array elements.
    case type(min: Int?, max: Int?)
    /// An expression that must match the whole string.
    case regex(Pattern)
    case integer
    /// Any number, as `decimal` and `number` demand.
    case number
    case boolean
    case null
    case include(String)
    /// A string in a Java date format. `name` is `date`, `time` or `datetime`.
    case date(name: String, format: String, Pattern)
    case contentType(MediaType)
    case notEmpty
    case statusCode(StatusRule)
    case values
    case eachKey([MatchingRule])
    case eachValue([MatchingRule])
    case arrayContains([Variant])

    /// A required element: the index of its example and the rules for it.
    package struct Variant: Sendable {
        package let index: Int
        package let rules: RuleScope
    }

    package enum StatusRule: Sendable {
        case range(ClosedRange<Int>, name: String)
        case codes([Int])
    }

    package var isNull: Bool { if case .null = self { true } else { false } }

    /// Whether the rule applies to an object's members regardless of their names in the example.
    package var isAboutMembers: Bool {
        switch self {
        case .values, .eachKey, .eachValue: true
        case .equality, .type, .regex, .integer, .number, .boolean, .null, .include, .date, .contentType, .notEmpty,
            .statusCode, .arrayContains:
            false
        }
    }

    package var name: String {
        if case .date(let name, _, _) = self { name } else { String("\(self)".prefix { $0 != "(" }) }
    }

    /// Whether the rule also applies to descendants that have no rule of their own.
    var isInherited: Bool {
        switch self {
        case .values, .eachKey, .eachValue, .arrayContains, .notEmpty, .statusCode: false
        case .equality, .type, .regex, .integer, .number, .boolean, .null, .include, .date, .contentType: true
        }
    }
}

package struct RuleSet: Sendable {
    package enum Combination: String, Sendable { case all = "AND", any = "OR" }

    package var rules: [MatchingRule]
    package var combination: Combination = .all

    package init(rules: [MatchingRule], combination: Combination = .all) {
        self.rules = rules
        self.combination = combination
    }
}

/// The rules that apply at or below a path, narrowed while walking down from the root.
package struct RuleScope: Sendable {
    private struct Entry {
        let steps: [RulePath.Step]
        let rules: RuleSet
        /// The specificity of the match. Names and indexes count twice as much as wildcards.
        var weight: Int
    }

    private var entries: [Entry]
    private var depth = 0

    package init(_ rules: [(path: RulePath, rules: RuleSet)] = []) {
        entries = rules.map { Entry(steps: $0.path.steps, rules: $0.rules, weight: 2) }
    }

    package func entering(_ step: RulePath.Step) -> RuleScope {
        var scope = self
        scope.depth += 1
        scope.entries = entries.compactMap { entry in
            guard depth < entry.steps.count else { return entry }
            var entered = entry
            switch entry.steps[depth] {
            case .any: break
            case let expected where expected == step: entered.weight = min(entry.weight * 2, 1 << 40)
            default: return nil
            }
            return entered
        }
        return scope
    }

    func entering(_ path: RulePath) -> RuleScope { path.steps.reduce(self) { $0.entering($1) } }

    /// The rules of the most specific expression for this path or an ancestor.
    package var rules: (set: RuleSet, isInherited: Bool)? {
        let complete = entries.filter { entry in
            entry.steps.count <= depth && (entry.steps.count == depth || entry.rules.rules.allSatisfy(\.isInherited))
        }
        return complete.max { ($0.weight, $0.steps.count) < ($1.weight, $1.steps.count) }
            .map { ($0.rules, $0.steps.count < depth) }
    }

    /// Returns the expressions that match nothing in the example. An empty array or object matches any child.
    package func missing(in example: JSON) -> [RulePath] {
        entries.filter { !Self.reaches($0.steps[...], in: example) }.map { RulePath($0.steps) }
    }

    private static func reaches(_ steps: ArraySlice<RulePath.Step>, in example: JSON) -> Bool {
        guard let step = steps.first else { return true }
        let rest = steps.dropFirst()
        switch (step, example) {
        case (.key(let name), .object(let members)): return members[name].map { reaches(rest, in: $0) } ?? false
        case (.index(let index), .array(let elements)):
            return elements.indices.contains(index) && reaches(rest, in: elements[index])
        case (.any, .object(let members)): return members.isEmpty || members.contains { reaches(rest, in: $0.value) }
        case (.any, .array(let elements)): return elements.isEmpty || elements.contains { reaches(rest, in: $0) }
        case (.key, _), (.index, _), (.any, _): return false
        }
    }

    /// Whether an expression refers to this path or a descendant.
    var saysMore: Bool { entries.contains { $0.steps.count >= depth } }

    /// Whether an expression ends with a wildcard one level below.
    package var hasWildcardBelow: Bool {
        entries.contains { $0.steps.count == depth + 1 && $0.steps.last == .any }
    }
}

package struct MatchingRules: Sendable {
    package var method: RuleSet?
    package var path: RuleSet?
    package var status: RuleSet?
    package var query: [String: RuleSet] = [:]
    /// Keys are lowercase.
    package var header: [String: RuleSet] = [:]
    package var body = RuleScope()

    package init() {}
}
