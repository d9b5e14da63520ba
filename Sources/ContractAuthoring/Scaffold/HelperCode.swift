import EmbeddedTexts

/// The helpers that scaffolded code calls, as Swift source.
///
/// `Resources/Helpers.txt` lists them in printing order. A line `//: KIND CALL[,CALL…] [uses CALL…]` precedes each. A
/// `field` is a member of `Field`, and a `function` belongs to the file. A `format` is a function that checks a string
/// format, and a `client` belongs to a client. A `template` has placeholders for other code. A CALL is written as in
/// code: `.string`, `isDate`, `Wire.Part`.
enum HelperCode {
    static func fields(for source: String) -> String {
        let helpers = called(by: source)
        let members = helpers.filter { $0.kind == "field" }.map(\.text).joined(separator: "\n")
        let functions = helpers.filter { ["function", "format"].contains($0.kind) }.map { "\n" + $0.text }
        return members + "}\n" + functions.joined()
    }

    static func client(for source: String) -> String {
        called(by: source).filter { $0.kind == "client" }.map(\.text).joined(separator: "\n")
    }

    static func function(for format: String) -> String? {
        let name = "is" + format.filter { $0 != "-" }
        return all.first { $0.kind == "format" && $0.calls[0].lowercased() == name }?.calls[0]
    }

    /// The formats that JSON Schema asserts but no helper checks.
    static let undecided: Set<String> = [
        "idn-email", "idn-hostname", "iri", "iri-reference", "uri-template", "relative-json-pointer", "regex",
    ]

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

    /// Returns the helpers that the source calls, directly or indirectly, in file order.
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
