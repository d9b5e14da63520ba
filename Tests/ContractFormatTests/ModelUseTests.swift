import Foundation
import JSONSchema
import Testing

@testable import ContractFormat

/// The search for models in the schemas of responses.
struct ModelUseTests {
    /// Eight definitions with eight properties each have 8^8 paths of the searched depth, but only nine schemas.
    @Test(arguments: [8, 60])
    func findsModelsBesideDefinitionsThatReferToEachOther(count: Int) throws {
        let names = (0..<count).map { "d\($0)" }
        let members = JSON.object(JSONObject(names.map { ($0, ["$ref": .string("#/$defs/\($0)")]) }))
        let definition: JSON = ["type": "object", "properties": members]
        let json: JSON = [
            "service": "knot", "origin": "https://knot.example",
            "$defs": .object(JSONObject(names.map { ($0, definition) })),
            "models": [
                "Pet": ["schema": ["type": "object", "properties": ["id": ["type": "string"]]], "examples": [[:]]]
            ],
            "endpoints": [
                "list": [
                    "request": ["method": "GET", "path": "/"],
                    "responses": [
                        "200": [
                            "schema": [
                                "type": "object",
                                "properties": [
                                    "knot": ["$ref": "#/$defs/d0"],
                                    "page": ["type": "array", "items": ["$ref": "#/models/Pet/schema"]],
                                ],
                            ]
                        ]
                    ], "cases": [["name": "all", "status": 200]],
                ]
            ],
        ]
        let loaded = ContractLoader.load(
            bytes: json.bytes(), file: URL(fileURLWithPath: "/knot/contract.json"), service: "knot")
        #expect(loaded.faults == [])
        let response = try #require(loaded.contract?.endpoints.first?.responses.first)
        #expect(response.models.map { "\($0.at) \($0.model)" } == ["/page/* Pet"])
    }

    /// A list of lists of a recursive definition leads to a model at every level, down to the limit of eight.
    @Test func findsModelsThroughARecursiveDefinition() throws {
        let json: JSON = [
            "service": "tree", "origin": "https://tree.example",
            "$defs": [
                "node": [
                    "type": "object",
                    "properties": ["leaf": ["$ref": "#/models/Leaf/schema"], "next": ["$ref": "#/$defs/node"]],
                ]
            ],
            "models": ["Leaf": ["schema": ["type": "object"], "examples": [[:]]]],
            "endpoints": [
                "list": [
                    "request": ["method": "GET", "path": "/"],
                    "responses": ["200": ["schema": ["$ref": "#/$defs/node"]]],
                    "cases": [["name": "all", "status": 200]],
                ]
            ],
        ]
        let loaded = ContractLoader.load(
            bytes: json.bytes(), file: URL(fileURLWithPath: "/tree/contract.json"), service: "tree")
        let response = try #require(loaded.contract?.endpoints.first?.responses.first)
        #expect(
            response.models.map { "\($0.at)" } == [
                "/leaf", "/next/leaf", "/next/next/leaf", "/next/next/next/leaf", "/next/next/next/next/leaf",
                "/next/next/next/next/next/leaf", "/next/next/next/next/next/next/leaf",
                "/next/next/next/next/next/next/next/leaf",
            ])
    }
}
