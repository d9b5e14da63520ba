import Foundation
import JSONSchema
import Testing

@testable import ContractComparison

/// Returns `within`, or each gap between two schemas as `instance keyword: witness` (or the reason for its absence).
private func compared(
    _ left: String, _ right: String, _ openness: Subsumption.Openness = .any, definitions: String = "{}"
) throws -> [String] {
    let uri = URL(fileURLWithPath: "/schemas.json")
    let root = try JSON(parsing: #"{"left": \#(left), "right": \#(right), "$defs": \#(definitions)}"#)
    // Two documents, so that the comparison cannot succeed by the identity of the schemas.
    let provider = SchemaDocument(root: root, uri: uri)
    let client = SchemaDocument(root: root, uri: uri)
    let gaps = Subsumption(openness: openness).gaps(
        try #require(provider.view(at: "/left")), within: try #require(client.view(at: "/right")))
    return gaps.map { gap in
        switch gap.verdict {
        case .contradicted(let witness, let violation):
            "\(gap.instance) \(violation.keyword): \(witness.text())"
        case .undeclared(let what): "\(gap.instance) undeclared \(what)"
        case .undecided(let why): "\(gap.instance) undecided: \(why)"
        }
    }
}

struct AgainstSubsumptionTests {
    @Test(arguments: [
        ("{}", "{}"), ("false", #"{"type": "string"}"#), ("{}", "true"),
        (#"{"type": "integer"}"#, #"{"type": "number"}"#),
        (#"{"type": "number", "multipleOf": 4}"#, #"{"type": "integer", "multipleOf": 2}"#),
        (#"{"type": "integer", "exclusiveMinimum": 0}"#, #"{"minimum": 1}"#),
        (#"{"type": "integer", "maximum": 9.5}"#, #"{"exclusiveMaximum": 10}"#),
        (#"{"type": "number", "exclusiveMinimum": 3}"#, #"{"exclusiveMinimum": 3}"#),
        (#"{"enum": ["a", null]}"#, #"{"type": ["string", "null"], "maxLength": 1}"#),
        (#"{"type": "boolean"}"#, #"{"enum": [true, false, 1]}"#),
        (
            #"{"type": "string", "minLength": 3, "maxLength": 5}"#,
            #"{"type": "string", "minLength": 2, "maxLength": 5}"#
        ),
        (#"{"type": "string", "format": "uuid"}"#, #"{"minLength": 1}"#),
        (#"{"type": "string", "pattern": "^a"}"#, #"{"minLength": 1, "pattern": "^a"}"#),
        (#"{"type": "string", "format": "uri"}"#, #"{"format": "uri-reference"}"#),
        (#"{"type": "string", "format": "int32"}"#, #"{"format": "whatever"}"#),
        (#"{"type": "array", "items": {"enum": [1, 2]}}"#, #"{"items": {"type": "integer"}}"#),
        (#"{"type": "array", "maxItems": 1}"#, #"{"uniqueItems": true}"#),
        (
            #"{"type": "array", "prefixItems": [{"const": 1}], "items": false}"#,
            #"{"items": {"type": "integer"}, "maxItems": 1}"#
        ),
        (
            #"{"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "integer"}}}"#,
            #"{"required": ["a"], "properties": {"a": {"type": "number"}}}"#
        ),
        (#"{"type": "object", "properties": {"a": false}}"#, #"{"properties": {"a": {"type": "null"}}}"#),
        (
            #"{"type": "object", "properties": {"a": {}}, "additionalProperties": false}"#,
            #"{"additionalProperties": false, "properties": {"a": {}, "b": {}}}"#
        ),
        (
            #"{"type": "object", "additionalProperties": {"type": "integer"}}"#,
            #"{"additionalProperties": {"type": "number"}}"#
        ),
        (
            #"{"type": "object", "patternProperties": {"^x": {"type": "integer"}}, "additionalProperties": false}"#,
            #"{"patternProperties": {"^x": {"type": "number"}}}"#
        ),
        (#"{"allOf": [{"type": "string"}, {"minLength": 2}]}"#, #"{"type": "string", "minLength": 1}"#),
        (#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, #"{"type": ["string", "null"]}"#),
        (#"{"type": ["string", "null"]}"#, #"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#),
        (#"{"type": ["string", "null"]}"#, #"{"oneOf": [{"type": "string"}, {"type": "null"}]}"#),
        (#"{"type": "number"}"#, #"{"anyOf": [{"type": "integer"}, {"not": {"type": "integer"}}]}"#),
        (
            #"{"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["a", "b"]}}}"#,
            #"{"oneOf": [{"properties": {"kind": {"const": "a"}}}, {"properties": {"kind": {"const": "b"}}}]}"#
        ),
        (
            #"{"oneOf": [{"type": "object", "required": ["k"], "properties": {"k": {"const": 1}}}, {"type": "object", "required": ["k"], "properties": {"k": {"const": 2}}}]}"#,
            #"{"oneOf": [{"required": ["k"], "properties": {"k": {"const": 1}}}, {"required": ["k"], "properties": {"k": {"const": 2}}}]}"#
        ),
        (#"{"type": "integer"}"#, #"{"not": {"type": "string"}}"#),
        (
            #"{"type": "object", "required": ["a"], "properties": {"a": {"const": 1}}}"#,
            #"{"if": {"properties": {"a": {"const": 1}}}, "then": {"required": ["a"]}, "else": false}"#
        ),
        (##"{"$ref": "#/$defs/tree"}"##, ##"{"$ref": "#/$defs/wider"}"##),
        (##"{"$ref": "#/$defs/a"}"##, ##"{"$ref": "#/$defs/b"}"##),
    ])
    func provesContainment(left: String, right: String) throws {
        let definitions = ##"""
            {"tree": {"type": "object", "required": ["kids"], "properties": {"kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}},
             "wider": {"type": "object", "properties": {"kids": {"type": ["array", "null"], "items": {"$ref": "#/$defs/wider"}}}},
             "a": {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#/$defs/a"}}]},
             "b": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/b"}}, {"type": "number"}]}}
            """##
        #expect(try compared(left, right, definitions: definitions) == [])
    }

    @Test(arguments: [
        (#"{"type": ["string", "null"]}"#, #"{"type": "string"}"#, [" type: null"]),
        (#"{"type": "number"}"#, #"{"type": "integer"}"#, [" type: 0.5"]),
        ("{}", #"{"type": "object"}"#, [" type: []"]),
        (#"{"type": "integer"}"#, #"{"minimum": 0}"#, [" minimum: -1"]),
        (#"{"type": "integer", "minimum": 5}"#, #"{"exclusiveMinimum": 5}"#, [" exclusiveMinimum: 5"]),
        (#"{"type": "integer", "maximum": 700}"#, #"{"maximum": 699.5}"#, [" maximum: 700"]),
        (#"{"type": "integer"}"#, #"{"multipleOf": 3}"#, [" multipleOf: 1"]),
        (#"{"enum": ["a", "b", "c"]}"#, #"{"enum": ["c", "a"]}"#, [" enum: \"b\""]),
        (#"{"type": "string"}"#, #"{"enum": ["text"]}"#, [" enum: \"another text\""]),
        (#"{"type": "string"}"#, #"{"minLength": 1}"#, [" minLength: \"\""]),
        (#"{"type": "string", "maxLength": 9}"#, #"{"maxLength": 8}"#, [" maxLength: \"xxxxxxxxx\""]),
        (#"{"type": "string", "pattern": "^[a-z]{2}$"}"#, #"{"pattern": "^[b-z]+$"}"#, [" pattern: \"aa\""]),
        (#"{"type": "string", "format": "date"}"#, #"{"format": "date-time"}"#, [" format: \"2024-02-29\""]),
        (#"{"type": "array", "items": {"type": "string"}}"#, #"{"minItems": 1}"#, [" minItems: []"]),
        (#"{"type": "array", "items": {"type": "null"}}"#, #"{"maxItems": 2}"#, [" maxItems: [null,null,null]"]),
        (#"{"type": "array", "items": {"type": "null"}}"#, #"{"uniqueItems": true}"#, [" uniqueItems: [null,null]"]),
        (
            #"{"type": "array", "minItems": 2, "items": {"type": ["integer", "null"]}}"#,
            #"{"items": {"type": "integer"}}"#,
            ["/* type: [null,1]"]
        ),
        (
            #"{"type": "object", "required": ["a"], "properties": {"a": {"const": 1}, "b": {"type": "null"}}}"#,
            #"{"required": ["a", "b"], "properties": {"b": {"type": "string"}}}"#,
            [" required: {\"a\":1}", "/b type: {\"a\":1,\"b\":null}"]
        ),
        (
            #"{"type": "object", "properties": {"a": {"type": "object", "required": ["b"], "properties": {"b": {"type": "string", "nullable": 1}}}}}"#,
            #"{"properties": {"a": {"properties": {"b": {"minLength": 1}}}}}"#, ["/a/b minLength: {\"a\":{\"b\":\"\"}}"]
        ),
        (
            #"{"type": "object", "properties": {"a": {"const": 1}}}"#, #"{"additionalProperties": false}"#,
            ["/a additionalProperties: {\"a\":1}", "/other additionalProperties: {\"other\":{}}"]
        ),
        (
            #"{"type": "object", "additionalProperties": {"type": "string"}}"#,
            #"{"additionalProperties": {"type": "integer"}}"#,
            ["/other type: {\"other\":\"text\"}"]
        ),
        (
            #"{"type": "object", "additionalProperties": {"const": 1}}"#, #"{"maxProperties": 2}"#,
            [" maxProperties: {\"member1\":1,\"member2\":1,\"member3\":1}"]
        ),
        (
            #"{"type": "object", "additionalProperties": {"const": 1}}"#, #"{"maxProperties": 2000}"#,
            [" undecided: neither a proof nor a counterexample was found for 'maxProperties'"]
        ),
        (#"{"type": "string"}"#, #"{"oneOf": [{"type": "string"}, {"minLength": 3}]}"#, [" oneOf: \"text\""]),
        (
            #"{"type": ["integer", "string"]}"#, #"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#,
            [" anyOf: \"text\""]
        ),
        (#"{"type": "integer"}"#, #"{"not": {"minimum": 10}}"#, [" not: 10"]),
        (#"{"type": "array", "items": {"type": "integer"}}"#, #"{"contains": {"const": 7}}"#, [" contains: []"]),
        (
            #"{"anyOf": [{"type": "object", "required": ["k"], "properties": {"k": {"const": "a"}}}, {"type": "object", "required": ["k"], "properties": {"k": {"const": "z"}}}]}"#,
            #"{"anyOf": [{"properties": {"k": {"const": "a"}}}, {"properties": {"k": {"const": "b"}}}]}"#,
            ["/k const: {\"k\":\"z\"}"]
        ),
    ])
    func findsACounterexample(left: String, right: String, gaps: [String]) throws {
        let found = try compared(left, right)
        #expect(found == gaps)
    }

    @Test func findsAFiniteCounterexampleForARecursiveSchema() throws {
        let definitions = ##"""
            {"tree": {"type": "object", "required": ["name"], "properties": {
                "name": {"type": "string"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}}}},
             "named": {"type": "object", "required": ["name"], "properties": {
                "name": {"type": "string", "minLength": 1}, "kids": {"type": "array", "items": {"$ref": "#/$defs/named"}}}}}
            """##
        let found = try compared(
            ##"{"$ref": "#/$defs/tree"}"##, ##"{"$ref": "#/$defs/named"}"##, definitions: definitions)
        #expect(found == ["/name minLength: {\"name\":\"\"}"])
    }

    @Test func reportsUndeclaredMembersByOpenness() throws {
        let left = #"{"type": "object", "properties": {"a": {"type": "string"}}}"#
        #expect(
            try compared(left, #"{"properties": {"b": {"type": "integer"}}}"#, .declared) == [" undeclared 'b'"])
        #expect(try compared(left, #"{"properties": {"b": {"type": "integer"}}}"#, .any) == ["/b type: {\"b\":{}}"])
        #expect(try compared(left, #"{"properties": {"a": true}, "additionalProperties": false}"#, .declared) == [])
        #expect(
            try compared(left, #"{"required": ["b"], "properties": {"b": {"type": "integer"}}}"#, .declared) == [
                " required: {}"
            ])
    }

    @Test(arguments: [
        (
            ##"{"x-unresolved-reference": "a.json"}"##, #"{"type": "string"}"#,
            "a reference of the document could not be followed"
        ),
        (
            #"{"type": "string", "pattern": "(?=a)"}"#, #"{"pattern": "^(?!b)"}"#,
            "neither a proof nor a counterexample was found for 'pattern'"
        ),
        (
            #"{"type": "array", "minItems": 1, "items": {"const": 1}}"#, #"{"contains": {"const": 1}}"#,
            "'contains' is not compared"
        ),
        (#"{"type": "string"}"#, #"{"type": 7}"#, "one of the schemas does not compile"),
    ])
    func reportsUndecidableComparisons(left: String, right: String, reason: String) throws {
        #expect(try compared(left, right) == [" undecided: \(reason)"])
    }

    /// Two thousand schemas with two references each, which have too many paths to enumerate and a chain deeper than
    /// the stack. They are compared pair by pair.
    @Test func comparesLargeGraphsOfSchemas() throws {
        let members = (0..<2_000).map { number in
            ##""s\##(number)": {"type": "object", "properties": {"a": {"$ref": "#/$defs/s\##((number + 1) % 2_000)"}, "b": {"$ref": "#/$defs/s\##((number * 7) % 2_000)"}}}"##
        }
        let gaps = try compared(
            ##"{"$ref": "#/$defs/s0"}"##, ##"{"$ref": "#/$defs/s0"}"##,
            definitions: "{\(members.joined(separator: ","))}")
        #expect(gaps == [])
    }

    /// Sixty schemas that each refer to the next one twice, so that 2^60 paths lead to the last.
    @Test func comparesSchemasWithExponentiallyManyPaths() throws {
        let members = (0..<60).map { number in
            ##""s\##(number)": {"allOf": [{"$ref": "#/$defs/s\##(number + 1)"}, {"$ref": "#/$defs/s\##(number + 1)"}]}"##
        }
        let gaps = try compared(
            ##"{"$ref": "#/$defs/s0"}"##, #"{"type": "string"}"#,
            definitions: "{\(members.joined(separator: ",")), \"s60\": {\"type\": \"string\"}}")
        #expect(gaps == [])
    }
}
