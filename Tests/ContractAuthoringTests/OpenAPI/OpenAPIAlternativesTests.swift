import ContractFormat
import JSONSchema
import TestSupport
import Testing

@testable import ContractAuthoring

/// Alternatives in a document: security requirements and media types.
@Suite struct OpenAPIAlternativesTests {
    private func draft(_ paths: String, _ components: String = "{}") throws -> ContractDraft {
        let text =
            #"{"openapi": "3.0.3", "info": {"title": "Notes", "version": "1"}, "servers": [{"url": "https://api.example.com"}], "#
            + #""paths": {\#(paths)}, "components": \#(components)}"#
        return try OpenAPIImport.draft(of: Array(text.utf8), file: "notes.json", service: "notes")
    }

    private static let schemes = #"""
        {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"},
          "whole": {"type": "apiKey", "in": "header", "name": "Authorization"}, "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
          "basic": {"type": "http", "scheme": "basic"}, "login": {"type": "oauth2", "flows": {}}, "certificate": {"type": "mutualTLS"}}}
        """#

    @Test(
        arguments: [
            // Alternatives become optional arguments; the case uses those of the first.
            (
                #"[{"key": []}, {"login": []}]"#, ["X-Key": "{xKey}", "Authorization": "Bearer {token}"], ["xKey"],
                ["xKey", "token"], []
            ),
            // If authentication is optional, the case does not authenticate.
            (#"[{"key": []}, {}]"#, ["X-Key": "{xKey}"], [], ["xKey"], []), (#"[{}]"#, [:], [], [], []),
            // A header field has one template, and a template without a scheme accepts any value.
            (
                #"[{"login": []}, {"basic": []}]"#, ["Authorization": "Bearer {token}"], ["token"], ["token"],
                ["a header has one form in a contract, here the form of the first alternative; left out: basic"]
            ),
            (
                #"[{"whole": []}, {"login": []}]"#, ["Authorization": "{authorization}"], ["authorization"],
                ["authorization"], []
            ),
            (#"[{"certificate": []}, {"key": []}]"#, ["X-Key": "{xKey}"], ["xKey"], [], []),
            (#"[{"certificate": []}]"#, [:], [], [], ["a client certificate is not part of a request"]),
        ] as [(String, JSONObject, [String], [String], [String])])
    func importsSecurityAlternatives(
        _ security: String, _ headers: JSONObject, _ given: [String], _ optional: [String], _ lost: [String]
    ) throws {
        let draft = try draft(
            #""/notes": {"get": {"operationId": "call", "security": \#(security), "responses": {"204": {"description": ""}}}}"#,
            Self.schemes)
        let endpoint = try #require(draft.endpoints.first)
        #expect(endpoint.request.headers == headers)
        #expect(endpoint.cases.first?.arguments.keys.sorted() == given.sorted())
        #expect(
            endpoint.arguments.filter { $0.value["type"] == ["string", "null"] }.map(\.key).sorted()
                == optional.sorted())
        #expect(draft.omissions.map(\.reason) == lost)
        let folder = try TemporaryFolder()
        #expect(try ContractWriter(contracts: folder.url).plan(draft).contract.endpoints.count == 1)
    }

    @Test func reportsOtherMediaTypesOnce() throws {
        let content = { (types: [String]) in "{" + types.map { "\"\($0)\": {}" }.joined(separator: ", ") + "}" }
        let draft = try draft(
            #"""
            "/a": {"post": {"operationId": "a", "requestBody": {"content": \#(content(["text/plain", "application/json"]))},
                "responses": {"200": {"description": "", "content": \#(content(["application/json", "application/xml"]))}}}},
              "/b": {"post": {"operationId": "b", "requestBody": {"content": \#(content(["application/json", "application/xml"]))},
                "responses": {"200": {"description": "", "content": \#(content(["text/csv", "application/json", "application/xml"]))}}}}
            """#)
        #expect(
            draft.omissions.map(\.reason).filter { $0.contains("left out") } == [
                "a request body has one media type in a contract, preferably JSON; left out: text/plain, application/xml (and at 1 place more)",
                "a response has one media type in a contract, preferably JSON; left out: "
                    + "application/xml, text/csv (and at 1 place more)",
            ])
    }
}
