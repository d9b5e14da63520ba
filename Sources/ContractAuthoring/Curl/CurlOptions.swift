import JSONSchema

struct CurlOptions: Sendable {
    /// The canonical name of each name or letter, and whether a value follows.
    private let known: [String: (name: String, takesValue: Bool)]

    /// - Parameters:
    ///   - values: Options with a value, separated by spaces. `X=request` is another name of `request`.
    ///   - flags: Options without a value.
    init(values: String, flags: String) {
        var known: [String: (name: String, takesValue: Bool)] = [:]
        for (names, takesValue) in [(values, true), (flags, false)] {
            for word in names.split(whereSeparator: \.isWhitespace) {
                let names = word.split(separator: "=").map(String.init)
                for name in names { known[name] = (names[names.count - 1], takesValue) }
            }
        }
        self.known = known
    }

    /// Splits words into options with their values, and operands without a name.
    ///
    /// Accepts `-sX POST` and `-XPOST` for `-s -X POST`. Ignores unknown options that begin with `no-`.
    func parts(of words: some Sequence<String>) throws(AuthoringError) -> [(option: String?, value: String)] {
        var parts: [(option: String?, value: String)] = []
        var rest = Array(words)[...]
        while let word = rest.popFirst() {
            if word == "--" { continue }
            guard word.hasPrefix("-"), word.count > 1 else {
                parts.append((nil, word))
                continue
            }
            guard word.hasPrefix("--") else {
                var letters = word.dropFirst()
                while let letter = letters.popFirst() {
                    guard let option = known[String(letter)] else { throw unknown("-\(letter)") }
                    let given = option.takesValue && !letters.isEmpty ? String(letters) : nil
                    if option.takesValue { letters = "" }
                    parts.append((option.name, try value(of: "-\(letter)", option.takesValue, given, &rest)))
                }
                continue
            }
            let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let name = String(sides[0].dropFirst(2))
            guard let option = known[name], name.count > 1 else {
                if name.hasPrefix("no-") { continue }
                throw unknown(sides[0])
            }
            if sides.count == 2 {
                throw AuthoringError("curl takes the value of '\(sides[0])' as the next word, not after '='")
            }
            parts.append((option.name, try value(of: sides[0], option.takesValue, nil, &rest)))
        }
        return parts
    }

    private func value(
        of option: String, _ takesValue: Bool, _ given: String?, _ rest: inout ArraySlice<String>
    ) throws(AuthoringError) -> String {
        guard takesValue else { return "" }
        guard let value = given ?? rest.popFirst() else {
            throw AuthoringError("'\(option)' of curl needs a value")
        }
        return value
    }

    private func unknown(_ option: String) -> AuthoringError {
        let words = known.keys.filter { $0.count > 1 }.sorted()
        let name = String(option.drop { $0 == "-" })
        let near = name.count > 1 ? Suggestion.nearest(to: name, among: words) : nil
        let advice = near.map { "write '--\($0)' if you mean that, or " } ?? ""
        return AuthoringError(
            "'\(option)' is not an option of curl that the import supports; \(advice)omit it and import again")
    }
}
