import JSONSchema
import Testing

@Suite struct WritingTests {
    @Test func writesPrettyText() {
        let json: JSON = ["a": [1, [:], []], "b": ["c": "/"], "d": .null]
        let text = """
            {
              "a": [
                1,
                {},
                []
              ],
              "b": {
                "c": "/"
              },
              "d": null
            }
            """
        #expect(json.text(.pretty) == text)
    }

    @Test func escapesOnlyRequiredCharacters() {
        let json: JSON = "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é\u{2028}\u{1D11E}"
        #expect(json.text() == "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\u{7F}é\u{2028}\u{1D11E}\"")
    }

    @Test func preservesValuesInARoundTrip() throws {
        var random = RandomJSON(seed: 20_240_601)
        for _ in 0..<300 {
            let json = random.value(depth: 5)
            #expect(try JSON(parsing: json.text(), options: .strict) == json)
            #expect(try JSON(parsing: json.text(.pretty), options: .strict).text() == json.text())
        }
    }
}
