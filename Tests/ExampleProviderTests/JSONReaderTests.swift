import Testing

@testable import ExampleProvider

@Suite struct JSONReaderTests {
    @Test(arguments: [
        " [ 1 , -0.5e+3 , true , false , null , \"\" ] ", "{\"a\":{\"b\":[]},\"a\":2}",
        "\"\\u00e9\\ud83d\\ude00\\/\\n\"",
        "1E400", "[[[]]]",
    ]) func readsAndWritesJSON(text: String) throws {
        let value = try #require(JSONReader.value(of: Array(text.utf8)))
        let written = try #require(JSONReader.value(of: value.serialized))
        #expect(written == value)
    }

    @Test func keepsOrderAndDigits() throws {
        let text = "{\"z\":1.50,\"a\":[12345678901234567890,1e2],\"m\":\"a\\\"\\\\\\u0001\"}"
        #expect(JSONReader.value(of: Array(text.utf8)).map { String(decoding: $0.serialized, as: UTF8.self) } == text)
        let escaped = JSONReader.value(of: Array("\"\\u00E9\\uD83D\\uDE00\\t\"".utf8))
        #expect(escaped == .string("é😀\t"))
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "01", "1.", ".5", "+1", "-", "1e", "NaN", "tru", "\"\u{1}\"", "\"",
        "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "[1 2]", "1 2", "\u{FEFF}1",
        String(repeating: "[", count: 100_000), String(repeating: "[", count: 66) + String(repeating: "]", count: 66),
    ]) func rejectsInvalidJSON(text: String) {
        #expect(JSONReader.value(of: Array(text.utf8)) == nil)
    }

    @Test func rejectsInvalidUTF8() {
        #expect(JSONReader.value(of: [0x22, 0xC3, 0x28, 0x22]) == nil)
    }
}
