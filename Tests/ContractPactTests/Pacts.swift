import HTTPRecording
import JSONSchema
import Testing

@testable import ContractPact

/// The Pact of a JSON text, in a file called `app-shop.json`.
func pact(_ text: String, version: PactDocument.Version? = nil) throws(PactFault) -> PactDocument {
    try PactDocument(SourceFile(path: "app-shop.json", bytes: Array(text.utf8)), version: version)
}

/// A Pact of version 4 with one interaction, whose response expects a body by rules.
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

/// How a JSON body differs from what is expected, each mismatch as text.
func mismatches(_ expected: PactResponse, _ body: String) -> [String] {
    let headers: HeaderFields = ["Content-Type": "application/json"]
    let actual = PactResponse(status: 200, headers: headers, body: PactBody(bytes: Array(body.utf8), headers: headers))
    return expected.mismatches(of: actual).map(\.description)
}
