import JSONSchema
import Testing

struct VisibleTextTests {
    @Test(arguments: [
        ("::error::x", #"\u{3A}:error::x"#), ("a\n \t::error::x\nb::c", "a\n \t\\u{3A}:error::x\nb::c"),
        ("a\r\n::error::x\r\nb", "a\r\n\\u{3A}:error::x\r\nb"), ("::\u{301}x", "\\u{3A}:\u{301}x"),
        ("a: b\n:c\n\n:", "a: b\n:c\n\n:"),
    ])
    func escapesPipelineCommandsAtTheStartOfALine(text: String, escaped: String) {
        #expect(Array(text.withoutPipelineCommands.utf8) == Array(escaped.utf8))
    }
}
