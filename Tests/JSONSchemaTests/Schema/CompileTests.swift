import Foundation
import JSONSchema
import Testing

@Suite struct CompileTests {
    private func fault(_ schema: JSON, load: ((URL) throws -> JSON)? = nil) -> String {
        do {
            _ = try Schema(schema, load: load)
            return "compiled"
        } catch {
            return error.description
        }
    }

    @Test(
        arguments: [
            (7, "#: expected boolean or object, found 7"),
            (
                ["type": "strin"],
                "#/type: expected \"array\", \"boolean\", \"integer\", \"null\", \"number\", \"object\" or \"string\", found \"strin\""
            ),
            (["properties": ["a": ["minLength": -1]]], "#/properties/a/minLength: expected at least 0, found -1"),
            (["items": [["type": "string"]]], "#/items: expected boolean or object, found an array of 1"),
            (
                ["$ref": "#/$defs/missing", "$defs": ["a": true]],
                "#/$ref: expected a schema at \"#/$defs/missing\", found no \"missing\" among: a"
            ),
            (["$ref": "#nowhere"], "#/$ref: expected an anchor \"nowhere\" in this document, found none"),
            (["$ref": "other.json"], "#/$ref: cannot read \"other.json\": no document loader was given"),
            (
                ["pattern": "a("],
                "#/pattern: expected a regular expression (ECMA-262), found \"a(\": unclosed group at character 2"
            ),
            (
                ["patternProperties": ["[": true]],
                "#/patternProperties/[: expected a regular expression (ECMA-262), found \"[\": unclosed class at character 1"
            ),
            (
                ["$schema": "http://json-schema.org/draft-07/schema#"],
                "#/$schema: expected JSON Schema 2020-12 or 2019-09, found the older dialect http://json-schema.org/draft-07/schema#"
            ),
        ] as [(JSON, String)])
    func rejectsAnInvalidSchemaWithItsLocation(schema: JSON, message: String) {
        #expect(fault(schema) == message)
    }

