import ContractFormat
import ContractOpenAPI
import Foundation
import JSONSchema
import Testing
import YAMLValues

@testable import ContractAuthoring

/// Mutated documents, the same in every run. Each is imported or rejected with a location; none traps or hangs.
///
/// `CONTRACT_FUZZ_INPUTS` sets the number of inputs per test (default 200, at most 10,000). `CONTRACT_FUZZ_SECONDS`
/// limits the duration of each test (default 60).
@Suite(.timeLimit(.minutes(10))) struct DocumentFuzzTests {
    private static func setting(_ name: String, otherwise value: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
    }

    private static let json = """
        {
          "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" },
          "servers": [{ "url": "https://{region}.example.com/v1", "variables": { "region": { "default": "eu" } } }],
          "security": [{ "key": [] }],
          "paths": {
            "/items/{id}#one": {
              "parameters": [{ "$ref": "#/components/parameters/Id" }],
              "get": {
                "operationId": "item", "tags": ["a"],
                "parameters": [
                  { "name": "filter", "in": "query", "style": "deepObject", "explode": true,
                    "schema": { "type": "object", "properties": { "a": { "type": "string" }, "b": { "$ref": "#/components/schemas/Item" } } } },
                  { "name": "list", "in": "query", "style": "pipeDelimited", "schema": { "type": "array", "items": { "type": "integer" } } },
                  { "name": "session", "in": "cookie", "schema": { "type": "string" } }
                ],
                "responses": {
                  "200": { "description": "one", "headers": { "ETag": { "required": true, "schema": { "type": "string" } } },
                           "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Item" }, "example": { "id": 1 } } },
                           "links": { "next": { "operationId": "item" } } },
                  "4XX": { "$ref": "#/components/responses/Error" }, "default": { "description": "other" }
                },
                "callbacks": { "done": { "{$request.body#/url}": { "post": { "requestBody": { "content": {
                  "application/json": { "schema": { "type": "object", "properties": { "ok": { "type": "boolean" } } } } } } } } } }
              },
              "post": {
                "operationId": "change",
                "requestBody": { "required": true, "content": { "application/x-www-form-urlencoded": { "schema": {
                  "type": "object", "required": ["name"], "properties": { "name": { "type": "string", "minLength": 1 }, "secret": { "type": "string", "format": "password" } } },
                  "encoding": { "name": { "style": "form", "explode": false } } } } },
                "responses": { "204": { "description": "done" } }
              }
            }
          },
          "webhooks": { "moved": { "post": { "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Item" } } } } } } },
          "components": {
            "parameters": { "Id": { "name": "id", "in": "path", "required": true, "schema": { "type": "integer", "format": "int64" } } },
            "responses": { "Error": { "description": "bad", "content": { "application/problem+json": { "schema": { "oneOf": [
              { "$ref": "#/components/schemas/Item" }, { "type": "null" } ], "discriminator": { "propertyName": "kind" } } } } } },
            "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" }, "oauth": { "type": "oauth2", "flows": {} } },
            "schemas": {
              "Item": { "type": "object", "required": ["id"], "properties": {
                "id": { "type": "integer" }, "kind": { "enum": ["a", "b"] }, "default": { "type": "string", "pattern": "^a+$" },
                "child": { "$ref": "#/components/schemas/Item" }, "all": { "allOf": [{ "$ref": "#/components/schemas/Item" }, { "maxProperties": 3 }] } },
                "additionalProperties": { "type": ["string", "null"] } }
            }
          }
        }
        """

    private static let yaml = """
        # A shop.
        swagger: "2.0"
        info: { title: Shop, version: '1' }
        host: api.example.com
        basePath: /v2
        schemes: [https]
        consumes: [application/json]
        securityDefinitions:
          token: &token { type: apiKey, name: X-Token, in: header }
          other: *token
        paths:
          /items/{id}:
            parameters:
              - { name: id, in: path, required: true, type: string, pattern: "^[a-z]+$" }
            put:
              operationId: putItem
              description: |
                Puts an item,
                  and says so.
              parameters:
                - name: body
                  in: body
                  schema: { $ref: '#/definitions/Item' }
                - name: tags
                  in: query
                  type: array
                  collectionFormat: multi
                  items: {type: string}
              responses:
                200:
                  description: >-
                    the item
                  schema:
                    $ref: '#/definitions/Item'
                  headers: {X-Rate: {type: integer}}
                default: {description: "an error"}
        definitions:
          Item:
            type: object
            discriminator: kind
            required: [id, kind]
            properties:
              id: {type: integer, format: int32, minimum: 0x0}
              kind: {type: string, enum: [a, b]}
              note: {type: string, x-nullable: true, example: ~}
            allOf:
              - $ref: '#/definitions/Base'
          Base: {type: object, properties: {made: {type: string, format: date-time}}}
        ...
        """

    private static let openAPIInYAML = """
        %YAML 1.2
        ---
        openapi: 3.0.3
        info:
          title: "Shop"
          version: 1.0.0   # of the document
        servers:
          - url: 'https://{region}.example.com/v1'
            variables:
              region: {default: eu, enum: [eu, us]}
        paths:
          "/items/{id}":
            parameters: &parameters
              - name: id
                in: path
                required: yes
                schema: {type: string, pattern: '^[a-z]{1,8}$'}
            get:
              operationId: item
              parameters: *parameters
              security:
                - key: []
                - {}
              responses:
                '200':
                  description: |+
                    One item,

                    as it is kept.
                  content:
                    application/json:
                      schema: &item
                        $ref: "#/components/schemas/Item"
                      examples:
                        one:
                          value: {id: a, kind: cat, lives: 9}
                '4XX':
                  $ref: '#/components/responses/Error'
            patch:
              operationId: "change\\u0049tem"
              requestBody:
                content:
                  multipart/form-data:
                    schema:
                      type: object
                      required:
                      - photo
                      properties:
                        photo: {type: string, format: binary}
                        item: *item
              responses: {204: {description: }}
        components:
          responses:
            Error:
              description: >-
                what went
                wrong
              content: {application/problem+json: {schema: {nullable: true, allOf: [*item]}}}
          securitySchemes:
            key: {type: apiKey, in: query, name: key}
          schemas:
            Item:
              oneOf:
                - $ref: '#/components/schemas/Cat'
                - $ref: '#/components/schemas/Dog'
              discriminator:
                propertyName: kind
                mapping:
                  cat: '#/components/schemas/Cat'
                  dog: Dog
            Cat: &cat
              type: object
              required: [id, kind]
              properties:
                ? id
                : type: string
                kind: {type: string}
                lives: {type: integer, minimum: 0, exclusiveMinimum: true, maximum: .9e1, default: 0o11}
            Dog:
              <<: *cat
              additionalProperties: {type: number, format: float, multipleOf: 0.5}
        """

    private static let pieces = [
        "{", "}", "[", "]", ":", ",", "\"", "'", "- ", "? ", "&a ", "*a", "!!str ", "| ", ">\n", "#", "\n", "\n  ",
        "\t",
        "null", "true", "-1", "1e999", "9223372036854775808", "\"$ref\": \"#\",", "$ref: '#/definitions/Item'", "---\n",
        "<<: *token", "\u{0}", "\u{FEFF}", "\u{1F600}", "\\u0000", "{id}", "%7B", "~1", "..", "allOf: ",
        "\"type\": \"object\",",
    ]

    private struct Chance {
        var state: UInt64

        mutating func below(_ count: Int) -> Int {
            // SplitMix64.
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return Int((z ^ (z >> 31)) % UInt64(max(count, 1)))
        }
    }

    /// Returns the text with a few parts removed, repeated, replaced or inserted.
    private static func mutated(_ text: [UInt8], _ chance: inout Chance) -> [UInt8] {
        var bytes = text
        for _ in 0...chance.below(4) where !bytes.isEmpty {
            let start = chance.below(bytes.count)
            let end = min(bytes.count, start + 1 + chance.below([2, 12, 200][chance.below(3)]))
            switch chance.below(6) {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes.insert(contentsOf: bytes[start..<end], at: chance.below(bytes.count))
            case 2: bytes[start] = UInt8(chance.below(256))
            case 3: bytes.insert(contentsOf: pieces[chance.below(pieces.count)].utf8, at: start)
            case 4: bytes.replaceSubrange(start..<end, with: pieces[chance.below(pieces.count)].utf8)
            default: bytes.swapAt(start, chance.below(bytes.count))
            }
        }
        return bytes
    }

    /// Returns the value with one part replaced by another part or by an unsuitable value.
    private static func mutated(_ json: JSON, _ chance: inout Chance) -> JSON {
        var pointers: [JSONPointer] = []
        var waiting: [(JSONPointer, JSON)] = [(.root, json)]
        while let (pointer, value) = waiting.popLast() {
            pointers.append(pointer)
            for (key, member) in value.objectValue ?? [:] { waiting.append((pointer.appending(key), member)) }
            for (index, element) in (value.arrayValue ?? []).enumerated() {
                waiting.append((pointer.appending(index), element))
            }
        }
        let other = pointers[chance.below(pointers.count)]
        let values: [JSON] = [
            json[pointer: other] ?? .null, .null, true, -1, "", [], [:], ["$ref": .string("#\(other)")],
            ["$ref": "#/components/schemas/Item"], ["$ref": "other.yaml#/a"], .string("\(other)"), 1e300,
        ]
        return json.replacing(pointers[chance.below(pointers.count)], with: values[chance.below(values.count)])
    }

    /// Imports a document. A rejected document must come with a message.
    private func imports(_ bytes: [UInt8], named file: String) throws {
        var options = ImportOptions()
        options.service = "shop"
        options.origin = "https://api.example.com"
        let draft: ContractDraft
        do { draft = try OpenAPIImport.draft(of: bytes, file: file, options).draft } catch
            where error is AuthoringError || error is SourceFault
        {
            #expect(!"\(error)".isEmpty)
            return
        }
        #expect(!draft.endpoints.isEmpty)
    }

    /// - Returns: the number of inputs and the length of the longest.
    @discardableResult private func run(
        _ make: (inout Chance) throws -> [UInt8], named file: String, seed: UInt64
    ) throws -> (count: Int, longest: Int) {
        var chance = Chance(state: seed)
        var done = (count: 0, longest: 0)
        let end = ContinuousClock.now + .seconds(Self.setting("CONTRACT_FUZZ_SECONDS", otherwise: 60))
        for _ in 0..<min(Self.setting("CONTRACT_FUZZ_INPUTS", otherwise: 200), 10_000) where ContinuousClock.now < end {
            let bytes = try make(&chance)
            try imports(bytes, named: file)
            done = (done.count + 1, max(done.longest, bytes.count))
        }
        return done
    }

    @Test func importsUnmutatedDocuments() throws {
        try imports(Array(Self.json.utf8), named: "shop.json")
        try imports(Array(Self.yaml.utf8), named: "shop.yaml")
        try imports(Array(Self.openAPIInYAML.utf8), named: "shop.yaml")
        try imports(Self.swaggerInJSON(), named: "shop.json")
    }

    @Test func importsOrRejectsMutatedOpenAPIInJSON() throws { try textsOfJSON() }

    @Test func importsOrRejectsMutatedSwaggerInYAML() throws { try textsOfYAML() }

    @Test func importsOrRejectsMutatedSwaggerInJSON() throws { try textsOfSwaggerInJSON() }

    @Test func importsOrRejectsMutatedOpenAPIInYAML() throws { try textsOfOpenAPIInYAML() }

    /// Mutations that remain valid JSON.
    @Test func importsOrRejectsMutatedJSONValues() throws { try parts() }

    @discardableResult private func textsOfJSON() throws -> (count: Int, longest: Int) {
        try run({ Self.mutated(Array(Self.json.utf8), &$0) }, named: "shop.json", seed: 1)
    }

    @discardableResult private func textsOfYAML() throws -> (count: Int, longest: Int) {
        try run({ Self.mutated(Array(Self.yaml.utf8), &$0) }, named: "shop.yaml", seed: 2)
    }

    private static func swaggerInJSON() throws -> [UInt8] { try JSON(yaml: Array(yaml.utf8)).bytes() }

    @discardableResult private func textsOfSwaggerInJSON() throws -> (count: Int, longest: Int) {
        let text = try Self.swaggerInJSON()
        return try run({ Self.mutated(text, &$0) }, named: "shop.json", seed: 4)
    }

    @discardableResult private func textsOfOpenAPIInYAML() throws -> (count: Int, longest: Int) {
        try run({ Self.mutated(Array(Self.openAPIInYAML.utf8), &$0) }, named: "shop.yaml", seed: 5)
    }

    @discardableResult private func parts() throws -> (count: Int, longest: Int) {
        let json = try JSON(parsing: Self.json)
        return try run(
            { chance in
                var value = json
                for _ in 0...chance.below(3) { value = Self.mutated(value, &chance) }
                return value.bytes()
            }, named: "shop.json", seed: 3)
    }

    #if os(Linux)
        /// Runs in a separate process, so that no other test allocates memory. The limit is ten times the input's size,
        /// on top of the memory for the unchanged documents and the allocator's reserve.
        @Test func limitsMemoryToTenTimesTheDocumentSize() async {
            await #expect(processExitsWith: .success) { try DocumentFuzzTests().holdMemory() }
        }

        private struct TooMuchMemory: Error {
            let format: String
            let kilobytes: Int
        }

        /// The freed memory that the allocator keeps, in kilobytes.
        private static let floor = 8_192

        private func holdMemory() throws {
            for _ in 0..<20 { try importsUnmutatedDocuments() }
            let formats: [(name: String, run: () throws -> (count: Int, longest: Int))] = [
                ("texts of JSON", textsOfJSON), ("texts of Swagger in YAML", textsOfYAML),
                ("texts of Swagger in JSON", textsOfSwaggerInJSON), ("texts of OpenAPI in YAML", textsOfOpenAPIInYAML),
                ("parts of JSON", parts),
            ]
            for (name, run) in formats {
                let before = try Self.peak()
                let (count, longest) = try run()
                let more = try Self.peak() - before
                print("memory: \(count) \(name), at most \(longest) bytes each: \(more) kB more than \(before) kB")
                guard more <= Self.floor + longest * 10 / 1_024 else {
                    throw TooMuchMemory(format: name, kilobytes: more)
                }
            }
        }

        /// Returns the peak memory of the process, in kilobytes.
        private static func peak() throws -> Int {
            let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            return try #require(Int(line.filter(\.isNumber)))
        }
    #endif
}
