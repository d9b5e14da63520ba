import Foundation
import JSONSchema
import Testing

@Suite struct ParsingTests {
    private func fault(_ text: String, _ options: JSONParsingOptions = .standard) -> String {
        fault(Array(text.utf8), options)
    }

    private func fault(_ bytes: [UInt8], _ options: JSONParsingOptions = .standard) -> String {
        do {
            return "parsed: \(try JSON(parsing: bytes, options: options))"
        } catch {
            return error.description
        }
    }

    @Test func readsEveryKindOfValue() throws {
        let json = try JSON(parsing: #" { "a" : [ null , true, false, -1.5e3, "x\n\u00e9\ud834\udd1e" ], "" : {} } "#)
        #expect(json == ["a": [.null, true, false, -1500, "x\né\u{1D11E}"], "": [:]])
        #expect(json["a"]?[4]?.stringValue == "x\n\u{E9}\u{1D11E}")
    }

    @Test func keepsTheOrderOfKeys() throws {
        let json = try JSON(parsing: #"[{"b":1,"a":2,"c":3},{"a":1,"b":2},{"b":1,"a":2,"c":4}]"#)
        #expect(json.text() == #"[{"b":1,"a":2,"c":3},{"a":1,"b":2},{"b":1,"a":2,"c":4}]"#)
    }

    @Test(arguments: [
        ("", "line 1, column 1: expected a value, found the end of the text"),
        ("[1,]", "line 1, column 4: expected a value after the comma (a trailing comma is not JSON), found \"]\""),
        (
            "{\"a\":1,\n}",
            "line 2, column 1: expected a key after the comma (a trailing comma is not JSON), found \"}\""
        ),
        ("{\"é\":1,\"b\" 2}", "line 1, column 12: expected \":\", found \"2\""),
        ("[1 2]", "line 1, column 4: expected \",\" or \"]\", found \"2\""),
        ("[\r\n1,\r\n\r\n x]", "line 4, column 2: expected a value, found \"x\""),
        ("[01]", "line 1, column 3: expected no digit after a leading zero, found \"1\""),
        ("-", "line 1, column 2: expected a digit, found the end of the text"),
        ("[1.]", "line 1, column 4: expected a digit after the decimal point, found \"]\""),
        ("1e+", "line 1, column 4: expected a digit of the exponent, found the end of the text"),
        ("\"a", "line 1, column 3: expected the closing '\"' of a string, found the end of the text"),
        ("\"a\tb\"", "line 1, column 3: expected a control character to be escaped in a string, found a tab"),
        ("\"\\x\"", "line 1, column 3: expected one of \" \\ / b f n r t u after a backslash, found \"x\""),
        ("\"\\é\"", "line 1, column 3: expected one of \" \\ / b f n r t u after a backslash, found \"é\" (U+00E9)"),
        ("\"\\ud800\"", "line 1, column 2: expected a pair of surrogates, found the lone U+D800"),
        ("\"\\u12g4\"", "line 1, column 6: expected four hexadecimal digits after \"\\u\", found \"g\""),
        ("tru", "line 1, column 4: expected \"true\", found the end of the text"),
        ("1 2", "line 1, column 3: expected the end of the text, found \"2\""),
        ("\u{FEFF}1", "line 1, column 1: expected a value, found a byte order mark"),
    ])
    func reportsTheExpectationAndItsLocation(text: String, message: String) {
        #expect(fault(text) == message)
    }

    @Test(
        arguments: [
            [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
            [0x22, 0xE2, 0x82], [0x22, 0x80, 0x22], [0xFF],
        ] as [[UInt8]])
    func rejectsInvalidUTF8(bytes: [UInt8]) {
        #expect(!fault(bytes).hasPrefix("parsed"))
    }

    @Test func allowsAByteOrderMarkWhenAsked() throws {
        #expect(try JSON(parsing: "\u{FEFF}[1]", options: JSONParsingOptions(allowsByteOrderMark: true)) == [1])
    }

    @Test func reportsBothLocationsOfADuplicateKey() {
        #expect(
            fault("{\"a\": 1,\n \"b\": 2, \"\\u0061\": 3}", .strict)
                == "line 2, column 10: duplicate key \"a\", first at line 1, column 2")
    }

    @Test func keepsTheLastOfDuplicateKeysAndWarns() throws {
        let text = "[{\"a\":1,\"b\":{\"a\":2},\"a\":3,\"c\":4,\"a\":5,\"b\":6},\n{\"x\":0,\"x\":1}]"
        let (json, warnings) = try JSON.parse(Array(text.utf8))
        #expect(json.text() == #"[{"a":5,"b":6,"c":4},{"x":1}]"#)
        #expect(warnings.map(\.key) == ["a", "a", "b", "x"])
        #expect(
            warnings.last?.description
                == "line 2, column 8: duplicate key \"x\", first at line 2, column 2; the last one counts")
    }

    @Test func limitsTheDepth() {
        let limit = "line 1, column 513: arrays and objects nest deeper than the limit of 512"
        #expect(fault(String(repeating: "[", count: 100_000)) == limit)
        #expect(fault(String(repeating: "[", count: 512) + String(repeating: "]", count: 512)).hasPrefix("parsed"))
        let huge = JSONParsingOptions(maximumDepth: .max)
        #expect(fault(String(repeating: "[", count: 1_000_000), huge).hasSuffix("the limit of 512"))
        #expect(fault(String(repeating: "{\"a\":", count: 100_000), huge).hasSuffix("the limit of 512"))
    }

    @Test func handlesTheDeepestValueOnASmallStack() {
        let depth = JSONParsingOptions.deepestNesting
        let text = String(repeating: "[{\"a\":", count: depth / 2) + "1" + String(repeating: "}]", count: depth / 2)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let options = JSONParsingOptions(maximumDepth: depth)
            let json = try? JSON(parsing: text, options: options)
            let again = try? JSON(parsing: text, options: options)
            if let json, json == again, json.hashValue == again?.hashValue, json.text() == text,
                (try? JSON(foundation: json.foundation)) == json
            {
                done.signal()
            }
        }
        // Unoptimized stack frames are about four times as large.
        #if DEBUG
            thread.stackSize = 4 * 512 * 1024
        #else
            thread.stackSize = 512 * 1024
        #endif
        thread.start()
        #expect(done.wait(timeout: .now() + 60) == .success)
    }

    @Test func readsManyDistinctKeysAndManyDuplicatesInLinearTime() throws {
        let keys = (0..<20_000).map { "\"key \($0)\":\($0)" }.joined(separator: ",")
        let json = try JSON(parsing: "{\(keys)}")
        #expect(json["key 19999"] == 19_999 && json.objectValue?.count == 20_000)
        let (twice, warnings) = try JSON.parse(Array("{\(keys),\(keys)}".utf8))
        #expect(twice == json && warnings.count == 20_000)
    }
}