    /// A division by 200,000 digits takes minutes.
    @Test func boundsTheDigitsOfADivisor() throws {
        func fault(digits: Int) throws -> String {
            self.fault(try JSON(parsing: #"{"multipleOf":\#(String(repeating: "3", count: digits))}"#))
        }
        #expect(try fault(digits: 1_000) == "compiled")
        #expect(try fault(digits: 1_001).hasPrefix("#/multipleOf: expected at most 1,000 digits, found 3"))
    }

    @Test(
        arguments: [
            ["$ref": "#"],
            [
                "allOf": [["$ref": "#/$defs/a"]],
                "$defs": ["a": ["not": ["$ref": "#/$defs/b"]], "b": ["$ref": "#/$defs/a"]],
            ],
            ["dependentSchemas": ["x": ["$ref": "#"]]],
            ["if": true, "then": ["anyOf": [true, ["$ref": "#"]]]],
        ] as [JSON])
    func rejectsReferencesThatNeverReachASchema(schema: JSON) {
        #expect(fault(schema).contains("leads back to itself"))
    }

    @Test func allowsRecursionThroughTheValue() throws {
        let schema = try Schema(["properties": ["next": ["$ref": "#"]], "additionalProperties": false])
        #expect(schema.accepts(["next": ["next": [:]]]))
        #expect(!schema.accepts(["next": ["other": [:]]]))
    }

    @Test func loadsEachOtherDocumentOnce() throws {
        var asked: [String] = []
        let documents: [String: JSON] = [
            "https://example.com/a/b.json": ["$id": "https://example.com/c/", "$ref": "d.json#/x/y"],
            "https://example.com/c/d.json": ["x": ["y": ["type": "integer"]], "openapi": "3.1.0"],
        ]
        struct Missing: Error {}
        let root: JSON = ["allOf": [["$ref": "b.json"], ["$ref": "b.json#"]], "items": ["$ref": "../c/d.json#/x/y"]]
        let url = try #require(URL(string: "https://example.com/a/root.json"))
        let schema = try Schema(root, baseURI: url, formats: .annotate) { url in
            asked.append(url.absoluteString)
            guard let json = documents[url.absoluteString] else { throw Missing() }
            return json
        }
        #expect(schema.accepts(7) && !schema.accepts("x"))
        #expect(asked == ["https://example.com/a/b.json", "https://example.com/c/d.json"])
    }

    @Test func reportsWhyADocumentCouldNotBeLoaded() {
        struct Refused: Error, CustomStringConvertible { let description = "connection refused" }
        #expect(
            fault(["items": ["$ref": "https://example.com/x.json"]]) { _ in throw Refused() }
                == "#/items/$ref: cannot read \"https://example.com/x.json\": connection refused")
    }

    @Test func rejectsAnUnknownVocabulary() {
        let meta: JSON = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://example.com/meta",
            "$vocabulary": [
                "https://json-schema.org/draft/2020-12/vocab/core": true, "https://example.com/vocab/new": true,
            ],
        ]
        #expect(
            fault(["$schema": "https://example.com/meta"]) { _ in meta }
                == "#/$schema: the dialect https://example.com/meta requires the unknown vocabulary https://example.com/vocab/new"
        )
    }

    @Test func compilesSchemasEmbeddedInANonSchemaDocument() throws {
        let document: JSON = [
            "$schema": "../contract.schema.json", "service": "elements",
            "models": [
                "Element": [
                    "schema": ["type": "object", "properties": ["symbol": ["$ref": "#/models/Symbol/schema"]]]
                ],
                "Symbol": ["schema": ["type": "string", "maxLength": 2]],
                "External": ["schema": ["$ref": "openapi.json#/components/schemas/Pet"]],
            ],
        ]
        let openapi: JSON = [
            "openapi": "3.1.0",
            "components": [
                "schemas": ["Pet": ["$ref": "#/components/schemas/Animal"], "Animal": ["required": ["name"]]]
            ],
        ]
        let url = try #require(URL(string: "file:///Contracts/elements/contract.json"))
        var asked: [URL] = []
        let compiler = SchemaCompiler(document: document, baseURI: url, formats: .assert, unknownKeywords: .reject) {
            url in
            asked.append(url)
            return openapi
        }
        let element = try compiler.schema(at: "/models/Element/schema")
        let violation = try #require(element.violations(of: ["symbol": "abc"]).first)
        #expect(violation.schemaLocation == "file:///Contracts/elements/contract.json#/models/Symbol/schema/maxLength")
        #expect(try compiler.schema(at: "/models/External/schema").violations(of: [:]).count == 1)
        #expect(asked.map(\.absoluteString) == ["file:///Contracts/elements/openapi.json"])
        #expect(throws: SchemaError.self) { try compiler.schema(at: "/models/Missing/schema") }
    }

    @Test func suggestsTheNearestKeyword() throws {
        let url = try #require(URL(string: "file:///contract.json"))
        let document: JSON = ["a": ["properties": ["p": ["x-note": 1, "minLenght": 1]]], "b": ["x-y": 1]]
        let strict = SchemaCompiler(document: document, baseURI: url, unknownKeywords: .reject)
        do {
            _ = try strict.schema(at: "/a")
            Issue.record("the unknown keyword passed")
        } catch {
            #expect(error.message == "unknown keyword \"minLenght\"; did you mean \"minLength\"?")
            #expect(error.pointer.description == "/a/properties/p/minLenght")
        }
        #expect(try strict.schema(at: "/b").accepts(1))
        #expect(try SchemaCompiler(document: document, baseURI: url).schema(at: "/a").accepts(["p": "x"]))
    }

    @Test func failsAgainForAFailedSchema() throws {
        let url = try #require(URL(string: "file:///contract.json"))
        let document: JSON = [
            "broken": ["properties": ["a": ["$ref": "#/wrong"], "b": ["$ref": "#/nowhere"]]],
            "wrong": ["pattern": "("], "uses": ["items": ["$ref": "#/wrong"]], "misspelt": ["tpye": "string"],
            "around": ["$ref": "#/broken/properties/b"], "anchor": ["$ref": "#here"], "fine": ["type": "integer"],
        ]
        let compiler = SchemaCompiler(document: document, baseURI: url, unknownKeywords: .reject)
        for _ in 0..<2 {
            for name in ["broken", "wrong", "uses", "misspelt", "around"] {
                #expect(throws: SchemaError.self) { try compiler.schema(at: JSONPointer(tokens: [name])) }
            }
        }
        #expect(try !compiler.schema(at: "/fine").accepts("x"))
        do {
            _ = try compiler.schema(at: "/anchor")
            Issue.record("the missing anchor passed")
        } catch {
            #expect(error.message == "expected an anchor \"here\" in file:///contract.json, found none")
        }
    }

    @Test func compilesManyEmbeddedSchemas() throws {
        var models = JSONObject()
        for number in 0..<2_000 {
            models["M\(number)"] = ["properties": ["next": ["$ref": .string("#/M\((number + 1) % 2_000)")]]]
        }
        let url = try #require(URL(string: "file:///contract.json"))
        let compiler = SchemaCompiler(document: .object(models), baseURI: url)
        for number in 0..<2_000 {
            #expect(try compiler.schema(at: JSONPointer(tokens: ["M\(number)"])).accepts(["next": ["next": 1]]))
        }
    }
}
