import JSONSchema
import Testing

@testable import ContractOpenAPI

struct SchemaTests {
    @Test(arguments: [
        (#"{"type": "string", "nullable": true}"#, #"{"type": ["string", "null"]}"#),
        (#"{"type": "string", "nullable": false}"#, #"{"type": "string"}"#),
        (#"{"minimum": 3, "exclusiveMinimum": true}"#, #"{"exclusiveMinimum": 3}"#),
        (#"{"maximum": 3, "exclusiveMaximum": false}"#, #"{"maximum": 3}"#),
        (#"{"maximum": 3, "exclusiveMaximum": true, "minimum": 1}"#, #"{"exclusiveMaximum": 3, "minimum": 1}"#),
        (#"{"exclusiveMinimum": 3}"#, #"{"exclusiveMinimum": 3}"#),
        (#"{"example": 5, "xml": {}, "externalDocs": {}, "x-a": 1}"#, #"{"examples": [5]}"#),
        (
            ##"{"$ref": "#/components/schemas/Other", "type": "integer"}"##,
            ##"{"$ref": "#/components/schemas/Other"}"##
        ),
        (##"{"$ref": "a.json#/b"}"##, ##"{"x-unresolved-reference": "a.json#/b"}"##),
        (
            #"{"items": {"type": "integer", "nullable": true}}"#,
            #"{"type": "array", "items": {"type": ["integer", "null"]}}"#
        ),
        (#"{"additionalProperties": true}"#, #"{"additionalProperties": true}"#),
        (#"{"oneOf": [{"nullable": true, "type": "number"}]}"#, #"{"oneOf": [{"type": ["number", "null"]}]}"#),
        (
            #"{"properties": {"type": {"type": "string", "nullable": true}}}"#,
            #"{"type": "object", "properties": {"type": {"type": ["string", "null"]}}}"#
        ),
        (#"{"const": 1, "$defs": {}, "patternProperties": {}}"#, "{}"),
        (#"{"required": ["a", "b", "a"]}"#, #"{"required": ["a", "b"]}"#),
    ])
    func convertsOpenAPI30Schemas(schema: String, expected: String) throws {
        let expected = try JSON(parsing: expected)
        #expect(try converted(schema) == expected)
    }

    @Test(arguments: [
        (
            #"{"type": ["string", "null"], "exclusiveMinimum": 3, "const": 1}"#,
            #"{"type": ["string", "null"], "exclusiveMinimum": 3, "const": 1}"#
        ),
        (
            ##"{"$ref": "#/components/schemas/Other", "type": "string"}"##,
            ##"{"$ref": "#/components/schemas/Other", "type": "string"}"##
        ),
        (#"{"example": 5, "examples": [6], "discriminator": {"propertyName": "a"}}"#, #"{"examples": [6, 5]}"#),
        (#"{"$schema": "https://spec.openapis.org/oas/3.1/dialect/base", "nullable": true}"#, "{}"),
        (##"{"$anchor": "here", "not": {"$ref": "#here"}}"##, ##"{"$anchor": "here", "not": {"$ref": "#here"}}"##),
    ])
    func convertsOpenAPI31Schemas(schema: String, expected: String) throws {
        let expected = try JSON(parsing: expected)
        #expect(try converted(schema, version: "3.1.0") == expected)
    }

    @Test func requiresReadOnlyAndWriteOnlyPropertiesInOneDirection() throws {
        let schema = ##"""
            {"required": ["id", "password", "name"],
             "properties": {"id": {"$ref": "#/components/schemas/Other"}, "password": {"writeOnly": true}}}
            """##
        #expect(try converted(schema, .response)?["required"] == ["id", "name"])
        #expect(try converted(schema, .request)?["required"] == ["password", "name"])
        #expect(try converted(schema, version: "3.1.0", .request)?["required"] == ["id", "password", "name"])
    }

    @Test func findsTheSchemasOfEveryPartOfADocument() throws {
        let document = try operation(
            #"""
            "requestBody": {"content": {"a/b": {"schema": {}, "encoding": {"e": {"headers": {"H": {"schema": {}}}}}}}},
            "callbacks": {"c": {"{$url}": {"post": {"requestBody": {"content": {"a/b": {"schema": {}}}}}}}},
            "responses": {"200": {"headers": {"H": {"schema": {}}}, "content": {"a/b": {"schema": {}}}}}
            """#, #"{"schemas": {"S": {"not": {}}}, "parameters": {"P": {"content": {"a/b": {"schema": {}}}}}}"#)
        let get = "/paths/~1notes~1{id}/get"
        #expect(
            document.schemas(for: .response).sites.map(\.description) == [
                "\(get)/parameters/0/schema", "\(get)/requestBody/content/a~1b/schema",
                "\(get)/requestBody/content/a~1b/encoding/e/headers/H/schema",
                "\(get)/callbacks/c/{$url}/post/requestBody/content/a~1b/schema",
                "\(get)/responses/200/headers/H/schema", "\(get)/responses/200/content/a~1b/schema",
                "/components/schemas/S", "/components/parameters/P/content/a~1b/schema",
            ])
    }

    @Test func reportsKeywordsWithoutACounterpart() throws {
        let document = try schemas(
            ##"""
            {"A": {"nullable": true, "allOf": [{"$ref": "#/components/schemas/B", "nullable": true}]},
             "B": {"type": "string", "enum": ["a"], "nullable": true, "const": 1, "discriminator": {}}}
            """##)
        #expect(
            document.schemas(for: .response).faults.map { "\($0.place.pointer): \($0.message)" } == [
                "/components/schemas/A/nullable: 'nullable' without 'type' is read as intended: null is allowed",
                "/components/schemas/A/allOf/0/nullable: 'nullable' without 'type' is read as intended: null is allowed",
                "/components/schemas/B/nullable: 'nullable' beside an 'enum' without null does not allow null",
                "/components/schemas/B/const: 'const' has no meaning in a schema of OpenAPI 3.0",
            ])
    }

    @Test func validatesWithRecursiveSchemas() throws {
        let document = try schemas(
            ##"""
            {"Tree": {"type": "object", "required": ["children"],
                      "properties": {"children": {"type": "array", "items": {"$ref": "#/components/schemas/Tree"}}}}}
            """##)
        let schema = try #require(document.schemas(for: .response).document.schema(at: "/components/schemas/Tree"))
        #expect(schema.accepts(["children": [["children": []]]]))
        #expect(!schema.accepts(["children": [["children": [1]]]]))
    }

    @Test func omitsInvalidSchemas() throws {
        let document = try schemas(
            ##"""
            {"A": {"type": "file", "minLength": -1, "pattern": "(", "properties": {"a": "string", "b": {"required": true}}},
             "B": {"type": "string"}, "C": {"$ref": "#/components/schemas/C"}, "D": {"anyOf": []}}
            """##)
        let library = document.schemas(for: .response).repaired()
        #expect(
            library.root[pointer: "/components/schemas"] == [
                "A": ["properties": ["b": [:]]], "B": ["type": "string"], "C": true, "D": [:],
            ])
        #expect(library.sites.compactMap(library.document.fault).isEmpty)
        #expect(
            library.faults.map(\.place.pointer.description) == [
                "/components/schemas/A/properties/a", "/components/schemas/C", "/components/schemas/D/anyOf",
                "/components/schemas/A/properties/b/required", "/components/schemas/A/type",
                "/components/schemas/A/minLength", "/components/schemas/A/pattern",
            ])
        #expect(library.faults.allSatisfy { $0.message.hasPrefix("not a valid schema: ") })
    }
}
