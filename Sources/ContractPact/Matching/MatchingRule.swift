import HTTPRecording
import JSONSchema

package indirect enum MatchingRule: Sendable {
    case equality
    /// The JSON type of the example; for an array also how many elements it may have.
    case type(min: Int?, max: Int?)
    /// An expression that has to match the whole text.
    case regex(Pattern)
    case integer
    case decimal
    case number
    case boolean
    case null
    case include(String)
    /// Text by a date format of Java; `name` is `date`, `time` or `datetime`.
    case date(name: String, format: String, Pattern)
    case contentType(MediaType)
    case notEmpty
    case statusCode(StatusRule)
    case values
    case eachKey([MatchingRule])
    case eachValue([MatchingRule])
    case arrayContains([Variant])

    /// An element that has to occur: the example at an index, and the rules below it.
    package struct Variant: Sendable {
        package let index: Int
        package let rules: RuleScope
    }

    package enum StatusRule: Sendable {
        case range(ClosedRange<Int>, name: String)
        case codes([Int])
    }

    package var isNull: Bool { if case .null = self { true } else { false } }

    /// Whether it speaks of the members of an object instead of their names in the example.
    package var isAboutMembers: Bool {
        switch self {
        case .values, .eachKey, .eachValue: true
        default: false
        }
    }

    package var name: String {
        if case .date(let name, _, _) = self { name } else { String("\(self)".prefix { $0 != "(" }) }
    }

    /// Whether a rule at a value holds for what is below it too, until another rule stands there.
    var isInherited: Bool {
        switch self {
        case .values, .eachKey, .eachValue, .arrayContains, .notEmpty, .statusCode: false
        default: true
        }
    }
}

/// The rules of one place: all of them have to hold, or any.
package struct RuleSet: Sendable {
    package enum Combination: String, Sendable { case all = "AND", any = "OR" }

    package var rules: [MatchingRule]
    package var combination: Combination = .all

    package init(rules: [MatchingRule], combination: Combination = .all) {
        self.rules = rules
        self.combination = combination
    }
}

/// The rules that can matter at a place and below it, in a walk from the root of an expression.
package struct RuleScope: Sendable {
    private struct Entry {
        let steps: [RulePath.Step]
        let rules: RuleSet
        /// The weight of the match: names and indexes count twice as much as wildcards.
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

    /// The rules that hold here: those of the expression that says most of this path, its own or of a value above it.
    package var rules: (set: RuleSet, isInherited: Bool)? {
        let complete = entries.filter { entry in
            entry.steps.count <= depth && (entry.steps.count == depth || entry.rules.rules.allSatisfy(\.isInherited))
        }
        return complete.max { ($0.weight, $0.steps.count) < ($1.weight, $1.steps.count) }
            .map { ($0.rules, $0.steps.count < depth) }
    }

    /// The expressions that speak of no place of an example; what an empty list or object would hold may be anywhere.
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

    /// Whether an expression speaks of this place or of one below it.
    var saysMore: Bool { entries.contains { $0.steps.count >= depth } }

    /// Whether an expression ends with a wildcard for what is directly below.
    package var hasWildcardBelow: Bool {
        entries.contains { $0.steps.count == depth + 1 && $0.steps.last == .any }
    }
}

/// The rules of one request or response, by what they are about.
package struct MatchingRules: Sendable {
    package var method: RuleSet?
    package var path: RuleSet?
    package var status: RuleSet?
    package var query: [String: RuleSet] = [:]
    /// By header name in lower case.
    package var header: [String: RuleSet] = [:]
    package var body = RuleScope()

    package init() {}
}
