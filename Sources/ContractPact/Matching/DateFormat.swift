import JSONSchema

/// Converts a Java date format (`yyyy-MM-dd'T'HH:mm:ss.SSSX`) to a regular expression.
enum DateFormat {
    /// - Returns: `nil` if the format contains an unknown letter.
    static func pattern(_ format: String) -> Pattern? {
        var expression = "^"
        var rest = format[...]
        while !rest.isEmpty {
            guard let token = rest.prefixMatch(of: /''|'([^']*)'|([A-Za-z])\2*|[^'A-Za-z]/) else { return nil }
            if let letter = token.output.2?.first {
                guard let part = part(letter, token.output.0.count) else { return nil }
                expression += part
            } else {
                expression += token.output.0 == "''" ? "'" : Pattern.literally(token.output.1 ?? token.output.0)
            }
            rest = rest[token.range.upperBound...]
        }
        do throws(PatternError) { return try Pattern(expression + "$") } catch { return nil }
    }

    private static func part(_ letter: Character, _ count: Int) -> String? {
        let two = count >= 2
        switch letter {
        case "y", "Y", "u": return count == 2 ? "\\d{2}" : "\\d{4,}"
        case "M", "L": return count >= 3 ? "\\p{L}+\\.?" : two ? "(0[1-9]|1[0-2])" : "(0?[1-9]|1[0-2])"
        case "d": return two ? "(0[1-9]|[12]\\d|3[01])" : "(0?[1-9]|[12]\\d|3[01])"
        case "D": return "\\d{1,3}"
        case "E", "e", "c": return "\\p{L}+\\.?"
        case "a": return "([AaPp]\\.?[Mm]\\.?)"
        case "H": return two ? "([01]\\d|2[0-3])" : "(0?\\d|1\\d|2[0-3])"
        case "k": return two ? "(0[1-9]|1\\d|2[0-4])" : "(0?[1-9]|1\\d|2[0-4])"
        case "h": return two ? "(0[1-9]|1[0-2])" : "(0?[1-9]|1[0-2])"
        case "K": return two ? "(0\\d|1[01])" : "(0?\\d|1[01])"
        case "m": return two ? "[0-5]\\d" : "[0-5]?\\d"
        case "s": return two ? "([0-5]\\d|60)" : "([0-5]?\\d|60)"
        case "S", "n", "A", "N": return "\\d{\(letter == "S" ? "\(count)" : "1,")}"
        case "X", "x", "Z": return "(Z|[+-]\\d{2}(:?\\d{2})?)"
        case "z", "V": return "[A-Za-z0-9:+/_-]+"
        case "G": return "(AD|BC|CE|BCE)"
        case "w", "W", "F", "Q", "q": return "\\d{1,2}"
        default: return nil
        }
    }
}
