import JSONSchema
import Testing
import YAMLValues

@Suite struct YAMLTests {
    private func read(_ text: String) throws -> JSON { try JSON(yaml: Array(text.utf8)) }

    /// Returns the position and message of the error, or "read" and the documents if there is none.
    private func fault(_ text: String) -> String { fault(Array(text.utf8)) }

    private func fault(_ bytes: [UInt8]) -> String {
        do throws(JSONSyntaxError) {
            return "read \(try JSON.documents(yaml: bytes))"
        } catch {
            return error.description
        }
    }

    // MARK: - Values

    @Test func readsATypicalDocument() throws {
        let text = """
            # An API
            openapi: 3.1.0
            info: {title: "Notes", version: '1'}
            paths:
              /notes/{id}:
                get:
                  tags:
                  - notes
                  - public
                  description: >-
                    One note,
                    by its id.

                    Or none.
                  responses:
                    200:
                      description: OK   # always
                    '404': {description: No such note}
            """
        #expect(
            try read(text) == [
                "openapi": "3.1.0", "info": ["title": "Notes", "version": "1"],
                "paths": [
                    "/notes/{id}": [
                        "get": [
                            "tags": ["notes", "public"], "description": "One note, by its id.\nOr none.",
                            "responses": ["200": ["description": "OK"], "404": ["description": "No such note"]],
                        ]
                    ]
                ],
            ])
    }

    @Test(arguments: [
        ("yes", #""yes""#), ("NO", #""NO""#), ("true", "true"), ("False", "false"), ("tRUE", #""tRUE""#), ("~", "null"),
        ("Null", "null"), ("nULL", #""nULL""#), ("0o17", "15"), ("0x1F", "31"), ("0b11", #""0b11""#), ("017", "17"),
        ("+12", "12"), ("-0", "0"), ("1_000", #""1_000""#), (".5", "0.5"), ("-.5e1", "-5"), ("7.", "7"),
        ("1e3", "1000"),
        ("1e", #""1e""#), ("0x", #""0x""#), ("-0x1F", #""-0x1F""#), (".", "\".\""), ("1.2.3", #""1.2.3""#),
        ("12:30", #""12:30""#), ("2001-12-14", #""2001-12-14""#), ("3.0.0", #""3.0.0""#), ("'12'", #""12""#),
        ("!!str 12", #""12""#), ("!!int '12'", "12"), ("! 12", #""12""#), ("!local 12", #""12""#), ("!!float 3", "3"),
        ("123456789012345678901234567890", "123456789012345678901234567890"), ("-.nan", #""-.nan""#),
    ])
    func resolvesPlainScalarsByTheCoreSchema(text: String, json: String) throws {
        #expect(try read(text).text() == json)
    }

    @Test(arguments: [
        (".inf", "line 1, column 4: .inf is an infinity, which JSON cannot represent"),
        ("-.INF", "line 1, column 4: -.INF is an infinity, which JSON cannot represent"),
        (".NaN", "line 1, column 4: .NaN is not a number, which JSON cannot represent"),
        (
            "0x10000000000000000",
            "line 1, column 4: 0x10000000000000000 is an integer of more than 64 bits in radix 16, which JSON cannot represent"
        ),
        ("!!int x", #"line 1, column 10: expected an integer, as the tag requires, found "x""#),
        ("!!map x", #"line 1, column 10: expected a mapping, as the tag requires, found "x""#),
        ("!!seq {}", "line 1, column 10: expected a sequence, as the tag requires, found a mapping"),
        ("@x", "line 1, column 4: expected a value (a string that begins with this must be quoted), found \"@\""),
    ])
    func rejectsValuesWithoutAJSONEquivalent(text: String, message: String) {
        #expect(fault("a: \(text)") == message)
    }

    @Test func keepsTheTextOfAKey() throws {
        #expect(
            try read("200: a\n0x1F: b\ntrue: c\n~: d\n\"q\\n\": e\n? long\n: f") == [
                "200": "a", "0x1F": "b", "true": "c", "~": "d", "q\n": "e", "long": "f",
            ])
    }

    @Test func readsMappingsWithSimilarKeys() throws {
        // The parser predicts the second mapping from the first. A key that only shares a prefix must not match.
        #expect(
            try read("- id: 1\n  name: a\n- id: 2\n  name: b\n- id : 3\n  names: c\n- \"id\": 4\n- i: 5\n- id:6\n") == [
                ["id": 1, "name": "a"], ["id": 2, "name": "b"], ["id": 3, "names": "c"], ["id": 4], ["i": 5], "id:6",
            ])
        #expect(try read("- \"a: b\": 1\n- a: b\n") == [["a: b": 1], ["a": "b"]])
        #expect(try read("- {a,b: 1}\n- {a,b: 2}\n") == [["a": .null, "b": 1], ["a": .null, "b": 2]])
        #expect(try read("- a,b: 1\n- {a,b: 2}\n") == [["a,b": 1], ["a": .null, "b": 2]])
    }

    @Test func readsMembersWithoutAValue() throws {
        #expect(
            try read("- a:\n  b: 1\n-\n- ? c\n  d:\n- - e:\n    f:\n\n") == [
                ["a": .null, "b": 1], .null, ["c": .null, "d": .null], [["e": .null, "f": .null]],
            ])
    }

    @Test func acceptsAClosingBracketAtTheIndentationOfItsLine() throws {
        #expect(try read("a: [\n  1,\n  2\n]\nb: {\n  c: 3\n}\n") == ["a": [1, 2], "b": ["c": 3]])
        #expect(
            fault("a: [\n1]")
                == "line 2, column 1: expected a line in brackets to be indented by more than 0 spaces, found \"1\"")
    }

    @Test func readsJSON() throws {
        let text = #"{"a": [1, 2.50, {"b": "\u00e9\ud83d\ude00\/"}, null], "c": {"d":{"e":[]}}, "f":"x: y #z"}"#
        #expect(try read(text) == JSON(parsing: text))
        #expect(try read(JSON(parsing: text).text(.pretty)) == JSON(parsing: text))
    }

    @Test(
        arguments: [
            ("UTF-8 with a mark", [0xEF, 0xBB, 0xBF] + Array("a: é😀".utf8)),
            ("UTF-16BE with a mark", [0xFE, 0xFF] + "a: é😀".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }),
            ("UTF-16LE with a mark", [0xFF, 0xFE] + "a: é😀".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
            ("UTF-16LE without one", "a: é😀".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
            (
                "UTF-32BE",
                "a: é😀".unicodeScalars.flatMap { scalar in (0..<4).map { UInt8(scalar.value >> (24 - 8 * $0) & 0xFF) } }
            ),
        ] as [(String, [UInt8])])
    func readsEveryEncoding(name: String, bytes: [UInt8]) throws {
        #expect(try JSON(yaml: bytes) == ["a": "é😀"], "\(name)")
    }

    @Test func refusesBrokenEncodings() {
        #expect(fault([0x61, 0xFF]) == "line 1, column 2: expected UTF-8, found the byte 0xFF")
        #expect(
            fault([0x61, 0x01])
                == "line 1, column 2: expected no control character in YAML, found the control character U+0001")
        #expect(
            fault([0xFE, 0xFF, 0x00, 0x61, 0xD8, 0x00])
                == "line 1, column 2: expected UTF-16, found an invalid character")
    }

    @Test func countsLinesWithAnyLineEnding() {
        for end in ["\n", "\r\n", "\r"] {
            #expect(
                fault(["a: 1", "b: 2", "a: 3"].joined(separator: end))
                    == "line 3, column 1: duplicate key \"a\", first at line 1, column 1")
        }
    }

    @Test func readsSeveralDocuments() throws {
        let text = "%YAML 1.2\n---\na: 1\n...\n# between\n---\n- 2\n--- three\n---\n"
        #expect(try JSON.documents(yaml: Array(text.utf8)) == [["a": 1], [2], "three", .null])
        #expect(try JSON.documents(yaml: Array("# none\n".utf8)) == [])
        #expect(throws: JSONSyntaxError.self) { try read("# none\n") }
        do throws(JSONSyntaxError) {
            _ = try JSON(yaml: Array("a: 1\n---\nb: 2\n".utf8))
            Issue.record("two documents are not one")
        } catch {
            #expect(error.description == "line 2, column 1: expected one document, found another that begins here")
        }
    }

    // MARK: - Faults

    @Test(arguments: [
        ("a: 1\n b: 2", "line 2, column 3: a key must be on one line, with its colon"),
        (
            "a:\n  b: 1\n c: 2",
            "line 3, column 2: expected a key in column 1, or a line that is indented less, found \"c\""
        ),
        ("a:\n\tb: 1", "line 2, column 1: expected spaces as indentation, found a tab"),
        ("- a\n b", #"read [["a b"]]"#),
        (
            "a: b: c",
            "line 1, column 4: a mapping or a sequence cannot begin on this line: start it on a line of its own"
        ),
        (
            "a: - b",
            "line 1, column 4: a mapping or a sequence cannot begin on this line: start it on a line of its own"
        ),
        (
            "a: [1, 2",
            #"line 2, column 1: expected "]", which closes the bracket at line 1, column 4, found the end of the text"#
        ),
        (
            "a: {b: 1",
            #"line 2, column 1: expected "}", which closes the bracket at line 1, column 4, found the end of the text"#
        ),
        (
            "a: 'x",
            "line 2, column 1: expected the closing quote of the string that begins at line 1, column 4, found the end of the text"
        ),
        (
            "a: \"\\q\"",
            #"line 1, column 6: expected one of 0 a b t n v f r e " / \ N _ L P x u U, a space or a line end after a backslash, found "q""#
        ),
        ("a: \"\\ud800\"", "line 1, column 5: U+D800 is not a character"),
        (
            "? [1]\n: 2",
            "line 1, column 3: a mapping or a sequence is used as a key, but JSON keys are strings"
        ),
        (": 2", "line 1, column 1: the key is missing: a JSON key cannot be null"),
        ("a: *b", "line 1, column 4: there is no anchor '&b' before this alias"),
        ("a: &name 1\nb: *nam", "line 2, column 4: there is no anchor '&nam' before this alias; did you mean 'name'?"),
        ("a: &b\n  c: *b", "line 2, column 6: the alias '*b' is inside its own anchor"),
        ("a: &b &c 1", "line 1, column 7: a node can have only one anchor"),
        (
            "a: !x!y 1",
            "line 1, column 4: the handle '!x!' of the tag is not defined by a %TAG directive of this document"
        ),
        (
            "a: >\n   \n  b",
            "line 2, column 4: a blank line before the text of a block scalar is indented by 3 spaces, the text by 2"
        ),
        ("%YAML 2.0\n---\n", "line 1, column 7: expected YAML 1.2, found 2.0"),
        ("%YAML 1.2\na: 1", "line 2, column 1: expected \"---\" after a directive, found \"a\""),
        ("a: \"b\" c", "line 1, column 8: expected the end of the line after a value, found \"c\""),
        ("é: 1\né: 2", "line 2, column 1: duplicate key \"é\", first at line 1, column 1"),
        ("a: {b: 1, \"b\": 2}", "line 1, column 11: duplicate key \"b\", first at line 1, column 5"),
    ])
    func reportsTheLocationAndCauseOfAnError(text: String, message: String) {
        #expect(fault(text) == message)
    }

    // MARK: - Limits

    @Test func limitsNesting() throws {
        let deepest = JSONParsingOptions.deepestNesting
        let nested: [(Int) -> String] = [
            { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) },
            { String(repeating: "- ", count: $0) },
            { count in (0..<count).map { String(repeating: " ", count: $0) + "a:\n" }.joined() },
            { count in "a0: &a0 [0]\n" + (1..<count).map { "a\($0): &a\($0) [*a\($0 - 1)]\n" }.joined() },
        ]
        for text in nested {
            #expect(fault(text(deepest - 1)).hasPrefix("read"))
            #expect(fault(text(deepest + 1)).hasSuffix("nest deeper than the limit of \(deepest)"))
            #expect(fault(text(2 * deepest)).hasSuffix("nest deeper than the limit of \(deepest)"))
        }
        #expect(throws: JSONSyntaxError.self) { try JSON(yaml: Array("[[[]]]".utf8), maximumDepth: 2) }
    }

    @Test func limitsTheExpansionOfAliases() {
        var laughs = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n"
        for level in 1..<9 {
            laughs +=
                "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
        }
        #expect(fault(laughs).hasSuffix("the aliases so far expand to more than 1000000 bytes of text"))
        let long = "a: &a " + String(repeating: "x", count: 10_000) + "\nb:\n" + String(repeating: "- *a\n", count: 101)
        #expect(fault(long).hasSuffix("the aliases so far expand to more than 1000000 bytes of text"))
    }

    // MARK: - Places

    @Test func locatesEveryValueAndKey() {
        let text = """
            # comment
            a: 1
            "b":
              - x: &n {y: [2, z: 3]}
              -   - deep
            ? c
            : *n
            d:
            """
        let source = SourceFile(path: "f.yaml", bytes: Array(text.utf8), syntax: .yaml)
        #expect(source.place(of: "").description == "f.yaml:2:1")
        #expect(source.place(of: "/a").description == "f.yaml:2:4")
        #expect(source.keyPlace(of: "/a").description == "f.yaml:2:1")
        #expect(source.place(of: "/b/0").description == "f.yaml:4:5")
        #expect(source.place(of: "/b/0/x").description == "f.yaml:4:11")
        #expect(source.place(of: "/b/0/x/y/0").description == "f.yaml:4:16")
        #expect(source.keyPlace(of: "/b/0/x/y/1/z").description == "f.yaml:4:19")
        #expect(source.place(of: "/b/0/x/y/1/z").description == "f.yaml:4:22")
        #expect(source.place(of: "/b/1/0").description == "f.yaml:5:9")
        #expect(source.place(of: "/c").description == "f.yaml:7:3")
        #expect(source.keyPlace(of: "/c").description == "f.yaml:6:3")
        #expect(source.place(of: "/c/y/0").description == "f.yaml:4:16")
        #expect(source.place(of: "/d").description == "f.yaml:8:3")
        #expect(source.place(of: "/d/e").description == "f.yaml:8:3")
    }

    /// A key has no place of its own, to which an alias of it could lead.
    @Test func locatesAnAliasOfAKey() {
        let source = SourceFile(path: "f.yaml", bytes: Array("&k key: 1\nother: *k\n".utf8), syntax: .yaml)
        #expect(source.place(of: "/other").description == "f.yaml:2:8")
        #expect(source.place(of: "/other/x").description == "f.yaml:2:8")
    }

    @Test func locatesValuesInAWideEncoding() {
        let text = "é: 1\r\nb: [😀, 2]\r\n"
        let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let source = SourceFile(path: "f.yaml", bytes: bytes, syntax: .yaml)
        #expect(source.place(of: "/b/1").description == "f.yaml:2:8")
    }
}
