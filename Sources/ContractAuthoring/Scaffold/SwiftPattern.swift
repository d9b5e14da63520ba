/// The conversion of an ECMA-262 pattern into an equivalent regular expression for Foundation.
///
/// In Foundation, `$` also matches before a final line break, and `\d` and `\w` match all scripts. `[` and `&&` have a
/// meaning in its character classes.
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
