import JSONSchema

/// The path expression of a matching rule, such as `$.animals[*].name` or `$['a b'][0]`, in Pact's subset of JSONPath.
package struct RulePath: Sendable, Hashable, CustomStringConvertible {
    package enum Step: Sendable, Hashable {
        case key(String)
        case index(Int)
        /// `.*` or `[*]`: each member or element.
        case any
    }

    package var steps: [Step] = []

    package init(_ steps: [Step] = []) { self.steps = steps }

    package init?(_ text: String) {
        guard text.hasPrefix("$") else { return nil }
        let step =
            #/
            \.([^.\[]+)  # .name or .*
            | \[(\*|[0-9]+)\]  # [*] or [0]
            | \['((?:[^'\\]|\\.)*)'\]
            | \["((?:[^"\\]|\\.)*)"\]
            /#.dotMatchesNewlines()
        var rest = text.dropFirst()
        while !rest.isEmpty {
            guard let match = rest.prefixMatch(of: step) else { return nil }
            let (_, name, place, single, double) = match.output
            if let quoted = single ?? double {
                steps.append(.key(String(quoted.replacing(/\\(.)/.dotMatchesNewlines()) { $0.output.1 })))
            } else if name == "*" || place == "*" {
                steps.append(.any)
            } else if let name {
                steps.append(.key(String(name)))
            } else if let index = place.flatMap({ Int($0) }) {
                steps.append(.index(index))
            } else {
                return nil
            }
            rest = rest[match.range.upperBound...]
        }
    }

    package func appending(_ step: Step) -> RulePath { RulePath(steps + [step]) }

    package var description: String {
        steps.reduce(into: "$") { text, step in
            switch step {
            case .any: text += "[*]"
            case .index(let index): text += "[\(index)]"
            case .key(let name) where Self.isPlain(name): text += ".\(name)"
            case .key(let name): text += "['\(name.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))']"
            }
        }
    }

    private static func isPlain(_ name: String) -> Bool {
        name.wholeMatch(of: /[\p{Alphabetic}\p{N}_@-]+/) != nil
    }
}

extension JSON {
    /// Returns the value with the parts replaced for which `change` returns another value, outer parts first.
    func replacingParts(at path: RulePath = RulePath(), _ change: (RulePath, JSON) -> JSON?) -> JSON {
        if let changed = change(path, self) { return changed }
        switch self {
        case .array(let elements):
            return .array(elements.enumerated().map { $1.replacingParts(at: path.appending(.index($0)), change) })
        case .object(let members):
            return .object(
                JSONObject(members.map { ($0.key, $0.value.replacingParts(at: path.appending(.key($0.key)), change)) }))
        case .null, .bool, .number, .string: return self
        }
    }
}
