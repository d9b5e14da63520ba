import EmbeddedTexts

/// The helpers that scaffolded code calls, as Swift source.
///
/// `Resources/Helpers.txt` holds them in the order in which they are printed, each behind a line
/// `//: KIND CALL[,CALL…] [uses CALL…]`. A `field` is a member of `Field`, a `function` belongs to the file. A `format` is a
/// function that decides a format of texts, and a `client` belongs to a client. A CALL is written as in code: `.string`,
/// `isDate`, `Wire.Part`. A `template` has places that other code fills.
enum HelperCode {
    /// Returns the type `Field` and the functions that a source calls.
    static func fields(for source: String) -> String {
        let helpers = called(by: source)
        let members = helpers.filter { $0.kind == "field" }.map(\.text).joined(separator: "\n")
        let functions = helpers.filter { ["function", "format"].contains($0.kind) }.map { "\n" + $0.text }
        return members + "}\n" + functions.joined()
    }

    /// Returns the types that put the requests of a client together.
    static func client(for source: String) -> String {
        called(by: source).filter { $0.kind == "client" }.map(\.text).joined(separator: "\n")
    }

    /// Returns the function that decides a format of texts; nil where there is none.
    static func function(for format: String) -> String? {
        let name = "is" + format.filter { $0 != "-" }
        return all.first { $0.kind == "format" && $0.calls[0].lowercased() == name }?.calls[0]
    }

    /// The formats that JSON Schema asserts and no helper decides.
    static let undecided: Set<String> = [
        "idn-email", "idn-hostname", "iri", "iri-reference", "uri-template", "relative-json-pointer", "regex",
    ]

    /// Returns a template with code in its places, which are written as `\(name)`.
    static func template(_ name: String, _ code: [String: [SwiftCode]]) -> SwiftCode {
        let text = all.first { $0.kind == "template" && $0.calls[0] == name }?.text ?? ""
        return SwiftCode(template: String(text.dropLast()), code)
    }

    private struct Helper {
        var kind: String
        var calls: [String]
        var uses: [String]
        var text: String
    }

    private static let all: [Helper] = {
        let source = String(cString: embedded_Helpers_txt())
        return source.split(separator: "//: ").map { section in
            var lines = section.split(separator: "\n", omittingEmptySubsequences: false)
            let words = lines.removeFirst().split(separator: " ").map(String.init)
            while lines.last == "" { lines.removeLast() }
            return Helper(
                kind: words[0], calls: words[1].split(separator: ",").map(String.init), uses: Array(words.dropFirst(3)),
                text: lines.joined(separator: "\n") + "\n")
        }
    }()

    /// Returns the helpers that a source calls and those that they use, in the order of the file.
    private static func called(by source: String) -> [Helper] {
        var calls: Set<String> = ["head"]
        for run in source.split(whereSeparator: { !$0.isLetter && !$0.isNumber && !"._".contains($0) }) {
            calls.insert(String(run))
            for name in run.split(separator: ".", omittingEmptySubsequences: false).dropFirst() {
                calls.insert(".\(name)")
            }
        }
        var count = 0
        while count < calls.count {
            count = calls.count
            for helper in all where !calls.isDisjoint(with: helper.calls) { calls.formUnion(helper.uses) }
        }
        return all.filter { !calls.isDisjoint(with: $0.calls) }
    }
}
