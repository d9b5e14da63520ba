import Foundation
import Testing

@testable import JSONSchema

struct SchemaViewTests {
    private func view(_ text: String, at pointer: JSONPointer = "/schema") throws -> SchemaView {
        try #require(SchemaDocument(root: try JSON(parsing: text)).view(at: pointer))
    }

    private func pointers(_ views: [SchemaView]) -> [String] { views.map(\.pointer.description) }

    @Test func followsPointersAndAnchors() throws {
        let view = try view(
            ##"{"schema": {"$ref": "#/$defs/a%20b"}, "$defs": {"a b": {"$ref": "#named"}, "c": {"$anchor": "named"}}}"##
        )
        #expect(view.target?.pointer == "/$defs/a b")
        #expect(view.resolved.pointer == "/$defs/c")
    }

    @Test(arguments: [
        (#"{"$anchor": "x", "type": "string", "$defs": {"a": {"$id": "a", "$anchor": "x", "type": "object"}}}"#, ""),
        (##"{"$ref": "#x", "$defs": {"b": {"$anchor": "x"}, "a": {"$id": "a", "$anchor": "x"}}}"##, "/$defs/b"),
        (##"{"$ref": "#x", "$defs": {"a": {"$id": "a", "$anchor": "x"}, "b": {"$anchor": "x"}}}"##, "/$defs/b"),
    ])
    func prefersTheAnchorOutsideEmbeddedResources(text: String, pointer: String) throws {
        let document = SchemaDocument(root: try JSON(parsing: text))
        #expect(document.target(of: "#x")?.pointer.description == pointer)
    }

    @Test func followsReferencesIntoOtherDocuments() throws {
        let document = SchemaDocument(
            root: ["$ref": "other.json#/a"], uri: URL(fileURLWithPath: "/folder/contract.json")
        ) { url in
            #expect(url.path == "/folder/other.json")
            return ["a": ["$ref": "#/b"], "b": ["type": "string"]]
        }
        let root = try #require(document.view(at: .root))
        #expect(root.resolved.json == ["type": "string"])
        #expect(root.resolved.document !== document)
    }

    @Test(arguments: ["##/a", "#/%zz", "#/a~2", "nowhere.json", "#/nothing", "#unnamed"])
    func doesNotResolveAnInvalidReference(reference: String) {
        #expect(SchemaDocument(root: ["a": true]).target(of: reference) == nil)
    }

    @Test func stopsAtAReferenceCycle() throws {
        let view = try view(##"{"schema": {"$ref": "#/b"}, "b": {"$ref": "#/schema"}}"##)
        #expect(view.resolved.pointer == "/b")
        #expect(pointers(view.conjuncts) == ["/schema", "/b"])
    }

    @Test func listsConjunctsOnceOutermostFirst() throws {
        let view = try view(
            ##"{"schema": {"$ref": "#/b", "allOf": [{"$ref": "#/b"}, {"anyOf": [{}]}]}, "b": {"allOf": [true]}}"##)
        #expect(pointers(view.conjuncts) == ["/schema", "/b", "/b/allOf/0", "/schema/allOf/0", "/schema/allOf/1"])
    }

    @Test func listsEveryApplicableSchema() throws {
        let view = try view(##"{"schema": {"anyOf": [{"not": {}}], "if": true, "dependentSchemas": {"a": {}}}}"##)
        #expect(
            pointers([view].applicableSchemas) == [
                "/schema", "/schema/anyOf/0", "/schema/anyOf/0/not", "/schema/if", "/schema/dependentSchemas/a",
            ])
    }

    @Test func findsTheSchemasOfMembersAndElements() throws {
        let view = try view(
            #"""
            {"schema": {"properties": {"ab": {}}, "patternProperties": {"^a": {}}, "additionalProperties": {},
             "prefixItems": [{}], "items": {}}}
            """#)
        #expect(
            pointers(view.member("ab")) == ["/schema/properties/ab", "/schema/patternProperties/^a"])
        #expect(pointers(view.member("ac")) == ["/schema/patternProperties/^a"])
        #expect(pointers(view.member("b")) == ["/schema/additionalProperties"])
        #expect(view.element(0)?.pointer == "/schema/prefixItems/0")
        #expect(view.element(1)?.pointer == "/schema/items")
    }

    @Test(arguments: [
        ("/list/0/name", "/$defs/Item/properties/name"), ("/list/3", "/schema/properties/list/items"),
        ("/list/0/other", "/schema/properties/list/items"), ("/more", "/schema/allOf/0/properties/more"),
        ("/list/03", "/schema/properties/list"),
    ])
    func findsTheDeepestExplicitSchema(place: String, expected: String) throws {
        let view = try view(
            #"""
            {"schema": {"properties": {"list": {"items": {"$ref": "#/$defs/Item"}}},
                        "allOf": [{"properties": {"more": true}}]},
             "$defs": {"Item": {"properties": {"name": {}}}}}
            """#)
        #expect(view.deepest(towards: try JSONPointer(place)).pointer.description == expected)
    }

    @Test(arguments: [
        (##"{"format": "password"}"##, true), (##"{"$ref": "#/secret"}"##, true),
        (##"{"allOf": [{"$ref": "#/secret"}]}"##, true),
        (##"{"anyOf": [{"type": "null"}, {"$ref": "#/secret"}]}"##, true), (##"{"not": {"$ref": "#/secret"}}"##, false),
        (##"{"properties": {"a": {"$ref": "#/secret"}}}"##, false),
    ])
    func recognizesSecretsByTheirFormat(schema: String, isSecret: Bool) throws {
        let view = try view(##"{"schema": \##(schema), "secret": {"allOf": [{"format": "password"}]}}"##)
        #expect(view.isSecret == isSecret)
    }

    @Test(arguments: [
        ("true", true), ("{}", true), (##"{"type": ["string", "null"]}"##, true), (##"{"enum": [1]}"##, false),
        (##"{"$ref": "#/schema"}"##, true), (##"{"anyOf": [{"type": "null"}, {"type": "string"}]}"##, true),
        (##"{"oneOf": [true, {"type": "null"}]}"##, false), (##"{"not": {"type": "null"}}"##, false),
        (##"{"if": {"type": "null"}, "then": false}"##, false),
    ])
    func detectsWhetherNullIsAllowed(schema: String, allowsNull: Bool) throws {
        #expect(try view(##"{"schema": \##(schema)}"##).allowsNull == allowsNull)
    }
}

struct SchemaFactsTests {
    private func facts(_ text: String) throws -> SchemaFacts {
        let document = SchemaDocument(root: try JSON(parsing: text))
        return SchemaFacts([try #require(document.view(at: "/schema"))])
    }

    @Test func combinesSchemasThatApplyTogether() throws {
        let facts = try facts(
            #"""
            {"schema": {"$ref": "#/b", "minimum": 3, "maxLength": 9, "enum": [1, 2, null], "required": ["a"],
                        "allOf": [{"exclusiveMinimum": 3, "minLength": 2, "maxLength": 7, "pattern": "^a"}]},
             "b": {"minimum": 1, "maximum": 8, "const": 2, "required": ["b", "a"], "type": ["integer", "null"]}}
            """#)
        #expect(facts.types == .integer)
        #expect(facts.values == [2])
        #expect(facts.lowerBound?.value == JSONNumber(3) && facts.lowerBound?.isExclusive == true)
        #expect(facts.upperBound?.value == JSONNumber(8) && facts.upperBound?.isExclusive == false)
        #expect(facts.lengths.least == 2 && facts.lengths.greatest == 7)
        #expect(facts.patterns == ["^a"])
        #expect(facts.required == ["a", "b"])
    }

    @Test func limitsElementsByForbiddenItems() throws {
        let facts = try facts(##"{"schema": {"prefixItems": [{}, {}], "items": false, "maxItems": 5}}"##)
        #expect(facts.elementCounts.greatest == 2)
        #expect(facts.itemCounts.greatest == 5)
    }

    @Test(arguments: [
        (##"{"type": "string", "minLength": 3, "maxLength": 2}"##, true),
        (##"{"type": "integer", "minimum": 3}"##, false),
        (##"{"type": "integer", "minimum": 3, "exclusiveMaximum": 3}"##, true),
        (##"{"const": 1, "type": "string"}"##, true),
        (##"{"type": "string", "allOf": [{"type": "null"}]}"##, true), (##"{"allOf": [false]}"##, true),
    ])
    func detectsContradictions(schema: String, isContradictory: Bool) throws {
        #expect(try facts(##"{"schema": \##(schema)}"##).isContradictory == isContradictory)
    }
}

struct SchemaSamplerTests {
    @Test(arguments: [
        ##"{"type": "string", "minLength": 12, "maxLength": 20, "pattern": "^[a-z]+$"}"##,
        ##"{"type": "string", "minLength": 40, "maxLength": 40}"##,
        ##"{"type": "string", "pattern": "^sk_[0-9A-F]{8,}$", "minLength": 30}"##,
        ##"{"type": "string", "pattern": "^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9]).{8,}$"}"##,
        ##"{"type": "string", "format": "uuid"}"##, ##"{"type": "number", "exclusiveMinimum": 4, "maximum": 5}"##,
        ##"{"type": "integer", "multipleOf": 7, "minimum": 100}"##,
        ##"{"type": "array", "minItems": 3, "uniqueItems": true, "items": {"type": "integer"}}"##,
        ##"{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/$defs/a"}}, "minProperties": 2}"##,
        ##"{"anyOf": [{"type": "string", "minLength": 3, "maxLength": 2}, {"type": "boolean"}]}"##,
    ])
    func generatesValidValues(schema: String) throws {
        let document = SchemaDocument(
            root: try JSON(parsing: ##"{"schema": \##(schema), "$defs": {"a": {"const": "x"}}}"##))
        let view = try #require(document.view(at: "/schema"))
        let value = try #require(SchemaSampler().value(of: [view]))
        #expect(document.accepts(value, at: "/schema") == true, "\(value.text())")
    }

    @Test func prefersValuesGivenInTheSchema() throws {
        let document = SchemaDocument(root: ["type": "integer", "examples": [7, 3], "default": 5, "minimum": 4])
        let view = try #require(document.view(at: .root))
        #expect(SchemaSampler().values(of: [view]).prefix(3) == [7, 5, 7])
    }

    @Test func generatesNoValueForAnEndlessSchema() throws {
        let document = SchemaDocument(root: ["type": "object", "required": ["a"], "properties": ["a": ["$ref": "#"]]])
        #expect(SchemaSampler().value(of: [try #require(document.view(at: .root))]) == nil)
    }
}
