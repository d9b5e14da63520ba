import JSONSchema
import Testing

/// The expectations come from another ECMA-262 engine (`new RegExp(pattern, "u").test(text)`).
@Suite struct PatternTests {
    private func finds(_ pattern: String, _ text: String) throws -> Bool {
        try Schema(["pattern": .string(pattern)]).accepts(.string(text))
    }

    // The explicit type saves many seconds of type inference.
    private static let texts: [(String, String, Bool)] = [
        ("a|b", "xb", true), ("^$", "", true), ("^a.c$", "a\nc", false), ("^a[^]c$", "a\nc", true), ("[]", "a", false),
        ("^a{2,3}$", "aaaa", false), ("^a{2,}?$", "aaaa", true), ("^(?:ab)+$", "ababab", true),
        ("^(a|ab)(c|bcd)$", "abcd", true),
        ("\\bfoo\\b", "a foo b", true), ("\\bfoo\\b", "afoo", false), ("\\Bo", "foo", true), ("^\\w+$", "é", false),
        ("^\\s$", "\u{FEFF}", true), ("^\\d$", "٣", false), ("^.$", "😀", true), ("^[😀-😂]$", "😁", true),
        ("^\\u{1F600}$", "😀", true), ("^\\ud83d\\ude00$", "😀", true), ("^\\x41\\cJ\\0\\t$", "A\n\u{0}\t", true),
        ("(?=.*\\d)(?=.*[a-z])^.{4,}$", "ab1c", true), ("^(?!.*secret).*$", "a secret", false),
        ("(?<=\\$)\\d+$", "cost $42", true), ("(?<!\\$)\\b\\d+$", "cost $42", false), ("(?<=^|,)x$", "a,x", true),
        ("(?<=(\\d+)(\\d+))b\\1", "105b10", true), ("^(a+)\\1$", "aaaa", true), ("^(a+)\\1$", "aaa", false),
        ("^(?<y>\\d{2})-\\k<y>$", "24-24", true), ("^(?<y>\\d{2})-\\k<y>$", "24-25", false),
        ("\\k<a>(?<a>x)", "x", true),
        ("^(?:(a)|b)*\\1$", "ab", true), ("(z)((a+)?(b+)?(c))*", "zaacbbbcac", true), ("^(a*)*$", "aaab", false),
        ("^(?:a?)*?$", "aa", true), ("^\\p{Lu}\\p{Ll}+$", "Éa", true), ("^\\P{L}$", "a", false),
        ("^\\p{Script=Greek}+$", "αβγ", true),
        ("^\\p{sc=Cyrillic}+$", "aб", false), ("^[\\p{L}\\p{Nd}_]+$", "aβ٣_", true), ("^[^\\p{L}]+$", "1a", false),
        ("^\\p{Emoji}$", "😀", true), ("^\\p{gc=Nd}\\p{General_Category=Decimal_Number}$", "1٣", true),
        ("^[a\\]b-]+$", "a]-b", true),
        ("^[\\b]$", "\u{8}", true), ("^(?:)$", "", true), ("x*", "", true), ("^[^\\S\\n]+$", " \t", true),
        ("^\\/\\.\\*$", "/.*", true), ("colou?r$", "the color", true),
        ("^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?$", "-10.5", true),
        ("(?=(a+))a*b\\1", "baaabac", true), ("(?=(a+))", "baaabac", true),
        ("(.*?)a(?!(a+)b\\2c)\\2(.*)", "baaabaac", true),
        ("^(?:a|ab)(?:c|bcd)(?:d*)$", "abcd", true), ("[^a]*?b", "aab", true),
    ]

    @Test(arguments: texts)
    func matchesLikeECMAScript(pattern: String, text: String, found: Bool) throws {
        #expect(try finds(pattern, text) == found)
    }

    @Test(arguments: [
        "(", ")", "a**", "*a", "a{2,1}", "[b-a]", "\\", "\\a", "\\Z", "\\1", "(?i)a", "(?<n>a", "(?<1>a)", "\\k<n>",
        "(?", "[",
        "\\p{Nope}", "\\p{L", "\\u{110000}", "\\xg0", "\\c1", "(?=a)*", "^*", "\\k", "(?#x)", "(?>a)", "a++",
        "\\p{Script=Nope}",
    ])
    func rejectsAnInvalidPattern(pattern: String) {
        #expect(throws: SchemaError.self) { try Schema(["pattern": .string(pattern)]) }
    }

    @Test(arguments: [
        ("^[\\w-.]+$", "a-.b", true), ("^\\-\\_\\@$", "-_@", true), ("^{a}$", "{a}", true), ("^]$", "]", true),
        ("^a{,2}$", "a{,2}", true),
    ])
    func acceptsPatternsForTheNonUnicodeMode(pattern: String, text: String, found: Bool) throws {
        #expect(try finds(pattern, text) == found)
    }

    @Test(arguments: [
        "^(a+)+$", "(a|aa)+$", "^(a|a)*b", "(x+x+)+y", "^(?:.*,){20}x$", "a*a*a*a*a*a*b", "(?:a?){50}a{50}c",
    ])
    func matchesInLinearTime(pattern: String) throws {
        let text = String(repeating: "a", count: 2_000) + String(repeating: "x,", count: 200) + "!"
        #expect(try !finds(pattern, text))
    }

    @Test func writesTextsWithAndWithoutOptionalParts() {
        let texts = PatternExample.variedTexts(of: "^https?://(a|b|c)(/x)?$", atMost: 20)
        for text in ["http://a", "http://b", "http://c", "https://a/x", "https://b/x", "https://c/x"] {
            #expect(texts.contains(text), "\(texts)")
        }
    }

    @Test(arguments: [
        ("^([01][0-9]|2[0-3]):[0-5][0-9]$", "23:59"), ("^-?[0-9]{1,6}\\.[0-9]{2}$", "999999.99"),
        ("^[A-Z]+$", "ZZZZZZZ"),
    ])
    func writesTheLastAlternativesAndCharacters(pattern: String, text: String) {
        #expect(PatternExample.variedTexts(of: pattern, atMost: 20).last == text)
    }

    @Test func listsTheLettersThatStandAlone() {
        #expect(PatternExample.letters(of: "^P(T?[0-9]+[DW]|[a-z]\\d)$") == ["P", "T", "D", "W"])
        #expect(PatternExample.letters(of: "(") == [])
    }

    @Test func limitsTheSizeOfAPattern() {
        #expect(throws: SchemaError.self) { try Schema(["pattern": "(?:(?:a{1000}){1000}){1000}"]) }
        let deep = String(repeating: "(", count: 100_000) + String(repeating: ")", count: 100_000)
        #expect(throws: SchemaError.self) { try Schema(["pattern": .string(deep)]) }
    }
}
