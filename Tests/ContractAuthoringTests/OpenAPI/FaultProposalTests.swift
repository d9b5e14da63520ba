import ContractFormat
import JSONSchema
import Testing

@testable import ContractAuthoring

/// Proposals for faults of tokens, cached copies and cursors, which need matching endpoints.
struct FaultProposalTests {
    private static let paths = #"""
        "paths": {
          "/token": { "post": { "operationId": "refresh",
            "requestBody": { "content": { "application/json": { "schema": { "type": "object", "required": ["refresh_token"],
              "properties": { "refresh_token": { "type": "string" } } } } } },
            "responses": { "200": { "description": "", "content": { "application/json": { "schema": { "type": "object",
              "properties": { "access_token": { "type": "string" } } } } } } } } },
          "/books": { "get": { "operationId": "books", "security": [{ "bearer": [] }],
            "parameters": [{ "name": "cursor", "in": "query", "schema": { "type": "string" } }],
            "responses": { "200": { "description": "", "headers": { "ETag": { "schema": { "type": "string" } } },
              "content": { "application/json": { "schema": { "type": "array", "items": { "type": "string" } } } } } } } },
          "/about": { "get": { "operationId": "about",
            "responses": { "200": { "description": "", "content": { "application/json": { "schema": { "type": "object" } } } } } } }
        },
        "components": { "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } } }
        """#

    private func proposals(_ document: String) throws -> [String: [String]] {
        let contract = try contract(of: try draft(document).draft)
        return contract.endpoints.reduce(into: [:]) { names, endpoint in
            names[endpoint.name] = FaultProposals.faults(of: endpoint, in: contract)?.keys.filter {
                ["expiredToken", "revokedToken", "notModified", "staleCursor"].contains($0)
            }
        }
    }

    @Test func proposesFaultsForMatchingEndpoints() throws {
        #expect(
            try proposals(Self.paths) == [
                "refresh": [], "books": ["expiredToken", "revokedToken", "notModified", "staleCursor"], "about": [],
            ])
    }

    /// Without a renewal endpoint, an expired token is an ordinary 401.
    @Test func proposesTokenFaultsOnlyWithARenewalEndpoint() throws {
        let alone = Self.paths.replacing("refresh_token", with: "password")
        #expect(try proposals(alone)["books"] == ["notModified", "staleCursor"])
    }
}
