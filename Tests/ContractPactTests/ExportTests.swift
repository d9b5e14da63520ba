import ContractFormat
import ContractPact
import Foundation
import HTTPRecording
import JSONSchema
import Testing

@Suite("Export of a contract as a Pact")
struct ExportTests {
    private static let contract = """
        {"service": "shop", "origin": "https://shop.example",
         "models": {"Item": {"schema": {"type": "object", "required": ["id", "name", "price"], "properties": {
            "id": {"type": "integer"}, "name": {"type": "string", "pattern": "^[A-Z]"}, "price": {"type": ["number", "null"]},
            "note": {"type": "string"}}}}},
         "endpoints": {"items": {
            "arguments": {"token": {"type": "string", "format": "password"}, "page": {"type": "integer"}},
            "request": {"method": "GET", "path": "/items", "query": {"page": "{page}"},
                        "headers": {"Authorization": "Bearer {token}"}},
            "responses": {"200": {"content": "application/json",
                "schema": {"type": "array", "items": {"$ref": "#/models/Item/schema"}}, "models": {"/*": "Item"}}},
            "cases": [{"name": "first page", "status": 200, "given": ["two items"],
                       "arguments": {"page": 1, "token": "{env:SHOP_TOKEN}"}},
                      {"name": "second page", "status": 200, "arguments": {"page": 2, "token": "{env:SHOP_TOKEN}"}}]}}}
        """

    private func export(_ version: PactDocument.Version) throws -> PactExport {
        let loaded = ContractLoader.load(
            bytes: Array(Self.contract.utf8), file: URL(fileURLWithPath: "/shop/contract.json"), service: "shop")
        #expect(loaded.faults.map(\.description) == [])
        let contract = try #require(loaded.contract)
        let endpoint = try #require(contract.endpoints.first)
        let body =
            #"[{"id": 7, "name": "Tea", "price": null, "note": "hot", "secret": "s"}, {"id": 8, "name": "Jam", "price": 2.5}]"#
        let exchange = HTTPExchange(
            request: RecordedRequest(
                url: "https://shop.example/items?page=1", headers: ["Authorization": "Bearer {env:SHOP_TOKEN}"]),
            response: RecordedResponse(
                status: 200, headers: ["Content-Type": "application/json; charset=utf-8"], body: Array(body.utf8)))
        let one = try #require(endpoint.case("first page"))
        return PactExport(
            consumer: "app", contract: contract,
            exchanges: [(endpoint: endpoint, case: one, exchange: exchange)], version: version)
    }

    @Test("An interaction has the recorded request, the response's examples, and rules from its schema")
    func interaction() throws {
        let pact = try export(.v4).json
        let interaction = try #require(pact["interactions"]?[0])
        #expect(interaction["description"] == "items: first page")
        #expect(
            interaction["providerStates"] == [
                ["name": "two items"],
                ["name": "the credentials are valid", "params": ["values": ["SHOP_TOKEN"]]],
            ])
        let request = try #require(interaction["request"])
        #expect(request["path"] == "/items")
        #expect(request["query"] == ["page": ["1"]])
        #expect(
            request["generators"]
                == ["header": ["Authorization": ["type": "ProviderState", "expression": "Bearer ${SHOP_TOKEN}"]]])
        let response = try #require(interaction["response"])
        #expect(response["body"]?["content"] == [["id": 7, "name": "Tea", "price": .null]])
        #expect(
            response["matchingRules"]?["body"] == [
                "$": ["combine": "AND", "matchers": [["match": "type"]]],
                "$[*].id": ["combine": "AND", "matchers": [["match": "integer"]]],
                "$[*].name": ["combine": "AND", "matchers": [["match": "regex", "regex": "^[A-Z].*$"]]],
                "$[*].price": ["combine": "OR", "matchers": [["match": "number"], ["match": "null"]]],
            ])
    }

    @Test("Parts that a Pact cannot express and cases without a recording are listed")
    func losses() throws {
        #expect(
            try export(.v4).losses == [
                "an optional member is left out (items/first page, response body $[*].note)",
                "cases without a recording ('contracts record' creates it) (items/second page)",
            ])
    }

    @Test(
        "A response with values of the same types matches, and one with other types does not",
        arguments: [PactDocument.Version.v3, .v4])
    func verifies(version: PactDocument.Version) throws {
        let text = try export(version).json.text(.pretty)
        let expected = try #require(try pact(text).interactions.first).response
        #expect(
            mismatches(expected, #"[{"id": 1, "name": "Ink", "price": 3}, {"id": 2, "name": "Nib", "price": null}]"#)
                == [])
        #expect(
            mismatches(expected, #"[{"id": "1", "name": "ink"}]"#) == [
                #"body $[0].id: expected an integer, found "1""#,
                #"body $[0].name: expected a string that matches /^(?:^[A-Z].*$)$/, found "ink""#,
                "body $[0].price: expected null, but the member is missing",
            ])
    }
}
