import ContractFormat
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractAuthoring

/// Scaffolded types, compiled, bound and probed like a user's, all in one program.
@Suite struct ScaffoldTests {
    @Test func scaffoldsModelsThatEnforceTheirWholeContract() async throws {
        let workshop = try Workshop()
        try workshop.scaffold(Self.madeUp)
        for service in ["elements", "meetup-events", "on-the-map", "representatives", "tarot-cards"] {
            try workshop.scaffold(Workshop.package.appendingPathComponent("Contracts/\(service)/contract.json"))
        }
        let imported = ImportCaseTests.folder.appendingPathComponent(
            "sample-extends/expected/Contracts/notes/contract.json")
        try workshop.scaffold(imported)
        let run = try CommandLineRun()
        let har = ImportCaseTests.folder.appendingPathComponent("har-shop/shop.har").path
        #expect(await run.run(["import", har]).code == .success)
        try workshop.scaffold(importedTo: run, service: "shop")
        let lines = try await workshop.verify()
        #expect(lines.filter { $0.hasPrefix("finding") } == [])
        let scores = lines.filter { $0.hasPrefix("score") }
        // 10 invented models, 11 of the five services and 2 of samples, each in both styles; 3 from a HAR.
        #expect(scores.count == 49)
        #expect(scores.filter { !$0.hasSuffix(" 100") } == [])
    }

    @Test func reportsUnenforceableParts() throws {
        let contract = try Self.contract(
            models: [
                "Tree": [
                    "schema": [
                        "type": "object", "required": ["id", "children"],
                        "properties": [
                            "id": ["type": "string"], "pattern": ["type": "string", "format": "regex"],
                            "children": ["type": "array", "items": ["$ref": "#/models/Tree/schema"]],
                        ],
                    ],
                    "properties": ["id": "/id", "pattern": "/pattern", "children": "/children"],
                    "examples": [["id": "a", "children": []]],
                ]
            ])
        let scaffold = Scaffold(try #require(contract.model("Tree")), style: .dictionary)
        #expect(
            scaffold.gaps == [
                "the format 'regex'",
                "the property 'children': no single Swift type represents every value that '/children' may be",
                "values nested deeper than six levels, or recursive values",
            ])
        #expect(scaffold.source.contains("/// Not enforced: the format 'regex'."))
    }

    /// Ten definitions that each refer to all ten, in properties, dictionaries and alternatives.
    @Test func terminatesForMutuallyRecursiveDefinitions() throws {
        let names = (0..<10).map { "d\($0)" }
        let references = names.map { name in (name, ["$ref": .string("#/$defs/\(name)")] as JSON) }
        let members = JSON.object(JSONObject(references + [("id", ["type": "string"])]))
        let choice: JSON = ["anyOf": .array(references.map(\.1))]
        let definitions = names.map { name -> (String, JSON) in
            (name, ["type": ["object", "null"], "properties": members, "additionalProperties": choice])
        }
        let draft = ContractDraft(
            service: "knot", origin: "https://knot.example",
            models: [
                ModelDraft(name: "Knot", schema: ["type": "object", "properties": members]),
                ModelDraft(name: "Choice", schema: ["type": "object", "properties": ["any": choice]]),
            ], definitions: JSONObject(definitions))
        let folder = try TemporaryFolder()
        let plan = try ContractWriter(contracts: folder.url).plan(draft)
        let model = try #require(plan.contract.model("Knot"))
        // Properties whose Swift name equals the JSON name need no entry in the map.
        #expect(model.properties.isEmpty)
        #expect(
            Scaffold(model, style: .dictionary).gaps == ["values nested deeper than six levels, or recursive values"])
    }

    @Test func printsOnlyTheRequiredFieldMethods() throws {
        let contract = try Self.contract(
            models: [
                "Favorite": [
                    "summary": "An element that somebody marked",
                    "schema": [
                        "type": "object", "required": ["id"],
                        "properties": ["id": ["type": "string", "minLength": 1], "class": ["type": "string"]],
                    ],
                    "properties": ["id": "/id", "class": "/class"], "examples": [["id": "1"]],
                ]
            ])
        #expect(
            Scaffold(try #require(contract.model("Favorite")), style: .dictionary).source == """
                import Foundation

                /// An element that somebody marked
                struct Favorite {
                    let id: String
                    let `class`: String?

                    init?(json: [String: Any]) {
                        do {
                            let root = Field(value: json)
                            id = try root["id"].string { !$0.isEmpty }
                            `class` = try root["class"].ifThere?.string()
                        } catch {
                            return nil
                        }
                    }
                }

                /// A value of a JSON object, read as the type that is asked for or not at all: nothing is converted.
                private struct Field {
                    struct Mismatch: Error {}

                    var value: Any?

                    subscript(key: String) -> Field { Field(value: members?[key]) }

                    var members: [String: Any]? { value as? [String: Any] }

                    /// Nil where the value is absent; null is a value of the wrong type.
                    var ifThere: Field? { value == nil ? nil : self }

                    func string(_ isAllowed: (String) -> Bool = { _ in true }) throws -> String {
                        guard let text = value as? String, isAllowed(text) else { throw Mismatch() }
                        return text
                    }
                }

                """)
    }

    /// Generated code uses these types, so that no type of its own may hide them.
    @Test(arguments: ["String", "Int", "Double", "Bool", "Field", "Error", "NSNumber", "Decimal", "Decoder", "NSNull"])
    func hidesNoTypeThatItsCodeNeeds(name: String) throws {
        let contract = try Self.contract(
            models: .object([
                name: [
                    "schema": [
                        "type": "object",
                        "properties": ["any": ["type": "object", "properties": ["id": ["type": "string"]]]],
                    ],
                    "properties": ["string.id": "/any/id", "petName.id": "/any/id"], "examples": [[:]],
                ]
            ]))
        let source = Scaffold(try #require(contract.model(name)), style: .codable).source
        #expect(source.contains("struct \(name)Model"))
        #expect(source.contains("struct StringModel"))
        #expect(source.contains("struct PetName:") || source.contains("struct PetName "))
    }

    @Test func namesTheFaultOfAContractWithoutTheModel() async throws {
        let run = try CommandLineRun()
        try run.folder.write(
            #"{"service": "svc", "origin": "https://a.example", "models": {"M": {"schema": {"required": ["a", "a"]}}}}"#,
            to: "Contracts/svc/contract.json")
        let outcome = await run.run(["scaffold", "svc/M"])
        #expect(outcome.code == .usage)
        #expect(outcome.err.contains("Contracts/svc/contract.json:1:"))
    }

    @Test func namesPropertiesApart() {
        #expect(PropertyNames.names(of: ["a b", "aB", "id"]) == ["aB2", "aB", "id"])
        #expect(PropertyNames.names(of: ["a b", "a-b"]) == ["aB", "aB2"])
    }

    private static let madeUp = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Scaffold/contract.json")

    private static func contract(models: JSON) throws -> Contract {
        let json: JSON = ["service": "made-up", "origin": "https://example.com", "models": models]
        let loaded = ContractLoader.load(
            bytes: json.bytes(), file: URL(fileURLWithPath: "/made-up/contract.json"), service: "made-up")
        #expect(loaded.faults == [])
        return try #require(loaded.contract)
    }
}
