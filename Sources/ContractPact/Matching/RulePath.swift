/// The path expression of a matching rule, such as `$.animals[*].name` or `$['a b'][0]`, in Pact's subset of JSONPath.
package struct RulePath: Sendable, Hashable, CustomStringConvertible {
    package enum Step: Sendable, Hashable {
        case key(String)
        case index(Int)
        /// `.*` or `[*]`: each member or element.
        case any
    }

    package var steps: [Step]

    package init(_ steps: [Step] = []) { self.steps = steps }

    package init?(_ text: String) {
        var rest = text[...]
        guard rest.popFirst() == "$" else { return nil }
        var steps: [Step] = []
        while let next = rest.popFirst() {
            switch next {
            case ".":
                let name = rest.prefix { $0 != "." && $0 != "[" }
                guard !name.isEmpty else { return nil }
                steps.append(name == "*" ? .any : .key(String(name)))
                rest = rest.dropFirst(name.count)
            case "[":
                guard let step = Self.bracket(&rest) else { return nil }
                steps.append(step)
            default: return nil
            }
        }
        self.steps = steps
    }

    private static func bracket(_ rest: inout Substring) -> Step? {
        if let quote = rest.first, quote == "'" || quote == "\"" {
            rest.removeFirst()
            var name = ""
            while let character = rest.popFirst() {
                if character == "\\", let escaped = rest.popFirst() {
                    name.append(escaped)
                } else if character == quote {
                    return rest.popFirst() == "]" ? .key(name) : nil
                } else {
                    name.append(character)
                }
            }
            return nil
        }
        let inside = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(inside.count)
        guard rest.popFirst() == "]" else { return nil }
        if inside == "*" { return .any }
        return Int(inside).flatMap { $0 < 0 ? nil : .index($0) }
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
        !name.isEmpty && name != "*"
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || "_-@".unicodeScalars.contains($0)
            }
    }
}
