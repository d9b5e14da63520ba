import JSONSchema

/// Makes names that a contract, a placeholder, an environment and Swift code take, of whatever a source calls things.
package enum Naming {
    /// The words of a text: `HTTPServer2Id` is `HTTP Server2 Id`.
    package static func words(_ text: String) -> [String] { text.nameWords }

    /// `first_name` as `firstName`; `URL` as `url`; `value` before what begins with a digit, and for nothing at all.
    package static func lowerCamel(_ text: String, beforeDigits: String = "value") -> String {
        let words = words(text)
        guard let first = words.first else { return "value" }
        let name = first.lowercased() + words.dropFirst().map(capitalized).joined()
        return startsWithLetter(name) ? name : beforeDigits + name
    }

    /// `student_location` as `StudentLocation`; nothing at all is `Value`.
    package static func upperCamel(_ text: String) -> String {
        let name = words(text).map(capitalized).joined()
        if name.isEmpty { return "Value" }
        return startsWithLetter(name) ? name : "Value" + name
    }

    /// A name for an argument, which can stand in a placeholder: ASCII letters, digits and underscores.
    package static func argument(_ text: String) -> String {
        let ascii = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isASCII ? $0 : " " }))
        return short(lowerCamel(ascii))
    }

    /// A name of at most 60 bytes, so that names that are made of it are still names of files.
    package static func short(_ name: String) -> String {
        var name = name
        while name.utf8.count > 60 { name.removeLast() }
        return name
    }

    /// A variable of the environment for a secret: `shop` and `apiKey` as `SHOP_API_KEY`.
    package static func variable(_ service: String, _ name: String) -> String {
        let words = (words(service) + words(name)).map {
            String(String.UnicodeScalarView($0.unicodeScalars.filter(\.isASCII))).uppercased()
        }.filter { !$0.isEmpty }
        let text = words.joined(separator: "_")
        return startsWithLetter(text) ? text : "SECRET_" + text
    }

    /// A name for a service, model, endpoint or case: without what file names cannot hold, at most 80 bytes; `nil`
    /// where nothing is left.
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

    /// A text as a template that means just this text.
    package static func literal(_ text: String) -> String {
        text.replacing("{", with: "{{")
    }

    /// A value as a template value that means just this value.
    package static func literal(_ json: JSON) -> JSON { json.mapStrings(literal) }

    /// One of several: `favorites` as `favorite`, `countries` as `country`.
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

/// Names that were given, so that the next ones differ from them in more than letter case.
package struct DistinctNames: Sendable {
    private var taken: Set<String>
    private let separator: String

    /// - Parameter separator: the text before the number of a repeated name.
    package init(_ names: some Sequence<String> = [], separator: String = "") {
        taken = Set(names.map { $0.lowercased() })
        self.separator = separator
    }

    /// The name, or the name with the least number behind it that makes it new: `user`, `user2`, `user3`.
    package mutating func take(_ name: String) -> String {
        var candidate = name
        var number = 2
        while !taken.insert(candidate.lowercased()).inserted {
            candidate = "\(name)\(separator)\(number)"
            number += 1
        }
        return candidate
    }
}
