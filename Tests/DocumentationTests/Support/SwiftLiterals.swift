/// A parser for Swift string literals. A literal is an array of its fixed parts, between which lie interpolations.
enum SwiftLiterals {
    static func all(in source: String) -> [[String]] {
        var literals: [[String]] = []
        for line in source.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
            var rest = line[...]
            while let quote = rest.firstIndex(of: "\"") {
                rest = rest[rest.index(after: quote)...]
                literals.append(parts(&rest))
            }
        }
        return literals
    }

    /// Consumes a literal up to its closing quote.
    private static func parts(_ rest: inout Substring) -> [String] {
        var parts = [""]
        while let character = rest.popFirst(), character != "\"" {
            guard character == "\\" else {
                parts[parts.count - 1].append(character)
                continue
            }
            switch rest.popFirst() {
            case "(":
                skipInterpolation(&rest)
                parts.append("")
            case let escaped?: parts[parts.count - 1].append(escaped)
            case nil: break
            }
        }
        return parts
    }

    private static func skipInterpolation(_ rest: inout Substring) {
        var depth = 1
        while depth > 0, let character = rest.popFirst() {
            switch character {
            case "(": depth += 1
            case ")": depth -= 1
            case "\"": _ = parts(&rest)
            default: break
            }
        }
    }
}
