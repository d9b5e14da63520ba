import JSONSchema
import Testing

@testable import ContractOpenAPI

struct DocumentTests {
    @Test func readsOperationsInTheOrderOfPathsAndMethods() throws {
        let document = try document(
            #"""
            "paths": {
              "/notes": {"post": {"operationId": "add", "responses": {}}, "get": {"operationId": "list", "responses": {}}},
              "/about": {"get": {"responses": {}}}
            }
            """#)
        #expect(document.operations.map(\.label) == ["GET /notes", "POST /notes", "GET /about"])
        #expect(document.operation(id: "add")?.method == "POST")
        #expect(document.title == "Notes")
        #expect(document.version == .v30)
        #expect(document.faults == [])
    }

    @Test func anOperationOverridesTheParametersOfItsPath() throws {
        let document = try document(
            #"""
            "paths": {"/notes": {
              "parameters": [{"name": "page", "in": "query", "schema": {}}, {"name": "X-Key", "in": "header", "schema": {}}],
              "get": {"parameters": [{"name": "page", "in": "query", "required": true, "schema": {}},
                                     {"name": "x-key", "in": "header", "required": true, "schema": {}},
                                     {"name": "page", "in": "cookie", "schema": {}}], "responses": {}}
            }}
            """#)
        let parameters = try #require(document.operations.first).parameters
        #expect(
            parameters.map { "\($0.location) \($0.name) \($0.isRequired)" } == [
                "query page true", "header x-key true", "cookie page false",
            ])
    }

    @Test func followsReferencesToEveryKindOfComponent() throws {
        let document = try document(
            ##"""
            "paths": {"/notes": {"post": {
              "parameters": [{"$ref": "#/components/parameters/Page"}],
              "requestBody": {"$ref": "#/components/requestBodies/Note"},
              "security": [{"key": []}, {}],
              "responses": {"2xx": {"$ref": "#/components/responses/Note"}, "default": {"description": "no"}}
            }}},
            "components": {
              "parameters": {"Page": {"name": "page", "in": "query", "schema": {"type": "integer"}, "example": 3}},
              "requestBodies": {"Note": {"required": true, "content": {"Application/JSON; charset=utf-8": {"schema": {}}}}},
              "responses": {"Note": {"description": "a note", "headers": {"x-rate": {"$ref": "#/components/headers/Rate"}},
                                     "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}}},
              "headers": {"Rate": {"required": true, "schema": {"type": "integer"}}},
              "schemas": {"Note": {"type": "object"}},
              "securitySchemes": {"key": {"type": "apiKey", "name": "X-Key", "in": "header"}}
            }
            """##)
        let operation = try #require(document.operations.first)
        #expect(document.faults == [])
        #expect(operation.parameters.map(\.schema) == ["/components/parameters/Page/schema"])
        #expect(operation.parameters.first?.examples == [3])
        #expect(operation.body?.isRequired == true)
        #expect(operation.body?.content.map(\.mediaType) == ["application/json"])
        #expect(operation.response(status: 204)?.status.codes == 200..<300)
        #expect(operation.response(status: 404)?.summary == "no")
        #expect(operation.responses.first?.headers.map { "\($0.name) \($0.isRequired)" } == ["x-rate true"])
        #expect(operation.security.map { $0.schemes.map(\.name) } == [["key"], []])
        #expect(operation.security.first?.schemes.first?.kind == .apiKey(name: "X-Key", location: .header))
    }

    @Test func fillsTheVariablesOfServers() throws {
        let document = try document(
            #"""
            "servers": [{"url": "https://{host}:8443/{base}/",
                         "variables": {"host": {"default": "api.example.com"}, "base": {"default": "v2"}}},
                        {"url": "/v3"}, {"url": "https://api.example.com"}],
            "paths": {"/a": {"servers": [{"url": "https://b.example.com"}], "get": {"responses": {}}}}
            """#)
        #expect(document.servers.map(\.origin) == ["https://api.example.com:8443", nil, "https://api.example.com"])
        #expect(document.servers.map(\.basePath) == ["/v2", "/v3", ""])
        #expect(document.operations.first?.servers.map(\.url) == ["https://b.example.com"])
    }

    @Test func locatesPartsInTheFile() throws {
        let text = "{\n  \"openapi\": \"3.1.0\",\n  \"info\": {},\n  \"paths\": {\n    \"/a\": { \"get\": {} }\n  }\n}"
        let document = try OpenAPIDocument(parsing: Array(text.utf8), file: "api/notes.json")
        let operation = try #require(document.operations.first)
        #expect(document.place(of: operation.pointer).description == "api/notes.json:5:20")
        #expect(document.keyPlace(of: operation.pointer).description == "api/notes.json:5:13")
        // A missing part is reported at its nearest existing parent.
        #expect(document.place(of: operation.pointer.appending("responses")).description == "api/notes.json:5:20")
    }

    @Test(arguments: [
        (#"{"openapi": "3.2.0"}"#, #"notes.json:1:13: expected "3.0.x" or "3.1.x" as the version, found "3.2.0""#),
        (#"{"openapi": 3}"#, #"notes.json:1:13: expected "3.0.x" or "3.1.x" as the version, found 3"#),
        (#"{"info": {}}"#, "notes.json:1:1: expected an OpenAPI document; the key 'openapi' is missing"),
        ("[]", "notes.json:1:1: expected an OpenAPI document, which is an object; found array"),
        ("", "notes.json:1:1: the document is empty"),
        (" \n", "notes.json:1:1: the document is empty"),
        ("{\"openapi\": }", #"notes.json:1:13: not JSON: expected a value, found "}""#),
        ("<html>", #"notes.json:1:1: not JSON: expected a value, found "<""#),
    ])
    func rejectsInvalidFiles(text: String, message: String) {
        #expect(refusal(of: text) == message)
    }

    @Test(arguments: ["", "# a comment\n", "%YAML 1.2\n---\n", "\u{FEFF}"])
    func locatesPartsOfAYAMLFile(beginning: String) throws {
        let text = """
            openapi: 3.0.3
            info: {title: Notes}
            paths:
              /notes/{id}:
                get:
                  operationId: getNote
                  parameters:
                  - {name: id, in: path, required: true, schema: &id {type: string}}
                  - {name: other, in: nowhere, schema: *id}
                  responses:
                    200: {description: OK}
            """
        let document = try OpenAPIDocument(parsing: Array((beginning + text).utf8), file: "notes.json")
        #expect(document.title == "Notes")
        #expect(document.operations.map(\.label) == ["GET /notes/{id}"])
        #expect(document.operation(id: "getNote")?.responses.map(\.status.codes) == [200..<201])
        let line = 9 + beginning.filter { $0 == "\n" }.count
        #expect(
            document.faults.map(\.description) == [
                "notes.json:\(line):27: 'nowhere' is not a parameter location: expected path, query, header or cookie"
            ])
    }

    @Test func reportsTheLocationOfInvalidYAML() {
        #expect(
            refusal(of: "openapi: 3.0.3\ninfo: [\npaths:\n")
                == "notes.json:3:1: not YAML: expected a line in brackets to be indented by more than 0 spaces, "
                + "found \"p\"")
        #expect(
            refusal(of: "openapi: 3.0.3\ninfo: a: b\n")
                == "notes.json:2:7: not YAML: a mapping or a sequence cannot begin on this line: start it on a line of "
                + "its own")
    }

    @Test func rejectsOlderSwagger() {
        #expect(
            refusal(of: #"{"swagger": "1.2"}"#)
                == #"notes.json:1:13: expected Swagger 2.0, or OpenAPI 3.0 or 3.1, found Swagger "1.2""#)
    }

    @Test func rejectsADeeplyNestedDocument() {
        let nested = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        let message = refusal(of: #"{"openapi": "3.0.0", "x": \#(nested)}"#)
        #expect(message.contains("nest deeper than the limit of 256"))
    }

    private func refusal(of text: String) -> String {
        do throws(SourceFault) {
            _ = try OpenAPIDocument(parsing: Array(text.utf8), file: "notes.json")
            return "it was read"
        } catch {
            return error.description
        }
    }
}
