import Foundation
import JSONSchema
import Testing

@Suite struct MessageTests {
    private func messages(_ schema: JSON, _ json: JSON, formats: FormatMode = .annotate) throws -> [String] {
        try Schema(schema, formats: formats).violations(of: json).map(\.description)
    }

    @Test(
        arguments: [
            (["type": ["string", "null"]], 7, "expected string or null, found 7"),
            (["type": "integer"], 1.5, "expected integer, found 1.5"),
            (["type": ["boolean", "integer", "array"]], "x", "expected boolean, integer or array, found \"x\""),
            (["type": "string"], [1, 2], "expected string, found an array of 2"),
            (["type": "string"], [:], "expected string, found an empty object"),
            (["minLength": 3], "é", "expected at least 3 characters, found 1 (\"é\")"),
            (["maxLength": 1], "ab", "expected at most 1 character, found 2 (\"ab\")"),
            (["pattern": "^a$"], "b", "expected a match of /^a$/, found \"b\""),
            (["minimum": 0], -1, "expected at least 0, found -1"),
            (["exclusiveMaximum": 1], 1.0, "expected less than 1, found 1"),
            (["multipleOf": 0.01], 0.015, "expected a multiple of 0.01, found 0.015"),
            (["const": ["a": 1]], ["a": 2], "expected {\"a\":1}, found an object in which '/a' is 2, not 1"),
            (["const": ["a": 1]], [1], "expected {\"a\":1}, found an array of 1"),
            (
                ["const": ["a": ["b": [1, 2]]]], ["a": ["b": [1, 3]], "c": .null],
                "expected {\"a\":{\"b\":[1,2]}}, found an object in which '/a/b/1' is 3, not 2, and 1 more differ"
            ),
            (
                ["enum": [["k": "x", "n": 1], ["k": "y", "n": 2]]], ["k": "y"],
                "expected {\"k\":\"x\",\"n\":1} or {\"k\":\"y\",\"n\":2}, found an object in which '/n' is missing, "
                    + "expected 2"
            ),
            (["const": [1]], [1, 2], "expected [1], found an array of 2 in which '/1' is unexpected: 2"),
            (["enum": ["a", "b", .null]], "c", "expected \"a\", \"b\" or null, found \"c\""),
            (["minItems": 1], [], "expected at least 1 element, found 0"),
            (["uniqueItems": true], [1, 2, 1.0], "expected distinct elements, found equal ones at 0 and 2"),
            (["contains": ["type": "null"]], [1, 2], "expected at least 1 matching element, found 0 among 2"),
            (["contains": true, "maxContains": 1], [1, 2], "expected at most 1 matching element, found 2 among 2"),
            (["required": ["a"]], [:], "expected a property \"a\", found none"),
            (["dependentRequired": ["a": ["b"]]], ["a": 1], "expected a property \"b\" beside \"a\", found none"),
            (
                ["propertyNames": ["maxLength": 1]], ["ab": 1],
                "the key \"ab\": expected at most 1 character, found 2 (\"ab\")"
            ),
            (["not": ["type": "null"]], .null, "expected no match of the schema in \"not\", found null"),
            (false, 1, "expected no value, found 1"),
            (
                ["oneOf": [true, true, false]], 1,
                "expected a match of exactly one of 3 alternatives, found matches of 0 and 1"
            ),
            (["anyOf": [["type": "string"], ["type": "null"]]], 7, "expected string or null, found 7"),
        ] as [(JSON, JSON, String)])
    func reportsTheExpectedAndFoundValue(schema: JSON, json: JSON, message: String) throws {
        #expect(try messages(schema, json) == ["the whole value: " + message])
    }

    @Test func reportsTheLocationsInValueAndSchema() throws {
        let schema = try Schema(
            [
                "items": ["$ref": "#/$defs/element"],
                "$defs": [
                    "element": [
                        "properties": ["a/b": ["type": "string"]], "additionalProperties": false,
                        "patternProperties": ["^x-": ["minimum": 5]],
                    ]
                ],
            ], baseURI: URL(string: "https://example.com/list.json"))
        let violations = schema.violations(of: [[:], ["a/b": 7, "x-1": 4, "other": .null]])
        try #require(violations.count == 3)
        #expect(violations[0].instancePointer.description == "/1/a~1b")
        #expect(violations[0].schemaPointer.description == "/$defs/element/properties/a~1b/type")
        #expect(violations[0].schemaDocument == "https://example.com/list.json")
        #expect(violations[0].schemaLocation == "https://example.com/list.json#/$defs/element/properties/a~1b/type")
        #expect(violations[0].evaluationPath.description == "/items/$ref/properties/a~1b/type")
        #expect(violations[0].keyword == "type" && violations[0].expected == "string" && violations[0].found == "7")
        #expect(violations[1].schemaPointer.description == "/$defs/element/patternProperties/^x-/minimum")
        #expect(violations[2].description == "/1/other: expected no property \"other\", found null")
        #expect(violations[2].schemaPointer.description == "/$defs/element/additionalProperties")
        #expect(violations[2].keyword == "additionalProperties")
    }

