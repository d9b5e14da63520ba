import ContractFormat
import JSONSchema
import Testing

@testable import ContractReporting

struct VisibleTextTests {
    @Test(arguments: [
        ("plain text", "plain text"), ("tab\there", "tab\\there"), ("a\r\nb", "a\\r\\nb"),
        ("\u{1B}[31m", "\\u{1B}[31m"), ("\u{0}", "\\u{0}"), ("\u{9B}2J", "\\u{9B}2J"), ("\u{202E}", "\\u{202E}"),
        ("\u{2066}", "\\u{2066}"), ("\u{FFFE}", "\\u{FFFE}"), ("\u{2028}", "\\u{2028}"), ("\u{AD}", "\\u{AD}"),
        ("\u{301}\u{20DD}e\u{301}", "\\u{301}\\u{20DD}e\u{301}"), ("a\u{1B}b\n\u{301}", "a\\u{1B}b\\n\\u{301}"),
        ("👩‍👩‍👧 日本 é", "👩‍👩‍👧 日本 é"),
    ])
    func escapesInvisibleCharacters(_ text: String, _ expected: String) {
        #expect(Array(text.visible().unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test func keepsLineBreaksAndTabsOnRequest() {
        #expect("a\n\tb\r\n\u{7}".visible(keepingLines: true) == "a\n\tb\\r\n\\u{7}")
    }

    @Test func truncatesAndCountsTheRest() {
        #expect("abcdef".bounded(to: 6) == "abcdef")
        #expect("abcdef".bounded(to: 4) == "abcd… (2 more characters)")
        #expect("日本語".bounded(to: 3) == "日本語")
        #expect("日本語".bounded(to: 2) == "日本… (1 more character)")
        #expect("".bounded(to: 0) == "")
        #expect(String(repeating: "x", count: 1 << 20).bounded(to: 1).count == 28)
    }

    @Test func limitsTextByUnicodeScalars() {
        let zalgo = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(zalgo.count == 1)
        #expect(zalgo.bounded(to: 10).unicodeScalars.count < 50)
    }
}

struct DisplayWidthTests {
    /// Widths according to `wcswidth` of Python's wcwidth 0.2.
    @Test(arguments: [
        ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("ｆｕｌｌ", 8), ("😀", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2),
        ("❤️", 2),
        ("❤", 1), ("✓", 1), ("│", 1), ("", 0), ("ｱ", 1), ("⌚", 2),
    ])
    func countsColumns(_ text: String, _ columns: Int) {
        #expect(text.displayWidth == columns)
    }
}

struct AmountsTests {
    @Test(arguments: [
        (0, "0.000"), (0.0005, "0.001"), (1.5, "1.500"), (-1, "0.000"), (.nan, "0.000"), (.infinity, "0.000"),
    ])
    func formatsPlainDecimals(_ seconds: Double, _ expected: String) {
        #expect(decimal(seconds) == expected)
    }

    @Test(arguments: [
        (0, "0.00 s"), (0.214, "0.21 s"), (9.99, "9.99 s"), (9.996, "10.0 s"), (99.9, "99.9 s"), (99.96, "1 min 40 s"),
        (200.4, "3 min 20 s"),
    ])
    func formatsDurations(_ seconds: Double, _ expected: String) {
        #expect(duration(seconds) == expected)
    }
}

struct SourceExcerptTests {
    private func cutOut(_ text: String, line: Int, column: Int, width: Int = 40) -> SourceExcerpt? {
        SourceText(text).excerpt(at: Place(file: "f", line: line, column: column), width: width)
    }

    @Test func showsSurroundingLinesWithoutCommonIndentation() throws {
        let excerpt = try #require(cutOut("{\n  \"a\": {\n    \"b\": 1\n  }\n}\n", line: 3, column: 10))
        #expect(excerpt.lines.map(\.text) == ["\"a\": {", "  \"b\": 1", "}"])
        #expect(excerpt.lines.map(\.number) == [2, 3, 4])
        #expect(excerpt.before == "  \"b\": ")
    }

    @Test func truncatesALongLineAroundTheLocation() throws {
        let excerpt = try #require(cutOut(String(repeating: "0123456789", count: 100), line: 1, column: 501, width: 20))
        #expect(excerpt.lines.map(\.text) == ["…01234567890123456789…"])
        #expect(excerpt.before == "…0123456789")
    }

    @Test func countsColumnsInUnicodeScalars() throws {
        let line = String(repeating: "é", count: 5000) + "X" + String(repeating: "日", count: 5000)
        let excerpt = try #require(cutOut("first\n" + line, line: 2, column: 5001, width: 10))
        #expect(excerpt.lines.last?.text == "…éééééX日日日日…")
        #expect(excerpt.before == "…ééééé")
    }

    @Test func pointsPastTheEndOfAShorterLine() throws {
        let excerpt = try #require(cutOut("abc\r\n", line: 1, column: 99))
        #expect(excerpt.lines.first?.text == "abc")
        #expect(excerpt.before == "abc")
    }

    @Test(arguments: [(0, 1), (3, 1), (1, 0), (-1, -1)])
    func showsNothingOutsideTheText(_ line: Int, _ column: Int) {
        #expect(cutOut("a\n", line: line, column: column) == nil)
    }

    @Test func showsAnEmptyFile() {
        #expect(cutOut("", line: 1, column: 1)?.lines.map(\.text) == [""])
    }

    @Test func escapesControlCharactersInAnExcerpt() throws {
        let excerpt = try #require(cutOut("a\t\u{1B}[2J\u{202E}b", line: 1, column: 3))
        #expect(excerpt.lines.map(\.text) == ["a  \\u{1B}[2J\\u{202E}b"])
        #expect(excerpt.before == "a  ")
    }

    @Test func readsEachFileOnce() {
        var reads = 0
        var files = SourceFiles { _ in
            reads += 1
            return nil
        }
        for _ in 0..<3 { #expect(files.excerpt(at: Place(file: "f"), width: 10) == nil) }
        #expect(reads == 1)
    }
}
