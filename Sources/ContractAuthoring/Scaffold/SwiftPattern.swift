/// The conversion of an ECMA-262 pattern into an equivalent regular expression for Foundation.
///
/// In Foundation, `$` also matches before a final line break, and `\d` and `\w` match all scripts. `[` and `&&` have a
/// meaning in its character classes.
enum SwiftPattern {
    static func text(of pattern: String) -> String {
        let special = /\\(?:u\{|.)|\[(?:[^\]\\]|\\.)*\]|[$.]/
        return pattern.replacing(special.matchingSemantics(.unicodeScalar).dotMatchesNewlines()) { match -> String in
            switch match.output {
            case "$": "\\z"
            case ".": "[^\\n\\r\\u2028\\u2029]"
            case "[]": "(?!)"
            case "[^]": "[\\s\\S]"
            case let escape where escape.hasPrefix("\\"): Self.escape(escape, inClass: false)
            case let characters: characterClass(characters.dropFirst().dropLast())
            }
        }
    }

    private static func characterClass(_ characters: Substring) -> String {
        let special = /\\(?:u\{|.)|[\[&]/
        let content = characters.replacing(special.matchingSemantics(.unicodeScalar).dotMatchesNewlines()) {
            $0.output.hasPrefix("\\") ? escape($0.output, inClass: true) : "\\" + $0.output
        }
        return "[\(content)]"
    }

    private static func escape(_ escape: Substring, inClass: Bool) -> String {
        let space = "\\t\\n\\x{0B}\\f\\r \\x{A0}\\x{FEFF}\\u2028\\u2029\\p{Zs}"
        return switch escape.dropFirst() {
        case "d": inClass ? "0-9" : "[0-9]"
        case "D": "[^0-9]"
        case "w": inClass ? "A-Za-z0-9_" : "[A-Za-z0-9_]"
        case "W": "[^A-Za-z0-9_]"
        case "s": inClass ? space : "[\(space)]"
        case "S": "[^\(space)]"
        case "b" where inClass: "\\x{08}"
        case "u{": "\\x{"
        case "v": "\\x{0B}"
        case "/": "/"
        case "-" where !inClass: "-"
        default: String(escape)
        }
    }
}
