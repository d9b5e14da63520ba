import JSONSchema

/// Names for contracts, placeholders, environment variables, and Swift code, made from a source's names.
package enum Naming {
    /// Converts `first_name` to `firstName`, and `URL` to `url`. Prefixes a leading digit, and returns `value` for no
    /// words.
    package static func lowerCamel(_ text: String, beforeDigits: String = "value") -> String {
        let words = text.nameWords
        guard let first = words.first else { return "value" }
        let name = first.lowercased() + words.dropFirst().map(capitalized).joined()
        return startsWithLetter(name) ? name : beforeDigits + name
    }

    /// Converts `student_location` to `StudentLocation`. Returns `Value` for no words.
    package static func upperCamel(_ text: String) -> String {
        let name = text.nameWords.map(capitalized).joined()
        if name.isEmpty { return "Value" }
        return startsWithLetter(name) ? name : "Value" + name
    }

    /// Returns an argument name of ASCII letters, digits, and underscores, as placeholders require.
    package static func argument(_ text: String) -> String {
        let ascii = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isASCII ? $0 : " " }))
        return short(lowerCamel(ascii))
    }

    /// Truncates a name to 60 bytes, so that names made from it stay valid file names.
    package static func short(_ name: String) -> String {
        var name = name
        while name.utf8.count > 60 { name.removeLast() }
        return name
    }

    /// Returns the environment variable for a secret: `SHOP_API_KEY` for `shop` and `apiKey`.
    package static func variable(_ service: String, _ name: String) -> String {
        let words = (service.nameWords + name.nameWords).map {
            String(String.UnicodeScalarView($0.unicodeScalars.filter(\.isASCII))).uppercased()
        }.filter { !$0.isEmpty }
        let text = words.joined(separator: "_")
        return startsWithLetter(text) ? text : "SECRET_" + text
    }

    /// Returns a name of at most 80 bytes without characters that file names reject, or `nil` if nothing is left.
    package static func safe(_ text: String) -> String? {
        var name = ""
        for scalar in text.unicodeScalars {
            let isBad = scalar.value < 0x20 || scalar.value == 0x7F || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
            let next = isBad ? " " : String(scalar)
            if name.utf8.count + next.utf8.count > 80 { break }
            name += next
        }
        let parts = name.split(separator: " ").joined(separator: " ")
        let trimmed = String(parts.drop { $0 == "." || $0 == " " })
        return trimmed.isEmpty ? nil : trimmed
    }

    /// Escapes a string as a literal template.
    package static func literal(_ text: String) -> String {
        text.replacing("{", with: "{{")
    }

    package static func literal(_ json: JSON) -> JSON { json.mapStrings(literal) }

    /// Returns the singular: `favorite` for `favorites`, `country` for `countries`.
    package static func singular(_ word: String) -> String {
        let lower = word.lowercased()
        if ["status", "news", "series", "species", "analysis", "address", "process"].contains(where: lower.hasSuffix) {
            return word
        }
        if ["movies", "cookies", "calories"].contains(where: lower.hasSuffix) {
            return String(word.dropLast())
        }
        if lower.hasSuffix("ies"), lower.utf8.count > 4 { return word.dropLast(3) + "y" }
        if ["sses", "shes", "ches", "xes"].contains(where: lower.hasSuffix) { return String(word.dropLast(2)) }
        if lower.hasSuffix("s"), !lower.hasSuffix("ss"), !lower.hasSuffix("us"), lower.utf8.count > 2 {
            return String(word.dropLast())
        }
        return word
    }

    private static func capitalized(_ word: String) -> String {
        let isAcronym = word.utf8.count > 1 && word == word.uppercased() && word != word.lowercased()
        return word.prefix(1).uppercased() + (isAcronym ? word.dropFirst().lowercased()[...] : word.dropFirst())
    }

    private static func startsWithLetter(_ name: String) -> Bool {
        name.unicodeScalars.first.map { $0.properties.isAlphabetic } ?? false
    }
}
