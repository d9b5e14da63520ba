import Testing

@testable import ContractFormat

struct GlobTests {
    @Test(arguments: [
        ("a/*", "a/b/c", true), ("a/?", "a/b", true), ("a/?", "a/", false), ("*/b", "a/c", false),
        ("[ab]x", "ax", true), ("[ab]x", "cx", false), ("[!ab]x", "cx", true), ("[!ab]x", "ax", false),
        ("[a-c]", "b", true), ("[a-c]", "d", false), ("[!a-c]", "b", false), ("[c-a]", "b", false),
        ("*[0-9]", "page 7", true), ("*[0-9]", "page", false), ("[a-]", "-", true), ("[-a]", "-", true),
        ("[]]", "]", true), ("[]a]", "a", true), ("[!]]", "]", false), ("[!]]", "a", true),
        ("[^a]", "^", true), ("[^a]", "b", false), ("[*]", "*", true), ("[*]", "a", false), ("[?]", "a", false),
        // An unclosed bracket is a literal.
        ("[ab", "[ab", true), ("[ab", "a", false), ("[]", "[]", true), ("x[!]", "x[!]", true), ("a]", "a]", true),
        ("[ab]*[cd]", "a/x/d", true), ("[ab]*[cd]", "a/x/e", false), ("[/]", "/", true), ("[é-ü]", "ö", true),
    ])
    func matchesTheWholeString(pattern: String, text: String, isMatch: Bool) {
        #expect(Glob(pattern).matches(text) == isMatch)
    }

    /// Every string of three characters, most of which are special in a pattern.
    private static let texts = {
        let characters = "*?[]!-a/".map(String.init)
        return characters.flatMap { first in
            characters.flatMap { second in characters.map { first + second + $0 } }
        }
    }()

    @Test func matchesItsOwnPattern() {
        for text in Self.texts { #expect(Glob(text).matches(text), "\(text)") }
    }

    @Test func matchesOnlyTheStringOfAnExactPattern() {
        for text in Self.texts {
            let glob = Glob(Glob.exact(text))
            #expect(Self.texts.filter(glob.matches) == [text], "\(Glob.exact(text))")
        }
        #expect(Glob.exact("shop/model/Item") == "shop/model/Item")
    }

    @Test(arguments: [
        ("elemnts/*", "elements/*"), ("*/modle/*", "*/model/*"), ("elements/modl/Element", "elements/model/Element"),
        ("elements/*/fnid", "elements/*/find"), ("maps/[ab]*/x", nil), ("*", nil),
    ])
    func suggestsAMatchingPattern(pattern: String, suggestion: String?) {
        let names = ["elements/model/Element", "elements/request/find", "maps/request/find"]
        #expect(Glob(pattern).suggestion(among: names) == suggestion)
    }
}
