import JSONSchema
import Testing

struct SuggestionTests {
    @Test(arguments: [
        ("verfy", "verify"), ("lsit", "list"), ("STATUS", "status"), ("querry", "query"),
    ])
    func findsTheNearestWord(word: String, nearest: String) {
        #expect(Suggestion.nearest(to: word, among: ["verify", "list", "status", "query"]) == nearest)
    }

    @Test func suggestsNoDistantWord() {
        #expect(Suggestion.nearest(to: "banana", among: ["verify", "list"]) == nil)
        #expect(Suggestion.text(for: "banana", among: ["verify", "list"]) == "; valid: verify, list")
        #expect(Suggestion.nearest(to: "x", among: []) == nil)
        #expect(Suggestion.nearest(to: String(repeating: "a", count: 10_000), among: ["a"]) == nil)
    }
}
