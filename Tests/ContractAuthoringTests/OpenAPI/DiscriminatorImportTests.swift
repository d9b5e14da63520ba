import ContractFormat
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractAuthoring

/// The import of OpenAPI discriminators as variants of models, and their scaffolding as Swift enumerations.
@Suite struct DiscriminatorImportTests {
    private static let document = ##"""
        {"openapi": "3.0.3", "info": {"title": "Zoo", "version": "1"}, "servers": [{"url": "https://zoo.example"}],
         "paths": {
           "/shape": {"get": {"operationId": "shape", "responses": {"200": {"description": "", "content": {"application/json": {
             "schema": {"$ref": "#/components/schemas/Shape"}}}}}}},
           "/pets": {"get": {"operationId": "pets", "responses": {"200": {"description": "", "content": {"application/json": {
             "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}}}}}}},
         "components": {"schemas": {
           "Circle": {"type": "object", "required": ["shape", "radius"],
                      "properties": {"shape": {"type": "string"}, "radius": {"type": "number"}}},
           "Square": {"type": "object", "required": ["shape", "edge_length"],
                      "properties": {"shape": {"type": "string"}, "edge_length": {"type": "number"}}},
           "Shape": {"oneOf": [{"$ref": "#/components/schemas/Circle"}, {"$ref": "#/components/schemas/Square"}],
                     "discriminator": {"propertyName": "shape",
                       "mapping": {"ROUND_ONE": "#/components/schemas/Circle", "2-square": "Square", "default": "Square"}}},
           "Pet": {"type": "object", "required": ["kind", "name"], "properties": {"kind": {"type": "string"}, "name": {"type": "string"}},
                   "discriminator": {"propertyName": "kind"}},
           "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"},
                             {"type": "object", "required": ["lives"], "properties": {"lives": {"type": "integer", "minimum": 0, "maximum": 9}}}]},
           "Dog": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"type": "object", "properties": {"good": {"type": "boolean"}}}]}}}}
        """##

    private func draft() throws -> ContractDraft {
        try OpenAPIImport.draft(of: Array(Self.document.utf8), file: "zoo.json", service: "zoo")
    }

    @Test func importsADiscriminatorAsVariants() throws {
        let draft = try draft()
        #expect(
            draft.omissions.filter { !$0.reason.contains("made up") && !$0.reason.contains("makes") } == [],
            "\(draft.omissions)")
        let models = Dictionary(uniqueKeysWithValues: draft.models.map { ($0.name, $0) })
        #expect(Set(models.keys) == ["Shape", "Circle", "Square", "Pet", "Cat", "Dog"])
        #expect(models["Shape"]?.discriminator == "/shape")
        #expect(
            models["Shape"]?.variants == [
                "ROUND_ONE": "Circle", "2-square": ["case": "_2Square", "model": "Square"], "default": "Square",
            ])
        #expect(
            models["Shape"]?.schema == [
                "oneOf": [
                    [
                        "$ref": "#/models/Circle/schema", "type": "object",
                        "properties": ["shape": ["const": "ROUND_ONE"]],
                        "required": ["shape"],
                    ],
                    [
                        "$ref": "#/models/Square/schema", "type": "object",
                        "properties": ["shape": ["enum": ["2-square", "default"]]], "required": ["shape"],
                    ],
                ]
            ])
        #expect(models["Pet"]?.discriminator == "/kind")
        #expect(models["Pet"]?.variants == ["Pet": [:], "Cat": "Cat", "Dog": "Dog"])
    }

    @Test func scaffoldsVariantsAsEnforcingEnumerations() async throws {
        let folder = try TemporaryFolder()
        let writer = ContractWriter(contracts: folder.url)
        try writer.write(try writer.plan(try draft()))
        let file = folder.url.appending(path: "zoo/contract.json")
        var json = try JSON(parsing: try Data(contentsOf: file)).objectValue ?? [:]
        json["strictness"] = "exact"
        try Data(JSON.object(json).bytes()).write(to: file)
        let workshop = try Workshop()
        try workshop.scaffold(file)
        let lines = try await workshop.verify()
        #expect(lines.filter { $0.hasPrefix("finding") } == [])
        #expect(lines.filter { $0.hasPrefix("score") }.count == 12)
        #expect(lines.filter { $0.hasPrefix("score") && !$0.hasSuffix(" 100") } == [])
    }

    @Test func scaffoldsADecoderThatSwitchesOnTheDiscriminator() throws {
        let folder = try TemporaryFolder()
        let scaffold = ClientScaffold(try ContractWriter(contracts: folder.url).plan(try draft()).contract)
        #expect(scaffold.gaps == [])
        #expect(
            scaffold.source.contains(
                """
                enum Shape: Codable {
                    case roundOne(Circle)
                    case _2Square(Square)
                    case `default`(Square)

                    private enum Tag: String, CodingKey {
                        case tag = "shape"
                    }

                    init(from decoder: any Decoder) throws {
                        let container = try decoder.container(keyedBy: Tag.self)
                        let value = try decoder.singleValueContainer()
                        let tag = try container.decode(String.self, forKey: .tag)
                        switch tag {
                        case "ROUND_ONE": self = .roundOne(try value.decode(Circle.self))
                        case "2-square": self = ._2Square(try value.decode(Square.self))
                        case "default": self = .`default`(try value.decode(Square.self))
                """), "\(scaffold.source)")
    }

    @Test func reportsVariantsWithoutAnEnumeration() throws {
        let json: JSON = [
            "service": "made-up", "origin": "https://example.com",
            "models": [
                "Item": [
                    "schema": ["type": "object", "required": ["kind"], "properties": ["kind": ["type": "string"]]],
                    "discriminator": "/kind", "variants": ["a": ["pointer": "/a"]], "examples": [["kind": "a"]],
                ]
            ],
        ]
        let contract = try #require(
            ContractLoader.load(bytes: json.bytes(), file: URL(filePath: "/made-up/contract.json"), service: "made-up")
                .contract)
        #expect(
            Scaffold(try #require(contract.model("Item")), style: .codable).gaps == [
                "the variants: only objects that are distinguished by '/kind' become an enum"
            ])
    }
}
