/// Names and literals in Swift source.
enum SwiftName {
    /// The words that Swift keeps for itself: as names they stand in backticks.
    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "actor", "any", "as", "associatedtype", "async", "await", "break", "case",
        "catch", "class", "consume", "continue", "copy", "default", "defer", "deinit", "do", "each", "else", "enum",
        "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
        "inout",
        "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
        "rethrows", "return", "self", "some", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true", "try", "typealias", "var", "where", "while", "_",
    ]

    /// The words that no backticks make a name of.
    private static let unusable: Set<String> = ["self", "Self", "Type", "Protocol", "_"]

    /// A name as it is written in Swift: in backticks where it is a keyword, behind `_` where those do not help.
    static func escaped(_ name: String) -> String {
        let usable = usable(name)
        return keywords.contains(usable) ? "`\(usable)`" : usable
    }

    /// A name as the label of an argument, which nearly every keyword may be.
    static func label(_ name: String) -> String {
        ["inout", "let", "var"].contains(name) ? escaped(name) : usable(name)
    }

    /// A name that at most needs backticks.
    static func usable(_ name: String) -> String { unusable.contains(name) ? "_\(name)" : name }

    /// Indicates whether a type of this name would hide one that code beside it needs.
    static func isTaken(_ type: String) -> Bool { standardTypes.contains(type) || keywords.contains(type) }

    private static let standardTypes: Set<String> = [
        "Array", "Bool", "CharacterSet", "Codable", "CodingKey", "CodingKeys", "Data", "Date", "Decodable", "Decoder",
        "DecodingError", "Dictionary", "Double", "Encodable", "Encoder", "Error", "Float", "Foundation", "Hashable",
        "HTTPURLResponse", "Int", "JSONDecoder", "JSONEncoder", "Never", "Optional", "RawRepresentable", "Result",
        "Sendable", "Set", "String", "Swift", "Task", "URL", "URLError", "URLRequest", "UUID", "Void",
    ]

    /// A name of a member: what is a name stays as it is, anything else is put in lower camel case.
    static func member(_ name: String) -> String { escaped(isIdentifier(name) ? name : Naming.lowerCamel(name)) }

    static func memberLabel(_ name: String) -> String { label(isIdentifier(name) ? name : Naming.lowerCamel(name)) }

    static func type(_ name: String, fallback: String) -> String {
        if Naming.words(name).isEmpty { return fallback }
        let type = isIdentifier(name) && name.first?.isUppercase ?? false ? name : Naming.upperCamel(name)
        return escaped(type)
    }

    /// The names of an enumeration's cases for texts, not escaped.
    static func cases(of texts: [String]) -> [String] {
        var names = DistinctNames()
        return texts.map { text in
            names.take(usable(text.isEmpty ? "empty" : Naming.lowerCamel(text, beforeDigits: "_")))
        }
    }

    /// Indicates whether a text can stand in Swift as a name: letters, digits and underscores, not a digit first.
    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else { return false }
        return name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType == .decimal || $0 == "_"
        }
    }

    static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            default:
                let isPlain =
                    scalar.value >= 0x20 && scalar.value != 0x7F && scalar.properties.generalCategory.isVisible
                literal += isPlain ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return literal + "\""
    }

    /// Returns a literal in which a backslash is one.
    static func rawLiteral(_ text: String) -> String {
        if text.contains(where: \.isNewline) { return literal(text) }
        var hashes = "#"
        while text.contains("\"" + hashes) || text.contains("\\" + hashes) { hashes += "#" }
        return "\(hashes)\"\(text)\"\(hashes)"
    }

    /// Returns a whole number with its digits in groups.
    static func literal(_ number: Int) -> String {
        if number == .min { return "Int.min" }
        if number == .max { return "Int.max" }
        let digits = String(number.magnitude)
        guard digits.count > 4 else { return String(number) }
        let groups = digits.enumerated().map { index, digit in
            (index > 0 && (digits.count - index) % 3 == 0 ? "_" : "") + String(digit)
        }
        return (number < 0 ? "-" : "") + groups.joined()
    }
}

extension Unicode.GeneralCategory {
    /// Indicates whether a scalar of it is seen where it stands alone: no control, no format and no mark that joins what
    /// precedes it.
    fileprivate var isVisible: Bool {
        switch self {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .nonspacingMark, .enclosingMark:
            false
        default: true
        }
    }
}
