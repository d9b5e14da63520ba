import HTTPRecording
import JSONSchema
import Testing

@testable import ContractPact

/// Returns the Pact in a JSON string, as a file named `app-shop.json`.
func pact(_ text: String, version: PactDocument.Version? = nil) throws(SourceFault) -> PactDocument {
    try PactDocument(SourceFile(path: "app-shop.json", bytes: Array(text.utf8)), version: version)
}

/// Returns the response of a version 4 Pact with one interaction whose body has matching rules.
func response(body: String, rules: String) throws -> PactResponse {
    let document = try pact(
        """
        {"consumer": {"name": "app"}, "provider": {"name": "shop"}, "metadata": {"pactSpecification": {"version": "4.0"}},
         "interactions": [{"type": "Synchronous/HTTP", "description": "a call",
          "request": {"method": "GET", "path": "/"},
          "response": {"status": 200, "body": {"content": \(body), "contentType": "application/json", "encoded": false},
           "matchingRules": {"body": \(rules)}}}]}
        """)
    return try #require(document.interactions.first).response
}

/// Returns the mismatches between a JSON body and the expected response.
func mismatches(_ expected: PactResponse, _ body: String) -> [String] {
    let headers: HeaderFields = ["Content-Type": "application/json"]
    let actual = PactResponse(status: 200, headers: headers, body: PactBody(bytes: Array(body.utf8), headers: headers))
    return expected.mismatches(of: actual).map(\.description)
}
