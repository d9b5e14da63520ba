import ContractFormat
import Foundation
import JSONSchema
import Testing

@testable import ContractAuthoring

/// The import of bodies, and of the headers of responses.
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
                == [
                    .multipart: [
                        "title": "{title}", "tags": "{tags}",
                        "file": ["bytes": "{file}", "filename": true, "content": "image/png"],
                        "meta": ["json": "{meta}", "content": "application/json"],
                    ]
                ])
        #expect(request.headers["Content-Type"] == nil)
        #expect(contract.endpoints[0].argument("file")?.schema.json == ["type": "string", "contentEncoding": "base64"])
    }

    @Test(arguments: [
        ("text/plain", #"{"type": "string"}"#, ContractKeys.Request.text),
        ("application/octet-stream", #"{"type": "string", "format": "binary"}"#, .bytes),
        ("image/png", "{}", .bytes), ("application/xml", "{}", .text),
    ])
    func importsTextAndBinaryBodies(_ type: String, _ schema: String, _ key: ContractKeys.Request) throws {
        let (request, _) = try request(#""\#(type)": {"schema": \#(schema)}"#)
        #expect(request.body == [key: "{body}"])
        #expect(request.headers["Content-Type"] == .string(type))
    }

    /// A text without characters is no body, so the least length is one.
    @Test(arguments: [
        (
            #"{"type": "string", "maxLength": 3, "pattern": "^[0-9]+$"}"#,
            #"{"type": "string", "maxLength": 3, "pattern": "^[0-9]+$", "minLength": 1}"#
        ), (#"{"type": "string", "minLength": 2}"#, #"{"type": "string", "minLength": 2}"#),
        (#"{"type": "integer"}"#, #"{"type": "string", "minLength": 1}"#),
    ])
    func keepsTheConstraintsOfATextBody(_ schema: String, _ expected: String) throws {
        let (_, contract) = try request(#""text/plain": {"schema": \#(schema)}"#)
        #expect(contract.endpoints[0].argument("body")?.schema.json == (try JSON(parsing: expected)))
    }

    /// In a merge patch (RFC 7396) null removes a member, and an absent member stays.
    @Test(arguments: [("application/json", "{note|either}"), ("application/merge-patch+json", "{note|distinct}")])
    func importsTheFormOfAnOptionalMember(_ type: String, _ form: String) throws {
        let (request, _) = try request(
            #""\#(type)": {"schema": {"type": "object", "properties": {"note": {"type": "string", "nullable": true}}}}"#
        )
        #expect(request.body == [.body: ["note": .string(form)]])
    }

    @Test func fillsACaseWithTheExampleOfTheSchema() throws {
        let (_, contract) = try request(
            #"""
            "application/json": {"schema": {"type": "object", "required": ["note"], "properties": {
              "note": {"type": "string"}}, "example": {"note": "Buy bread"}}}
            """#)
        let values = contract.endpoints[0].cases[0].arguments.map { ($0.name, $0.value.filled { _ in nil }) }
        #expect(values.map(\.0) == ["note"] && values.map(\.1) == ["Buy bread"])
    }

    @Test func describesAnIntegerHeaderByItsDigits() throws {
        let imported = try operation(
            #"""
            "responses": {"204": {"description": "", "headers": {
              "X-Left": {"schema": {"type": "integer"}}, "X-Next": {"required": true, "schema": {"type": "integer"}}}}}
            """#)
        let draft = try #require(imported.draft.endpoints.first?.responses.first)
        #expect(
            draft.headers == [
                "X-Left": ["optional": true, "type": "string", "pattern": "^-?[0-9]+$"],
                "X-Next": ["type": "string", "pattern": "^-?[0-9]+$"],
            ])
    }
}
