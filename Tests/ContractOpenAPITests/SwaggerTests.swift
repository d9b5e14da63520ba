import JSONSchema
import Testing

@testable import ContractOpenAPI

@Suite struct SwaggerTests {
    private let text = """
        swagger: "2.0"
        info: {title: Notes, version: "1"}
        host: notes.example
        basePath: /v1
        schemes: [http, https]
        consumes: [application/json]
        produces: [application/json, application/xml]
        securityDefinitions:
          key: {type: apiKey, name: X-Key, in: header}
          login: {type: basic}
        security:
        - key: []
        parameters:
          limit: {name: limit, in: query, type: integer, format: int32, maximum: 50}
          note: {name: note, in: body, required: true, schema: {$ref: '#/definitions/Note'}}
        responses:
          gone: {description: Gone, schema: {$ref: '#/definitions/Fault'}}
        definitions:
          Note:
            type: object
            discriminator: kind
            required: [kind]
            properties:
              kind: {type: string}
              parent: {$ref: '#/definitions/Note'}
              text: {type: string, x-nullable: true}
              rogue: {type: string, const: x}
            example: {kind: a, $ref: '#/definitions/Nothing'}
          Fault: {type: object}
        paths:
          /notes:
            parameters:
            - $ref: '#/parameters/limit'
            get:
              operationId: list
              parameters:
              - {name: tags, in: query, type: array, items: {type: string}, collectionFormat: multi}
              - {name: ids, in: query, type: array, items: {type: integer}}
              - {name: odd, in: query, type: array, items: {type: string}, collectionFormat: tsv}
              responses:
                200:
                  description: OK
                  schema: {type: array, items: {$ref: '#/definitions/Note'}}
                  headers: {X-Total: {type: integer, description: all}}
                  examples: {application/json: [{kind: a}]}
                410: {$ref: '#/responses/gone'}
            post:
              operationId: add
              security: [{login: []}]
              schemes: [http]
              parameters:
              - $ref: '#/parameters/note'
              responses: {201: {description: Made}}
          /files:
            post:
              operationId: upload
              consumes: [multipart/form-data]
              produces: [image/png]
              parameters:
              - {name: file, in: formData, type: file, required: true}
              - {name: title, in: formData, type: string}
              responses: {200: {description: OK, schema: {type: file}}}
          /login:
            post:
              operationId: login
              consumes: [application/x-www-form-urlencoded]
              parameters:
              - {name: user, in: formData, type: string, required: true}
              - {name: roles, in: formData, type: array, items: {type: string}, collectionFormat: pipes}
              responses: {204: {description: OK}}
        """

    private func read() throws -> OpenAPIDocument { try OpenAPIDocument(parsing: Array(text.utf8), file: "notes.yaml") }

    @Test func readsServersOperationsAndSecurity() throws {
        let document = try read()
        #expect(document.title == "Notes")
        #expect(document.servers.map(\.url) == ["https://notes.example/v1", "http://notes.example/v1"])
        #expect(document.operations.compactMap(\.id) == ["list", "add", "upload", "login"])
        #expect(document.schemas.map(\.name) == ["Note", "Fault"])
        let list = try #require(document.operation(id: "list"))
        #expect(list.security.flatMap(\.schemes).map(\.kind) == [.apiKey(name: "X-Key", location: .header)])
        let add = try #require(document.operation(id: "add"))
        #expect(add.security.flatMap(\.schemes).map(\.kind) == [.http(scheme: "basic")])
        #expect(add.servers.map(\.url) == ["http://notes.example/v1"])
    }

    @Test func readsParametersWithTheirFormats() throws {
        let list = try #require(try read().operation(id: "list"))
        #expect(list.parameters.map(\.name) == ["limit", "tags", "ids", "odd"])
        #expect(list.parameters.map(\.style) == ["form", "form", "form", "form"])
        #expect(list.parameters.map(\.explodes) == [true, true, false, false])
        let document = try read()
        let limit = try #require(list.parameters[0].schema)
        #expect(document[limit] == ["type": "integer", "format": "int32", "maximum": 50])
    }

    @Test func readsBodiesAndForms() throws {
        let document = try read()
        let add = try #require(document.operation(id: "add")?.body)
        #expect(add.isRequired)
        #expect(add.content.map(\.mediaType) == ["application/json"])
        #expect(document[try #require(add.content[0].schema)] == ["$ref": "#/components/schemas/Note"])

        let upload = try #require(document.operation(id: "upload")?.body)
        #expect(upload.content.map(\.mediaType) == ["multipart/form-data"])
        #expect(
            document[try #require(upload.content[0].schema)] == [
                "type": "object", "required": ["file"],
                "properties": ["file": ["type": "string", "format": "binary"], "title": ["type": "string"]],
            ])

        let login = try #require(document.operation(id: "login")?.body)
        #expect(login.content.map(\.mediaType) == ["application/x-www-form-urlencoded"])
        #expect(
            document[login.content[0].pointer]?["encoding"] == [
                "roles": ["style": "pipeDelimited", "explode": false]
            ])
    }

    @Test func readsResponses() throws {
        let document = try read()
        let list = try #require(document.operation(id: "list"))
        let found = try #require(list.response(status: 200))
        #expect(found.content.map(\.mediaType) == ["application/json", "application/xml"])
        #expect(found.content[0].examples == [[["kind": "a"]]])
        #expect(found.headers.map(\.name) == ["X-Total"])
        let gone = try #require(list.response(status: 410))
        #expect(document[try #require(gone.content[0].schema)] == ["$ref": "#/components/schemas/Fault"])
        let file = try #require(document.operation(id: "upload")?.response(status: 200))
        #expect(file.content.map(\.mediaType) == ["image/png"])
        #expect(document[try #require(file.content[0].schema)] == ["type": "string", "format": "binary"])
    }

    @Test func convertsSchemasButNotExamples() throws {
        let library = try read().schemas(for: .response)
        let note = try #require(library.root[pointer: "/components/schemas/Note"])
        #expect(note["properties"]?["parent"] == ["$ref": "#/components/schemas/Note"])
        #expect(note["properties"]?["text"] == ["type": ["string", "null"]])
        #expect(note["examples"] == [["kind": "a", "$ref": "#/definitions/Nothing"]])
    }

    @Test func locatesConvertedPartsInTheFile() throws {
        let document = try read()
        #expect(
            document.faults.map(\.description) == [
                "notes.yaml:39:86: OpenAPI 3.0 has no equivalent of this collectionFormat here; commas are used instead"
            ])
        let faults = document.schemas(for: .response).faults.map(\.description)
        #expect(faults.contains("notes.yaml:27:36: 'const' has no meaning in a schema of OpenAPI 3.0"))
        #expect(document.place(of: "/components/schemas/Fault").description == "notes.yaml:29:10")
        #expect(document.place(of: "/components/schemas/Fault").pointer == "/definitions/Fault")
        #expect(document.place(of: "/paths/~1files/post/requestBody").description == "notes.yaml:60:9")
        let schema: JSONPointer =
            "/paths/~1files/post/requestBody/content/multipart~1form-data/schema/properties/title/type"
        #expect(document.place(of: schema).description == "notes.yaml:61:43")
        #expect(document.place(of: "/paths/~1notes/get/parameters/1/schema/items").description == "notes.yaml:38:52")
    }
}
