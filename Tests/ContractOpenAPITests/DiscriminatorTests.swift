import JSONSchema
import Testing

@testable import ContractOpenAPI

/// The validation of values by the alternative that their discriminator names.
@Suite struct DiscriminatorTests {
    private static let parts = ##"""
        "Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}},
        "Dog": {"type": "object", "properties": {"kind": {"type": "string"}, "lives": {"type": "string"}}},
        "Bat": {"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["fruit", "vampire"]}}},
        "Choice": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        """##

    private func accepts(_ schemas: String, _ component: String, _ values: JSON..., version: String = "3.0.3") throws
        -> [Bool]
    {
        let schema = try #require(
            try library(schemas, version).document
                .schema(at: JSONPointer(tokens: ["components", "schemas", component])))
        return values.map { schema.accepts($0) }
    }

    private func library(_ schemas: String, _ version: String = "3.0.3") throws -> SchemaLibrary {
        let text = #"{"openapi": "\#(version)", "info": {}, "paths": {}, "components": {"schemas": {\#(schemas)}}}"#
        return try OpenAPIDocument(parsing: Array(text.utf8), file: "openapi.json").schemas(for: .response)
    }

    @Test(
        arguments: [
            (##""mapping": {"cat": "#/components/schemas/Cat", "dog": "#/components/schemas/Dog"}"##, "cat", "dog"),
            (#""mapping": {"cat": "Cat", "dog": "Dog"}"#, "cat", "dog"), (#""mapping": {}"#, "Cat", "Dog"),
            (#""mapping": {"cat": "Cat"}"#, "cat", "Dog"),
        ], ["3.0.3", "3.1.0"])
    func validatesTheNamedAlternative(_ mapping: (text: String, cat: String, dog: String), _ version: String)
        throws
    {
        let schemas = Self.parts + #""discriminator": {"propertyName": "kind", \#(mapping.text)}}"#
        let (cat, dog) = (JSON.string(mapping.cat), JSON.string(mapping.dog))
        let verdicts = try accepts(
            schemas, "Choice", ["kind": cat, "lives": 9], ["kind": dog, "lives": "one"], ["kind": dog],
            ["kind": dog, "lives": 9],
            ["kind": "cow"], ["lives": 9], version: version)
        #expect(verdicts == [true, true, true, false, false, false])
    }

    @Test func acceptsOnlyNamedValuesThatTheAlternativeAllows() throws {
        let bats = ##"""
            "Bats": {"oneOf": [{"$ref": "#/components/schemas/Bat"}, {"$ref": "#/components/schemas/Dog"}],
                     "discriminator": {"propertyName": "kind", "mapping": {"fruit": "Bat"}}}, "Choice": {}
            """##
        let text = Self.parts.replacing(
            ##""Choice": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],"##,
            with: bats)
        #expect(
            try accepts(text, "Bats", ["kind": "fruit"], ["kind": "vampire"], ["kind": "Bat"], ["kind": "Dog"])
                == [true, false, false, true])
    }

    @Test func treatsInheritingSchemasAsAlternatives() throws {
        let schemas = ##"""
            "Pet": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "name": {"type": "string"}},
                    "discriminator": {"propertyName": "kind"}},
            "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"type": "object", "required": ["lives"],
                    "properties": {"lives": {"type": "integer"}}}]},
            "Tiger": {"allOf": [{"$ref": "#/components/schemas/Cat"}, {"type": "object", "properties": {"stripes": {"type": "integer"}}}]}
            """##
        #expect(
            try accepts(
                schemas, "Pet", ["kind": "Pet"], ["kind": "Cat", "lives": 9], ["kind": "Cat"],
                ["kind": "Tiger", "lives": 1, "stripes": 3], ["kind": "Tiger", "lives": 1, "stripes": "3"],
                ["kind": "Dog"],
                ["kind": "Cat", "lives": 9, "name": 1]) == [true, true, false, true, false, false, false])
        // A schema that inherits is not a choice itself.
        #expect(try accepts(schemas, "Cat", ["kind": "any", "lives": 9], ["lives": 9]) == [true, false])
        #expect(try library(schemas).faults == [])
    }

    @Test func limitsInheritingSchemasToTheMapping() throws {
        let schemas = ##"""
            "Pet": {"type": "object", "properties": {"kind": {"type": "string"}},
                    "discriminator": {"propertyName": "kind", "mapping": {"c": "#/components/schemas/Cat", "d": "Dog", "x": "Gone"}}},
            "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}]}, "Dog": {"allOf": [{"$ref": "#/components/schemas/Pet"}]}
            """##
        #expect(
            try accepts(schemas, "Pet", ["kind": "c"], ["kind": "d"], ["kind": "Pet"], ["kind": "Cat"], ["kind": "x"])
                == [true, true, false, false, false])
    }

    @Test func readsDiscriminatorsOfSwagger() throws {
        let text = ##"""
            {"swagger": "2.0", "info": {}, "paths": {}, "definitions": {
              "Pet": {"type": "object", "discriminator": "kind", "required": ["kind"], "properties": {"kind": {"type": "string"}}},
              "Cat": {"allOf": [{"$ref": "#/definitions/Pet"}, {"type": "object", "properties": {"lives": {"type": "integer"}}}]}}}
            """##
        let library = try OpenAPIDocument(parsing: Array(text.utf8), file: "swagger.json").schemas(for: .response)
        let pet = try #require(library.document.schema(at: "/components/schemas/Pet"))
        let values: [JSON] = [
            ["kind": "Pet"], ["kind": "Cat", "lives": 9], ["kind": "Cat", "lives": "9"], ["kind": "cat"],
        ]
        #expect(values.map { pet.accepts($0) } == [true, true, false, false])
    }

    @Test func ignoresAnAmbiguousDiscriminator() throws {
        let lonely =
            #""Note": {"type": "object", "properties": {"a": {"type": "string"}}, "discriminator": {"propertyName": "$type"}}"#
        #expect(try accepts(lonely, "Note", ["a": "b"]) == [true])
        #expect(try library(lonely).faults == [])
        let mixed =
            #""Any": {"oneOf": [{"type": "integer"}, {"type": "object"}], "discriminator": {"propertyName": "kind"}}"#
        #expect(try accepts(mixed, "Any", 1, ["a": "b"]) == [true, true])
        #expect(
            try library(mixed).faults.map(\.message) == [
                "'kind' does not distinguish all alternatives, so each is tried"
            ])
    }
}
