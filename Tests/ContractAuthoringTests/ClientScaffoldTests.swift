import ContractFormat
import Foundation
import JSONSchema
import Testing

@testable import ContractAuthoring

@Suite struct ClientScaffoldTests {
    @Test func writesIdiomaticModelsRequestsAndCalls() throws {
        let scaffold = ClientScaffold(
            try Self.contract(
                models: [
                    "Pet": [
                        "schema": [
                            "type": "object", "required": ["id", "kind"],
                            "properties": [
                                "id": ["type": "integer"], "kind": ["enum": ["cat", "9-lives"]],
                                "born_at": ["type": ["string", "null"]], "self": ["type": "string"],
                                "owner": ["type": "object", "properties": ["name": ["type": "string"]]],
                                "parents": ["type": "array", "items": ["$ref": "#/models/Pet/schema"]],
                            ],
                        ]
                    ]
                ],
                endpoints: [
                    "add-pet": [
                        "summary": "Adds a pet",
                        "arguments": [
                            "name": ["type": "string"], "tag": ["type": ["string", "null"]],
                            "shop": ["type": ["string", "null"]],
                            "ids": ["type": ["array", "null"], "items": ["type": "integer"]],
                        ],
                        "request": [
                            "method": "POST", "path": "/v1/{name}/pets", "query": ["ids": "{ids|joined}"],
                            "headers": ["X-Tag": "tag {tag}"],
                            "body": ["pet_name": "{name}", "tag": "{tag}", "shop": "{shop|null}", "kind": "new"],
                        ],
                        "responses": ["201": ["schema": ["$ref": "#/models/Pet/schema"], "models": ["": "Pet"]]],
                        "cases": [["name": "example", "status": 201, "arguments": ["name": "a"]]],
                    ]
                ]))
        #expect(scaffold.gaps == [])
        for part in [
            """
            struct Pet: Codable {
                let id: Int
                let kind: PetKind
                let bornAt: String?
                let _self: String?
                let owner: PetOwner?
                let parents: [Pet]?

                enum CodingKeys: String, CodingKey {
                    case id
                    case kind
                    case bornAt = "born_at"
                    case _self = "self"
                    case owner
                    case parents
                }
            }
            """,
            """
            enum PetKind: String, Codable {
                case cat
                case _9Lives = "9-lives"
            }
            """,
            """
            struct AddPetBody: Encodable {
                let petName: String
                let tag: String?
                let shop: String?
                let kind = "new"

                enum CodingKeys: String, CodingKey {
                    case petName = "pet_name"
                    case tag
                    case shop
                    case kind
                }

                func encode(to encoder: any Encoder) throws {
                    var container = encoder.container(keyedBy: CodingKeys.self)
                    try container.encode(petName, forKey: .petName)
                    try container.encodeIfPresent(tag, forKey: .tag)
                    try container.encode(shop, forKey: .shop)
                    try container.encode(kind, forKey: .kind)
                }
            }
            """,
            #"""
                /// Adds a pet
                static func addPet(name: String, tag: String? = nil, shop: String? = nil, ids: [Int]? = nil) throws -> URLRequest {
                    let body = AddPetBody(petName: name, tag: tag, shop: shop)
                    return try Wire.request(
            """#,
            #"""
                func addPet(name: String, tag: String? = nil, shop: String? = nil, ids: [Int]? = nil) async throws -> Pet {
                    try await value(try ShopAPI.addPet(name: name, tag: tag, shop: shop, ids: ids))
                }
            """#,
        ] {
            #expect(scaffold.source.contains(part), "\(part)\n\n\(scaffold.source.prefix(4_000))")
        }
        #expect(
            scaffold.bindings == """
                import ContractTesting

                let shop = Service("shop") {
                    Model("Pet", decoding: Pet.self)
                    Endpoint("add-pet") { arguments in
                        try ShopAPI.addPet(
                            name: arguments["name"],
                            tag: arguments["tag"],
                            shop: arguments["shop"],
                            ids: arguments["ids"]
                        )
                    } call: { arguments, transport in
                        try await ShopClient(send: transport.send).addPet(
                            name: arguments["name"],
                            tag: arguments["tag"],
                            shop: arguments["shop"],
                            ids: arguments["ids"]
                        )
                    }
                }

                """)
    }

    @Test func writesAlternativesAsEnumerationsAndRecursiveModelsAsClasses() throws {
        let scaffold = ClientScaffold(
            try Self.contract(
                models: [
                    "Node": [
                        "schema": [
                            "type": "object",
                            "properties": [
                                "next": ["$ref": "#/models/Node/schema"],
                                "label": ["type": ["string", "integer"]],
                                "shape": ["oneOf": [["$ref": "#/$defs/Circle"], ["$ref": "#/$defs/Error"]]],
                                "sign": [
                                    "oneOf": [
                                        Self.tagged("Circle", "round"), Self.tagged("Error", "wrong"),
                                    ]
                                ],
                                "extra": [:], "errors": ["$ref": "#/$defs/Errors"], "rows": ["$ref": "#/$defs/Rows"],
                            ],
                        ]
                    ]
                ], endpoints: nil))
        for part in [
            """
            final class Node: Codable, Sendable {
                let next: Node?
                let label: NodeLabel?
                let shape: NodeShape?
                let sign: NodeSign?
                let extra: JSONValue?
                let errors: Errors?
                let rows: Rows?
            }
            """,
            """
            enum Errors: Codable {
                case errorModel(ErrorModel)
                case map([String: Errors])
            """,
            """
            enum Rows: Codable {
                case list([Rows])

                init(from decoder: any Decoder) throws {
                    let container = try decoder.singleValueContainer()
                    self = .list(try container.decode([Rows].self))
                }
            """,
            """
            enum NodeLabel: Codable {
                case int(Int)
                case string(String)

                init(from decoder: any Decoder) throws {
                    let container = try decoder.singleValueContainer()
                    if let value = try? container.decode(Int.self) {
                        self = .int(value)
                        return
                    }
                    self = .string(try container.decode(String.self))
                }
            """,
            """
            enum NodeShape: Codable {
                case errorModel(ErrorModel)
                case circle(Circle)

                init(from decoder: any Decoder) throws {
                    let container = try decoder.singleValueContainer()
                    struct AnyMember: Decodable { init(from decoder: any Decoder) {} }
                    let members = Set(((try? container.decode([String: AnyMember].self)) ?? [:]).keys)
                    if members.isSubset(of: ["message"]), let value = try? container.decode(ErrorModel.self) {
                        self = .errorModel(value)
                        return
                    }
                    if members.isSubset(of: ["radius"]), let value = try? container.decode(Circle.self) {
            """,
            // "tag" is not part of a reference cycle.
            """
                    case .round(let value):
                        try value.encode(to: encoder)
                        var container = encoder.container(keyedBy: Tag.self)
                        try container.encode("round", forKey: .tag)
            """,
        ] {
            #expect(scaffold.source.contains(part), "\(part)\n\n\(scaffold.source.prefix(4_000))")
        }
    }

    @Test func acceptsAnyValueForARequiredMemberWithoutASchema() throws {
        let lock: JSON = [
            "schema": ["type": "object", "required": ["kind"], "properties": ["until": ["type": "string"]]]
        ]
        let scaffold = ClientScaffold(try Self.contract(models: ["Lock": lock], endpoints: nil))
        #expect(scaffold.source.contains("    let until: String?\n    let kind: JSONValue?\n"), "\(scaffold.source)")
    }

    @Test func reportsUnsupportedRequests() throws {
        let scaffold = ClientScaffold(
            try Self.contract(
                models: nil,
                endpoints: [
                    "list": [
                        "request": ["method": "GET", "path": "/", "query": ["q": ["type": "string"]]],
                        "responses": ["200": [:]], "cases": [["name": "example", "status": 200]],
                    ]
                ]))
        #expect(scaffold.endpoints == [])
        #expect(
            scaffold.gaps.map(\.description) == [
                "endpoint list: 'q' is only described by a schema: write it by hand"
            ])
    }

    /// Returns a definition as a variant that is distinguished by a tag property.
    private static func tagged(_ definition: String, _ tag: String) -> JSON {
        [
            "$ref": .string("#/$defs/\(definition)"), "type": "object", "required": ["kind"],
            "properties": ["kind": ["const": .string(tag)]],
        ]
    }

    private static func contract(models: JSON?, endpoints: JSON?) throws -> Contract {
        var json: JSONObject = ["service": "shop", "origin": "https://shop.example"]
        json["models"] = models
        json["endpoints"] = endpoints
        json["$defs"] = [
            "Circle": ["type": "object", "properties": ["radius": ["type": "number"]]],
            "Error": ["type": "object", "required": ["message"], "properties": ["message": ["type": "string"]]],
            "Errors": [
                "oneOf": [
                    ["type": "object", "additionalProperties": ["$ref": "#/$defs/Errors"]], ["$ref": "#/$defs/Error"],
                ]
            ], "Rows": ["type": "array", "items": ["$ref": "#/$defs/Rows"]],
        ]
        let loaded = ContractLoader.load(
            bytes: JSON.object(json).bytes(), file: URL(fileURLWithPath: "/shop/contract.json"), service: "shop")
        #expect(loaded.faults == [])
        return try #require(loaded.contract)
    }
}
