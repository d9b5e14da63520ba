/// An ECMA-262 pattern as the regular expression that Foundation reads with the same meaning.
///
/// Foundation's `$` also matches before a final line end, its `\d` and `\w` know all scripts, and in its classes `[`
/// and `&&` mean something.
enum SwiftPattern {
    static func text(of pattern: String) -> String {
        var output = ""
        var scalars = pattern.unicodeScalars[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "$": output += "\\z"
            case ".": output += "[^\\n\\r\\u2028\\u2029]"
            case "\\": output += escape(&scalars, inClass: false)
            case "[": output += characterClass(&scalars)
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    private static func characterClass(_ scalars: inout Substring.UnicodeScalarView) -> String {
        let isNegated = scalars.first == "^"
        if isNegated { scalars.removeFirst() }
        if scalars.first == "]" {
            scalars.removeFirst()
            return isNegated ? "[\\s\\S]" : "(?!)"
        }
        var output = isNegated ? "[^" : "["
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "]": return output + "]"
            case "[", "&": output += "\\" + String(scalar)
            case "\\": output += escape(&scalars, inClass: true)
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }

    private static func escape(_ scalars: inout Substring.UnicodeScalarView, inClass: Bool) -> String {
        guard let kind = scalars.popFirst() else { return "\\\\" }
        let space = "\\t\\n\\x{0B}\\f\\r \\x{A0}\\x{FEFF}\\u2028\\u2029\\p{Zs}"
        switch kind {
        case "d": return inClass ? "0-9" : "[0-9]"
        case "D": return "[^0-9]"
        case "w": return inClass ? "A-Za-z0-9_" : "[A-Za-z0-9_]"
        case "W": return "[^A-Za-z0-9_]"
        case "s": return inClass ? space : "[\(space)]"
        case "S": return "[^\(space)]"
        case "b" where inClass: return "\\x{08}"
        case "u" where scalars.first == "{": return "\\x"
        case "v": return "\\x{0B}"
        case "/": return "/"
        case "-" where !inClass: return "-"
        default: return "\\" + String(kind)
        }
    }
}
