import JSONSchema

enum SwiftName {
    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "actor", "any", "as", "associatedtype", "async", "await", "break", "case",
        "catch", "class", "consume", "continue", "copy", "default", "defer", "deinit", "do", "each", "else", "enum",
        "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
        "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat", "rethrows", "return", "self", "some", "static", "struct", "subscript", "super", "switch", "throw",
        "throws", "true", "try", "typealias", "var", "where", "while", "_",
    ]

    /// Words that backticks do not turn into names.
    private static let unusable: Set<String> = ["self", "Self", "Type", "Protocol", "_"]

    /// Returns a name in Swift source: in backticks if it is a keyword, or prefixed with `_` if backticks do not help.
    static func escaped(_ name: String) -> String {
        let usable = usable(name)
        return keywords.contains(usable) ? "`\(usable)`" : usable
    }

    /// Returns a name as an argument label. Nearly every keyword is allowed there.
    static func label(_ name: String) -> String {
        ["inout", "let", "var"].contains(name) ? escaped(name) : usable(name)
    }

    static func usable(_ name: String) -> String { unusable.contains(name) ? "_\(name)" : name }

    /// Types that generated code needs, so that it must not declare ones of the same names.
    private static let standardTypes: Set<String> = [
        "Array", "Bool", "CharacterSet", "Codable", "CodingKey", "CodingKeys", "Data", "Date", "Decimal", "Decodable",
        "Decoder", "DecodingError", "Dictionary", "Double", "Encodable", "Encoder", "Error", "Field", "Float",
        "Foundation", "Hashable", "HTTPURLResponse", "Int", "JSONDecoder", "JSONEncoder", "Never", "NSNull",
        "NSNumber", "Optional", "RawRepresentable", "Result", "Sendable", "Set", "String", "Swift", "Task", "URL",
        "URLError", "URLRequest", "UUID", "Void",
    ]

    /// Returns a member's name. Anything but an identifier is converted to lower camel case.
    static func member(_ name: String) -> String { escaped(isIdentifier(name) ? name : Naming.lowerCamel(name)) }

    static func memberLabel(_ name: String) -> String { label(isIdentifier(name) ? name : Naming.lowerCamel(name)) }

    static func type(_ name: String, fallback: String) -> String { free(stem(name, fallback: fallback)) }

    /// Returns the start of a type's name, which may hide a type unless more follows.
    static func stem(_ name: String, fallback: String) -> String {
        if name.nameWords.isEmpty { return fallback }
        return isIdentifier(name) && name.first?.isUppercase ?? false ? name : Naming.upperCamel(name)
    }

    /// Returns the name, or a longer one if it would hide a type or a keyword.
    static func free(_ type: String) -> String {
        standardTypes.contains(type) || keywords.contains(type) ? type + "Model" : usable(type)
    }

    static func cases(of texts: [String]) -> [String] {
        var names = DistinctNames()
        return texts.map { text in
            names.take(usable(text.isEmpty ? "empty" : Naming.lowerCamel(text, beforeDigits: "_")))
        }
    }

    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else { return false }
        return name.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType == .decimal || $0 == "_"
        }
    }

    static func literal(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").visible())\""
    }

    static func rawLiteral(_ text: String) -> String {
        if text.contains(where: \.isNewline) { return literal(text) }
        var hashes = "#"
        while text.contains("\"" + hashes) || text.contains("\\" + hashes) { hashes += "#" }
        return "\(hashes)\"\(text)\"\(hashes)"
    }
}