    @Test func namesTheTypesOfConstantsAndEnumerations() throws {
        let schema: JSON = ["anyOf": [["type": "string", "pattern": "^a"], ["const": ""], ["enum": [.null, true]]]]
        #expect(
            try messages(schema, 7) == ["the whole value: expected boolean, string or null, found 7"])
        #expect(try messages(schema, "b").first == "the whole value: expected a match of /^a/, found \"b\"")
    }

    @Test func reportsTheDeepestCauseOfAnAlternativeFirst() throws {
        let schema: JSON = [
            "anyOf": [
                ["type": "string"],
                ["properties": ["kind": ["const": "a"], "at": ["properties": ["x": ["type": "number"]]]]],
                ["required": ["other"]],
            ]
        ]
        #expect(
            try messages(schema, ["kind": "b", "at": ["x": "1"]]) == [
                "/at/x: expected number, found \"1\"",
                "/kind: expected \"a\", found \"b\"",
                "the whole value: expected a property \"other\", found none",
                "the whole value: expected string, found an object",
                "the whole value: expected a match of at least one of 3 alternatives, found none",
            ])
    }

    @Test(arguments: ["anyOf", "oneOf"])
    func omitsAlternativesRuledOutByAMember(keyword: String) throws {
        let schema: JSON = .object([
            keyword: [
                ["properties": ["kind": ["const": "a"], "at": ["properties": ["x": ["type": "null"]]]]],
                ["allOf": [["$ref": "#/$defs/b"]], "required": ["size"]],
            ],
            "$defs": ["b": ["properties": ["kind": ["enum": ["b", "c"]], "at": ["required": ["y"]]]]],
        ])
        #expect(
            try messages(schema, ["kind": "b", "size": 1, "at": ["x": "1"]]) == [
                "/at: expected a property \"y\", found none",
                "the whole value: expected a match of \(keyword == "oneOf" ? "exactly" : "at least") one of 2 alternatives, "
                    + "found none",
            ])
    }

    @Test(arguments: ["anyOf", "oneOf"])
    func reportsTheCauseBesideANullAlternative(keyword: String) throws {
        let schema: JSON = .object([keyword: [["type": "null"], ["type": "string", "pattern": "^[a-z]+$"]]])
        #expect(
            try messages(schema, "A") == [
                "the whole value: expected a match of /^[a-z]+$/, found \"A\"",
                "the whole value: expected a match of \(keyword == "oneOf" ? "exactly" : "at least") one of 2 alternatives, "
                    + "found none",
            ])
        #expect(try messages(schema, 7) == ["the whole value: expected string or null, found 7"])
    }

    @Test func reportsUnevaluatedProperties() throws {
        let schema: JSON = [
            "anyOf": [["properties": ["a": true]], ["required": ["b"], "properties": ["b": true]]],
            "unevaluatedProperties": false,
        ]
        #expect(try messages(schema, ["a": 1]) == [])
        #expect(try messages(schema, ["a": 1, "b": 2]) == [])
        #expect(try messages(schema, ["a": 1, "c": 2]) == ["/c: expected no property \"c\", found 2"])
    }

    @Test func shortensLongValues() throws {
        let text = String(repeating: "x", count: 1_000)
        let message = try #require(try messages(["type": "null"], .string(text)).first)
        #expect(message == "the whole value: expected null, found \"" + String(repeating: "x", count: 57) + "\"…")
    }

    @Test func writesTheStandardBasicOutput() throws {
        let schema = try Schema(["properties": ["a": ["$ref": "#/$defs/b"]], "$defs": ["b": ["type": "string"]]])
        #expect(schema.basicOutput(of: ["a": "x"]) == ["valid": true])
        #expect(
            schema.basicOutput(of: ["a": 1]) == [
                "valid": false,
                "errors": [
                    [
                        "keywordLocation": "/properties/a/$ref/type",
                        "absoluteKeywordLocation": "#/$defs/b/type",
                        "instanceLocation": "/a",
                        "error": "expected string, found 1",
                    ]
                ],
            ])
    }

    /// The tag rules out the alternative for all other tags.
    @Test func explainsTheAlternativeOfATag() throws {
        let schema: JSON = [
            "oneOf": [
                ["required": ["person"], "properties": ["kind": ["const": "assigned"]]],
                ["properties": ["kind": ["not": ["enum": ["assigned"]]]]],
            ]
        ]
        let found = try messages(schema, ["kind": "assigned"])
        #expect(found.first == "the whole value: expected a property \"person\", found none")
    }

    @Test func namesTheExpectedFormat() throws {
        #expect(
            try messages(["format": "date"], "2023-02-29", formats: .assert)
                == ["the whole value: expected a date (RFC 3339), such as 2024-02-29, found \"2023-02-29\""])
        #expect(try messages(["format": "date"], "2023-02-29") == [])
    }
}
