import ContractFormat
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractAuthoring

struct OpenAPIImportTests {
    @Test func importsParametersAsArguments() throws {
        let imported = try draft(
            #"""
            "paths": {"/notes/{note-id}": {"get": {"operationId": "notes/find", "parameters": [
              {"name": "note-id", "in": "path", "required": true, "schema": {"type": "string"}, "example": "n{1"},
              {"name": "page", "in": "query", "schema": {"type": "integer", "minimum": 1}, "example": 3},
              {"name": "order", "in": "query", "schema": {"type": "string", "enum": ["up", "down"]}},
              {"name": "X-Trace", "in": "header", "required": true, "schema": {"type": "string", "minLength": 6}}
            ], "responses": {"204": {"description": "gone"}}}}}
            """#)
        let endpoint = try #require(imported.draft.endpoints.first)
        #expect(endpoint.name == "notesFind")
        #expect(endpoint.request.path == "/v1/notes/{noteId}")
        #expect(endpoint.request.query == ["page": "{page}", "order": "{order}"])
        #expect(endpoint.request.headers == ["X-Trace": "{xTrace}"])
        #expect(
            endpoint.arguments == [
                "noteId": ["type": "string"], "page": ["type": ["integer", "null"], "minimum": 1],
                "order": ["type": ["string", "null"], "enum": ["up", "down", .null]],
                "xTrace": ["type": "string", "minLength": 6],
            ])
        #expect(
            endpoint.cases == [
                CaseDraft(name: "example", status: 204, arguments: ["noteId": "n{{1", "page": 3, "xTrace": "textxx"])
            ])
        #expect(
            reasons(imported) == [
                "the document has no examples of some arguments; their values are made up in the cases of: GET /notes/{note-id} (xTrace)"
            ])
        _ = try contract(of: imported.draft)
    }

    @Test func readsSecurityCredentialsFromTheEnvironment() throws {
        let imported = try operation(
            #""security": [{"key": [], "user": []}, {"other": []}], "responses": {}"#,
            #"""
            {"securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "api_key"},
              "user": {"type": "http", "scheme": "Bearer"}, "other": {"type": "oauth2", "flows": {}}}}
            """#)
        let endpoint = try #require(imported.draft.endpoints.first)
        #expect(endpoint.request.query == ["api_key": "{apiKey}"])
        #expect(endpoint.request.headers == ["Authorization": "Bearer {token}"])
        #expect(endpoint.arguments["token"] == ["type": "string", "minLength": 1, "format": "password"])
        #expect(endpoint.cases.first?.arguments == ["apiKey": "{env:NOTES_API_KEY}", "token": "{env:NOTES_TOKEN}"])
        #expect(imported.variables.map(\.name) == ["NOTES_API_KEY", "NOTES_TOKEN"])
        // Every alternative uses the token, only one the key.
        #expect(
            endpoint.arguments["apiKey"] == ["type": ["string", "null"], "minLength": 1, "format": "password"])
        #expect(reasons(imported) == ["the document lists no response for: GET /notes"])
        _ = try contract(of: imported.draft)
    }

    @Test func neverImportsExampleValuesOfSecrets() throws {
        let imported = try operation(
            #"""
            "parameters": [{"name": "key", "in": "query", "required": true, "schema": {"type": "string"}, "example": "hunter2-q"}],
            "requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["password"], "properties": {
               "password": {"type": "string", "example": "hunter2-p", "maxLength": 9}, "pin": {"type": "string", "default": "hunter2-o"}}},
               "example": {"password": "hunter2-e"}}}},
            "responses": {}
            """#, method: "post")
        let endpoint = try #require(imported.draft.endpoints.first)
        #expect(endpoint.cases.first?.arguments == ["key": "{env:NOTES_KEY}", "password": "{env:NOTES_PASSWORD}"])
        #expect(endpoint.arguments["password"] == ["type": "string", "format": "password", "minLength": 1])
        #expect(endpoint.arguments["pin"] == ["type": ["string", "null"], "format": "password", "minLength": 1])
        let folder = try TemporaryFolder()
        let bytes = try ContractWriter(contracts: folder.url).plan(imported.draft).bytes
        #expect(!String(decoding: bytes, as: UTF8.self).contains("hunter2"))
    }

    @Test func importsABodyAsOneArgumentPerMember() throws {
        let imported = try operation(
            ##"""
            "requestBody": {"required": true, "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/Draft"}, "example": {"title": "Milk", "tags": ["a"]}}}},
            "responses": {"201": {"description": "made"}}
            """##,
            ##"""
            {"schemas": {"Draft": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"type": "object", "required": ["title", "id"],
               "properties": {"title": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}}}]},
              "Base": {"type": "object", "properties": {"id": {"type": "string", "readOnly": true}, "owner": {"$ref": "#/components/schemas/Owner"}}},
              "Owner": {"type": "object", "properties": {"name": {"type": "string"}}}}}
            """##, method: "post")
        let endpoint = try #require(imported.draft.endpoints.first)
        #expect(endpoint.request.body == [.body: ["owner": "{owner}", "title": "{title}", "tags": "{tags}"]])
        #expect(endpoint.request.headers == ["Content-Type": "application/json"])
        #expect(endpoint.arguments["owner"] == ["anyOf": [["$ref": "#/$defs/Owner"], ["type": "null"]]])
        #expect(endpoint.cases.first?.arguments == ["title": "Milk", "tags": ["a"]])
        _ = try contract(of: imported.draft)
    }

    @Test func importsResponsesAsModelsAndDefinitions() throws {
        let imported = try operation(
            ##"""
            "responses": {"200": {"description": "all", "content": {"application/json": {
                "schema": {"type": "object", "required": ["notes"], "properties": {
                  "notes": {"type": "array", "items": {"$ref": "#/components/schemas/Note"}}, "next": {"$ref": "#/components/schemas/Cursor"}}},
                "example": {"notes": [{"id": 1}, {"id": "n"}]}}}},
              "4XX": {"description": "no", "content": {"application/problem+json": {"schema": {}}}}, "default": {"description": "?"}}
            """##,
            ##"""
            {"schemas": {"Note": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}, "parent": {"$ref": "#/components/schemas/Note"}}},
              "Cursor": {"type": "string", "nullable": true}, "Unused": {"type": "string"}}}
            """##)
        let endpoint = try #require(imported.draft.endpoints.first)
        #expect(endpoint.responses.map(\.key) == ["200", "4XX", "default"])
        #expect(endpoint.responses.first?.models == ["/notes/*": "Note"])
        #expect(imported.draft.models.map(\.name) == ["Note"])
        #expect(imported.draft.models.first?.schema["properties"]?["parent"] == ["$ref": "#/models/Note/schema"])
        #expect(imported.draft.models.first?.examples == [["id": 1]])
        #expect(imported.draft.definitions == ["Cursor": ["type": ["string", "null"]]])
        #expect(
            reasons(imported) == [
                "1 of the examples of 'Note' violates its own schema", "schemas that no operation refers to: Unused",
            ])
        let schema = try #require(try contract(of: imported.draft).endpoints.first?.responses.first)
        guard case .json(let body) = schema.body else {
            Issue.record("the response has no schema")
            return
        }
        #expect(body.schema.accepts(["notes": [["id": 1, "parent": ["id": 2]]], "next": .null]))
        #expect(!body.schema.accepts(["notes": [["id": 1, "parent": ["id": "2"]]]]))
    }

    /// A property may have the name of a keyword whose value is not a schema.
    @Test func followsReferencesBelowPropertiesNamedLikeKeywords() throws {
        let names = ["default", "required", "enum", "const", "examples", "$ref"]
        let properties = names.map { ##""\##($0)": {"$ref": "#/components/schemas/Part"}"## }.joined(separator: ", ")
        for version in ["3.0.3", "3.1.0"] {
            let imported = try draft(
                ##"""
                "paths": {"/a": {"get": {"operationId": "a", "responses": {"200": {"description": "", "content": {"application/json": {
                   "schema": {"$ref": "#/components/schemas/A"}}}}}}}},
                "components": {"schemas": {"Part": {"type": "string"}, "A": {"type": "object", "properties": {\##(properties)}}}}
                """##, version: version)
            let schema = try #require(imported.draft.models.first?.schema)
            for name in names { #expect(schema["properties"]?[name] == ["$ref": "#/$defs/Part"], "\(name)") }
            _ = try contract(of: imported.draft)
        }
    }

    @Test func readsAReferencedSecretFromTheEnvironment() throws {
        let imported = try operation(
            ##"""
            "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "required": ["word"],
               "properties": {"word": {"$ref": "#/components/schemas/Word"}}}, "example": {"word": "hunter2-w"}}}}, "responses": {}
            """##,
            #"{"schemas": {"Word": {"allOf": [{"type": "string", "format": "password", "minLength": 8}]}}}"#,
            method: "post")
        let endpoint = try #require(imported.draft.endpoints.first)
        #expect(endpoint.arguments == ["word": ["type": "string", "format": "password", "minLength": 8]])
        #expect(endpoint.cases.first?.arguments == ["word": "{env:NOTES_WORD}"])
    }

    /// `nullable` decides the encoding of `nil`: null for a required member, either form for an optional one.
    @Test func setsTheNilEncodingOfNullableMembers() throws {
        let imported = try operation(
            ##"""
            "requestBody": {"required": true, "content": {"application/json": {"schema": {"type": "object", "required": ["a", "d"],
               "properties": {"a": {"type": "string", "nullable": true}, "b": {"nullable": true, "allOf": [{"$ref": "#/components/schemas/B"}]},
                  "c": {"type": "string"}, "d": {"type": "string"}}}}}}, "responses": {}
            """##, #"{"schemas": {"B": {"type": "integer"}}}"#, method: "post")
        let endpoint = try #require(imported.draft.endpoints.first)
        #expect(endpoint.request.body == [.body: ["a": "{a|null}", "b": "{b|either}", "c": "{c}", "d": "{d}"]])
        #expect(endpoint.arguments["b"]?["anyOf"]?[1] == ["type": "null"])
        _ = try contract(of: imported.draft)
    }

    @Test func appliesTheStyleOfListsAndObjectsInAQuery() throws {
        let imported = try operation(
            #"""
            "parameters": [
              {"name": "a", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
              {"name": "b", "in": "query", "explode": false, "schema": {"type": "array", "items": {"type": "string"}}},
              {"name": "c", "in": "query", "style": "pipeDelimited", "schema": {"type": "array", "items": {"type": "string"}}},
              {"name": "d", "in": "query", "style": "deepObject", "schema": {"type": "object", "properties": {
                 "x": {"type": "integer"}, "y": {"type": "object", "properties": {"z": {"type": "string"}}}}}},
              {"name": "e", "in": "query", "schema": {"type": "object", "properties": {"f": {"type": "string"}}}},
              {"name": "g", "in": "cookie", "required": true, "schema": {"type": "string"}},
              {"name": "h", "in": "cookie", "required": true, "schema": {"type": "string"}},
              {"name": "X-I", "in": "header", "schema": {"type": "array", "items": {"type": "integer"}}}
            ], "responses": {}
            """#)
        let request = try #require(imported.draft.endpoints.first).request
        #expect(
            request.query == [
                "a": "{a}", "b": "{b|joined}", "c": "{c|joined:|}", "d[x]": "{dX}", "d[y][z]": "{dYZ}", "f": "{f}",
            ])
        #expect(request.headers == ["Cookie": "g={g}; h={h}", "X-I": "{xI|joined}"])
        _ = try contract(of: imported.draft)
    }

    @Test func joinsADelimitedListUnlessItExplodes() throws {
        let list = #"{"type": "array", "items": {"type": "string"}}"#
        let query = try operation(
            #"""
            "parameters": [
              {"name": "a", "in": "query", "style": "spaceDelimited", "explode": true, "schema": \#(list)},
              {"name": "b", "in": "query", "style": "pipeDelimited", "explode": true, "schema": \#(list)},
              {"name": "c", "in": "query", "style": "spaceDelimited", "schema": \#(list)}
            ], "responses": {}
            """#)
        #expect(
            try #require(query.draft.endpoints.first).request.query == ["a": "{a}", "b": "{b}", "c": "{c|joined: }"])
        let form = try operation(
            #"""
            "requestBody": {"content": {"application/x-www-form-urlencoded": {
              "schema": {"type": "object", "properties": {"d": \#(list), "e": \#(list), "f": \#(list)}},
              "encoding": {"d": {"style": "pipeDelimited"}, "e": {"style": "pipeDelimited", "explode": true}}
            }}}, "responses": {}
            """#, method: "post")
        #expect(
            try #require(form.draft.endpoints.first).request.body == [
                .form: ["d": "{d|joined:|}", "e": "{e}", "f": "{f}"]
            ])
    }

    @Test func importsModelsOfCallbacksAndWebhooks() throws {
        let imported = try draft(
            ##"""
            "paths": {"/a": {"post": {"operationId": "watch", "responses": {"204": {"description": ""}}, "callbacks": {"done": {"{$request.body#/url}": {
               "post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Done"}}}}, "responses": {}}}}}}}},
            "webhooks": {"note-added": {"post": {"requestBody": {"$ref": "#/components/requestBodies/Added"}, "responses": {}}}},
            "components": {"schemas": {"Done": {"type": "object", "properties": {"at": {"type": "string"}}}},
              "requestBodies": {"Added": {"content": {"application/json": {"schema": {"type": "object", "properties": {"id": {"type": "integer"}}}}}}}}
            """##, version: "3.1.0")
        #expect(imported.draft.models.map(\.name) == ["NoteAdded", "Done"])
        #expect(
            reasons(imported).filter { $0.contains("the server makes") } == [
                "the webhook 'note-added' is a call that the server makes; its body is the model 'NoteAdded'",
                "the callback 'watch done' is a call that the server makes; its body is the model 'Done'",
            ])
        _ = try contract(of: imported.draft)
    }

    @Test func reportsOnlyImportedParts() throws {
        let paths = ##"""
            "paths": {"/a": {"get": {"operationId": "a", "responses": {}}},
              "/b": {"get": {"operationId": "b", "responses": {"200": {"description": "", "content": {"application/json": {
                 "schema": {"$ref": "#/components/schemas/B"}}}}}}}},
            "components": {"schemas": {"B": {"type": "object", "properties": {"x": {"$ref": "b.json"}, "y": {"$ref": "b.json"}}}}}
            """##
        let omission = "the reference 'b.json' refers to another document, which is not read (and at 1 place more)"
        #expect(reasons(try draft(paths)).contains(omission))
        #expect(reasons(try draft(paths) { $0.only = ["b"] }).contains(omission))
        #expect(reasons(try draft(paths) { $0.only = ["a"] }) == ["the document lists no response for: GET /a"])
    }

    @Test func reportsOmittedParts() throws {
        let imported = try draft(
            ##"""
            "paths": {
              "/files": {"post": {"operationId": "upload", "requestBody": {"required": true, "content": {"multipart/form-data": {"schema": {}}}},
                 "responses": {}}},
              "/notes": {"get": {"operationId": "all", "parameters": [
                  {"name": "sid", "in": "cookie", "schema": {}}, {"name": "tags", "in": "query", "schema": {"type": "array", "items": {"type": "string"}}},
                  {"name": "filter", "in": "query", "style": "deepObject", "required": true, "schema": {"type": "object"}},
                  {"name": "old", "in": "query", "deprecated": true, "schema": {}}],
                "callbacks": {"c": {}},
                "responses": {"200": {"description": "", "headers": {"ETag": {"schema": {"type": "string"}}}, "links": {"next": {}},
                  "content": {"application/xml": {"schema": {"type": "string"}}, "text/csv": {}}}}}}},
            "webhooks": {"added": {}},
            "components": {"schemas": {"A": {"$ref": "b.json"}}}
            """##, version: "3.1.0", servers: #"[{"url": "https://a.example.com"}, {"url": "https://b.example.com"}]"#)
        #expect(imported.draft.endpoints.map(\.name) == ["all"])
        #expect(imported.draft.endpoints.first?.request.query == ["tags": "{tags}", "filter": ["type": "string"]])
        let reasons = reasons(imported)
        for expected in [
            "the reference 'b.json' refers to another document, which is not read",
            "a contract has one origin, here https://a.example.com; left out: https://b.example.com",
            "the webhook 'added' is a call that the server makes",
            "the parts that POST /files sends are not known; the operation is left out",
            "the parameter 'filter' is an object (deepObject); an argument is one value",
            "the query parameter 'old' is deprecated",
            "links between operations are left out; a scenario describes a sequence of calls",
            "a response has one media type in a contract, preferably JSON; left out: text/csv",
            "the body is application/xml, which no schema describes", "schemas that no operation refers to: A",
        ] {
            #expect(reasons.contains(expected), "\(expected)")
        }
        #expect(reasons.count == 10)
        #expect(imported.draft.omissions.allSatisfy { $0.place.hasPrefix("notes.json:") })
        let headers = imported.draft.endpoints.first?.responses.first?.headers
        #expect(headers?["ETag"] == ["optional": true, "type": "string"])
        _ = try contract(of: imported.draft)
    }

    @Test func sanitizesHostileNames() throws {
        let imported = try draft(
            ##"""
            "paths": {"/a/{..x}": {"get": {"operationId": "../../etc/passwd", "responses": {"200": {"description": "",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/..~1%20%F0%9F%98%80"}}}}}}},
              "/b/{class}": {"get": {"operationId": "../../ETC/passwd", "responses": {}}}, "/{}": {"get": {"responses": {}}},
              "/c": {"get": {"operationId": "😀", "responses": {}}, "put": {"operationId": ".", "responses": {}}}},
            "components": {"schemas": {"../ 😀": {"type": "object", "properties": {"class": {"type": "string"}, "../x": {"type": "string"}, "😀": {"type": "integer"}}}}}
            """##)
        let names = imported.draft.endpoints.map(\.name)
        #expect(names.count == 4)
        #expect(names.allSatisfy { !$0.contains("/") && !$0.contains("..") })
        let contract = try contract(of: imported.draft)
        // The contract does not map the properties; the client's models do.
        #expect(contract.models.first?.properties.map(\.path) == [])
    }

    @Test func readsRecursiveSchemasOfBothVersions() throws {
        for version in ["3.0.0", "3.1.0"] {
            let imported = try draft(
                ##"""
                "paths": {"/a": {"post": {"operationId": "a", "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}},
                   "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/B/properties/a"}}}}}}}},
                "components": {"schemas": {"A": {"oneOf": [{"type": "integer"}, {"$ref": "#/components/schemas/B"}], "discriminator": {"propertyName": "k"}},
                  "B": {"type": "object", "required": ["a"], "properties": {"a": {"type": "array", "items": {"$ref": "#/components/schemas/A"}}}}}}
                """##, version: version)
            #expect(imported.draft.endpoints.first?.request.body == [.body: "{body}"])
            #expect(Set(imported.draft.definitions.keys) == ["A", "B"])
            _ = try contract(of: imported.draft)
        }
    }

    @Test func importingTwiceChangesNothing() throws {
        let imported = try operation(
            ##""responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/N"}}}}}"##,
            #"{"schemas": {"N": {"type": "object", "properties": {"a": {"type": "string"}}}}}"#)
        let folder = try TemporaryFolder()
        let writer = ContractWriter(contracts: folder.url)
        try writer.write(try writer.plan(imported.draft))
        #expect(try writer.plan(imported.draft).isUnchanged)
    }

    @Test func importsOnlyRequestedOperations() throws {
        let paths =
            #""paths": {"/a": {"get": {"operationId": "getA", "responses": {}}, "put": {"operationId": "putA", "responses": {}}}}"#
        #expect(try draft(paths) { $0.only = ["get*"] }.draft.endpoints.map(\.name) == ["getA"])
        #expect(throws: AuthoringError("no operation matches 'x'; there are getA, putA")) {
            try draft(paths) { $0.only = ["x"] }
        }
        #expect(throws: AuthoringError("no operation matches 'geta'; there are getA, putA")) {
            try draft(paths) { $0.only = ["put*", "geta"] }
        }
    }

    @Test(arguments: [
        ("openapi: @", "notes.yaml:1:10: error: not YAML: expected a value"),
        (#"{"swagger": "1.2"}"#, "notes.yaml:1:13: error: expected Swagger 2.0"),
        (#"{"openapi": "3.0.0", "paths": {}}"#, "notes.yaml: the document names no server with a host"),
        (
            #"{"openapi": "3.0.0", "servers": [{"url": "https://a.example"}], "paths": {}}"#,
            "notes.yaml: the document has no operation"
        ),
        ("{", "notes.yaml:2:1: error: not YAML: expected \"}\""),
    ])
    func rejectsInvalidDocuments(text: String, message: String) {
        do {
            _ = try OpenAPIImport.draft(of: Array(text.utf8), file: "notes.yaml", service: "notes")
            Issue.record("it was imported")
        } catch {
            let found = (error as? SourceFault)?.report ?? "\(error)"
            #expect(found.contains(message), "\(error)")
        }
    }
}
