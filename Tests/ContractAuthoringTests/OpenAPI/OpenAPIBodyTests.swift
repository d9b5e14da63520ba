import ContractFormat
import Foundation
import JSONSchema
import Testing

@testable import ContractAuthoring

/// The import of bodies that are neither JSON nor a form.
struct OpenAPIBodyTests {
    private func request(_ content: String) throws -> (request: RequestDraft, contract: Contract) {
        let imported = try operation(
            #""requestBody": {"required": true, "content": {\#(content)}}, "responses": {"204": {"description": ""}}"#,
            method: "post")
        let endpoint = try #require(imported.draft.endpoints.first)
        return (endpoint.request, try contract(of: imported.draft))
    }

    @Test func importsMultipartParts() throws {
        let (request, contract) = try request(
            #"""
            "multipart/form-data": {
              "schema": {"type": "object", "required": ["title", "file"], "properties": {
                "title": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}},
                "file": {"type": "string", "format": "binary"}, "meta": {"type": "object", "properties": {"a": {"type": "integer"}}}}},
              "encoding": {"file": {"contentType": "image/png"}}}
            """#)
        #expect(
            request.body
                == .other(
                    .multipart,
                    [
                        "title": "{title}", "tags": "{tags}",
                        "file": ["bytes": "{file}", "filename": true, "content": "image/png"],
                        "meta": ["json": "{meta}", "content": "application/json"],
                    ]))
        #expect(request.headers["Content-Type"] == nil)
        #expect(contract.endpoints[0].argument("file")?.schema.json == ["type": "string", "contentEncoding": "base64"])
    }

    @Test(arguments: [
        ("text/plain", #"{"type": "string"}"#, RequestDraft.Body.other(.text, "{body}")),
        ("application/octet-stream", #"{"type": "string", "format": "binary"}"#, .other(.bytes, "{body}")),
        ("image/png", "{}", .other(.bytes, "{body}")), ("application/xml", "{}", .other(.text, "{body}")),
    ])
    func importsTextAndBinaryBodies(_ type: String, _ schema: String, _ expected: RequestDraft.Body) throws {
        let (request, _) = try request(#""\#(type)": {"schema": \#(schema)}"#)
        #expect(request.body == expected)
        #expect(request.headers["Content-Type"] == .string(type))
    }
}
