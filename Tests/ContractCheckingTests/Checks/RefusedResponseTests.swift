import ContractChecking
import Foundation
import HTTPRecording
import NotesFixture
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Calls that throw because a model refuses their response.
struct RefusedResponseTests {
    private struct Address: Decodable, Sendable { let city: String, zip: String }
    private struct Price: Decodable, Sendable { let cents: Int }
    private struct Visit: Decodable, Sendable { let id: Int, address: Address, price: Price? }
    private enum Failure: Error { case unreadable }

    private static let fixture = CallFixture(
        endpoint: """
            "request": { "method": "GET", "path": "/visits/1" },
            "responses": { "200": { "content": "application/json", "schema": { "$ref": "#/models/Visit/schema" } } },
            "cases": [ { "name": "one", "status": 200 } ]
            """,
        members: """
            "models": {
              "Address": { "schema": { "type": "object", "required": ["city"],
                "properties": { "city": { "type": "string" }, "zip": { "type": "string" } } } },
              "Visit": { "schema": { "type": "object", "required": ["id", "address"],
                "properties": { "id": { "type": "integer" }, "address": { "$ref": "#/models/Address/schema" },
                  "price": { "anyOf": [{ "$ref": "#/models/Price/schema" }, { "type": "null" }] } } } },
              "Price": { "schema": { "type": "object", "required": ["cents"],
                "properties": { "cents": { "type": "integer" } } } } },
            """,
        recordings: [
            "call.one": [CallFixture.exchange("GET", "/visits/1", #"{"id":1,"address":{"city":"Bern"},"price":null}"#)]
        ],
        models: [
            Model("Address", decoding: Address.self), Model("Visit", decoding: Visit.self),
            Model("Price", decoding: Price.self),
        ])

    private func messages() async throws -> [String] {
        try await Self.fixture.report(
            ["client/*"],
            Endpoint("call") { _, transport -> Visit in
                let (data, _) = try await transport.send(try notesRequest("/visits/1"))
                do { return try JSONDecoder().decode(Visit.self, from: data) } catch { throw Failure.unreadable }
            }
        ).findings.map(\.message)
    }

    @Test func namesTheInnermostModelThatRefusesTheResponse() async throws {
        #expect(
            try await messages() == [
                "the call throws Failure.unreadable, but must return; 'Address' refuses its response"
            ])
    }
}
