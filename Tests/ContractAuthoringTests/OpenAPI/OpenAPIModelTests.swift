import CommandTestSupport
import ContractChecking
import ContractFormat
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractAuthoring

/// Every object in a successful response becomes a model, regardless of where the document defines it.
struct OpenAPIModelTests {
    private static func get(_ schema: String, status: String = "200") -> String {
        #"{"get": {"responses": {"\#(status)": {"description": "", "content": {"application/json": {"schema": \#(schema)}}}}}}"#
    }

    private static let book = #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}"#

    private func models(_ paths: String, _ schemas: String = "{}") throws -> ContractDraft {
        let imported = try draft(#""paths": {\#(paths)}, "components": {"schemas": \#(schemas)}"#)
        _ = try contract(of: imported.draft)
        return imported.draft
    }

    private func placements(_ draft: ContractDraft) -> [JSONObject] {
        draft.endpoints.compactMap { $0.responses.first?.models }
    }

    @Test func importsAReferencedComponentAsOneModel() throws {
        let list =
            ##"{"type": "object", "properties": {"books": {"type": "array", "items": {"$ref": "#/components/schemas/book"}}}}"##
        let draft = try models(
            ##""/books": \##(Self.get(##"{"$ref": "#/components/schemas/list"}"##)), "/books/{id}": \##(Self.get(##"{"$ref": "#/components/schemas/book"}"##))"##,
            #"{"list": \#(list), "book": \#(Self.book)}"#)
        #expect(draft.models.map(\.name) == ["list", "book"])
        #expect(placements(draft) == [["": "list"], ["": "book"]])
        #expect(draft.models[0].schema["properties"]?["books"]?["items"] == ["$ref": "#/models/book/schema"])
        #expect(draft.unbound == [])
    }

    /// The elements of a page are named after the path. The same schema in two responses becomes one model.
    @Test func namesAnInlineObjectAfterThePath() throws {
        let page =
            #"{"type": "object", "properties": {"page": {"type": "integer"}, "results": {"type": "array", "items": \#(Self.book)}}}"#
        let draft = try models(
            ##""/3/movie/popular": \##(Self.get(page)), "/3/movies/{id}": \##(Self.get(Self.book)), "/movies": \##(Self.get(page))"##
        )
        #expect(draft.models.map(\.name) == ["Popular", "Movie"])
        #expect(placements(draft) == [["/results/*": "Popular"], ["": "Movie"], ["/results/*": "Movie"]])
        #expect(
            draft.endpoints[0].responses[0].body
                == [
                    .schema: [
                        "type": "object",
                        "properties": [
                            "page": ["type": "integer"],
                            "results": ["type": "array", "items": ["$ref": "#/models/Popular/schema"]],
                        ],
                    ]
                ])
    }

    /// An object around the list of books is not named "Book". A response component keeps its own name.
    @Test func namesAWrapperAfterItsComponentOrOperation() throws {
        let shelf =
            #"{"type": "object", "properties": {"name": {"type": "string"}, "books": {"type": "array", "items": {"type": "object", "properties": {"isbn": {"type": "string"}}}}}}"#
        let get = #""operationId": "getShelf", "responses": {"200": "#
        let content = #"{"description": "", "content": {"application/json": {"schema": \#(shelf)}}}"#
        let inline = try models(#""/shelves/{id}/books": {"get": {\#(get)\#(content)}}}"#)
        #expect(inline.models.map(\.name) == ["GetShelf"])
        let reference = ##"{"$ref": "#/components/responses/ShelfResponse"}"##
        let referred = try draft(
            #""paths": {"/shelves/{id}/books": {"get": {\#(get)\#(reference)}}}}, "components": {"responses": {"ShelfResponse": \#(content)}}"#
        ).draft
        #expect(referred.models.map(\.name) == ["ShelfResponse"])
    }

    @Test func namesAModelAfterTheOperationIfTheNounIsTaken() throws {
        let other = #"{"type": "object", "properties": {"title": {"type": "string"}}}"#
        let draft = try models(
            ##""/book": \##(Self.get(Self.book)), "/shelf/{id}/book": \##(Self.get(other))"##)
        #expect(draft.models.map(\.name) == ["Book", "GetShelfByIdBook"])
    }

    @Test func importsAlternativesAndDictionaryValuesAsModels() throws {
        let draft = try models(
            ##"""
            "/user": \##(Self.get(##"{"oneOf": [{"$ref": "#/components/schemas/a"}, {"$ref": "#/components/schemas/b"}]}"##)),
            "/rates": \##(Self.get(##"{"type": "object", "additionalProperties": {"$ref": "#/components/schemas/a"}}"##))
            """##,
            #"{"a": \#(Self.book), "b": {"type": "object", "properties": {"name": {"type": "string"}}}}"#)
        #expect(draft.models.map(\.name) == ["a", "User"])
        #expect(placements(draft) == [["": "User"], ["/*": "a"]])
        #expect(draft.models[1].schema == ["oneOf": [["$ref": "#/models/a/schema"], ["$ref": "#/$defs/b"]]])
    }

    /// Models that occur only in errors need no binding. An inline error schema does not become a model.
    @Test func leavesErrorModelsUnbound() throws {
        let draft = try models(
            ##"""
            "/a": {"get": {"responses": {
              "200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/book"}}}},
              "404": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/problem"}}}},
              "409": {"description": "", "content": {"application/json": {"schema": \##(Self.book)}}}}}}
            """##,
            #"{"book": \#(Self.book), "problem": {"type": "object", "properties": {"detail": {"type": "string"}}}}"#)
        #expect(draft.models.map(\.name) == ["book", "problem"])
        let contract = try contract(of: draft)
        #expect(contract.models.map { contract.leavesUnbound($0) } == [false, true])
        #expect(!BindingText.text(of: contract).contains("problem"))
    }

    @Test func omitsBodiesOfResponsesThatCannotHaveOne() throws {
        let responses = ["204", "304", "200"].map {
            #""\#($0)": {"description": "", "content": {"application/json": {"schema": \#(Self.book)}}}"#
        }.joined(separator: ", ")
        let imported = try draft(
            #""paths": {"/a": {"get": {"operationId": "a", "responses": {\#(responses)}}, "head": {"operationId": "b", "responses": {\#(responses)}}}}"#
        )
        let bodies = imported.draft.endpoints.map { $0.responses.map { $0.body.isEmpty && $0.content == nil } }
        #expect(bodies == [[true, true, false], [true, true, true]])
        #expect(
            reasons(imported) == [
                "a response with this status or method has no body; the body is left out in: GET /a (204), GET /a (304), "
                    + "HEAD /a (204), HEAD /a (304), HEAD /a (200) (and at 4 places more)",
                "the document has no example of 'A'; one of each is made up",
            ])
        _ = try contract(of: imported.draft)
    }

    /// If a document requires no members, its minimal instance would be an empty object.
    @Test func madeUpExamplesHaveEveryMember() throws {
        let draft = try models(
            ##"""
            "/a": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {
              "schema": {"$ref": "#/components/schemas/shelf"}}}}}}}
            """##,
            ##"""
            {"book": {"type": "object", "properties": {"title": {"type": "string"}, "sequel": {"$ref": "#/components/schemas/book"}}},
             "shelf": {"type": "object", "properties": {"number": {"type": "integer"},
               "books": {"type": "array", "items": {"$ref": "#/components/schemas/book"}}}}}
            """##)
        let shelf = try #require(draft.models.first { $0.name == "shelf" })
        #expect(shelf.examples == [["number": 1, "books": [["title": "text", "sequel": [:]]]]])
    }

    @Test func selectsOperationsByPathAndMethod() throws {
        let paths =
            ##""/pets": \##(Self.get(Self.book)), "/pets/{id}": \##(Self.get(Self.book)), "/shops": \##(Self.get(Self.book))"##
        func names(_ only: String) throws -> [String] {
            try draft(#""paths": {\#(paths)}"#) { $0.only = [only] }.draft.endpoints.map(\.name)
        }
        #expect(try names("GET /pets*") == ["getPets", "getPetsById"])
        #expect(try names("/pets/*") == ["getPetsById"])
        #expect(throws: AuthoringError("no operation matches 'PUT /pets'; there are getPets, getPetsById, getShops")) {
            try names("PUT /pets")
        }
    }

    // MARK: - With a suite

    private struct Item: Decodable { let id: Int }

    private static let document = #"""
        {"openapi": "3.0.3", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "https://shop.example.com"}],
         "paths": {
           "/items/{id}": {"get": {"operationId": "items/get", "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
             "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/item-view"}}}},
                           "404": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/problem"}}}}}}},
           "/orders": {"get": {"operationId": "orders/list", "responses": {"200": {"description": "", "content": {"application/json": {
             "schema": {"$ref": "#/components/schemas/order"}}}}}}}},
         "components": {"schemas": {
           "item-view": {"type": "object", "required": ["id", "order"], "properties": {"id": {"type": "integer"}, "order": {"$ref": "#/components/schemas/order"}}},
           "order": {"type": "object", "properties": {"number": {"type": "integer"}}},
           "problem": {"type": "object", "properties": {"detail": {"type": "string"}}}}}}
        """#

    private func run(_ words: [String], in folder: TemporaryFolder, _ parts: @escaping () -> [Service]) async
        -> CommandOutput
    {
        let suite = ContractSuite(
            contracts: folder.url.appending(path: "Contracts"), recordings: folder.url.appending(path: "Recordings")
        ) { parts() }
        return await CommandOutput.of(words, over: suite)
    }

    @Test func importsOnlyBoundModelsAndEndpoints() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.document, to: "shop.json")
        let words = ["import", folder.path("shop.json"), "--service", "shop", "--bound", "--faults"]
        let output = await run(words, in: folder) {
            [
                Service("shop") {
                    Model("ItemView", decoding: Item.self)
                    Endpoint("itemsGet") { _ in throw URLError(.badURL) }
                }
            ]
        }
        #expect(output.code == .success, "\(output.err)")
        let contract = try #require(
            ContractLoader.load(file: folder.url.appending(path: "Contracts/shop/contract.json"), service: "shop")
                .contract)
        #expect(contract.endpoints.map(\.name) == ["itemsGet"])
        #expect(contract.models.map(\.name) == ["ItemView"])
        #expect(contract.unbound == [])
        #expect(
            output.out.contains(
                #"  itemsGet: "faults": {"unreachable":"NSURLErrorDomain.-1004","timeout":"NSURLErrorDomain.-1001","#
                    + #""malformedBody":"DecodingError","status:404":"…","status:503":"…"}"#), "\(output.out)")
        // A proposal is reported but not written to the contract.
        #expect(contract.endpoints.flatMap(\.faults).map(\.name) == [])
    }

    @Test func rejectsTheBoundOptionWithoutABinding() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.document, to: "shop.json")
        let output = await run(["import", folder.path("shop.json"), "--service", "shop", "--bound"], in: folder) { [] }
        #expect(output.code == .usage)
        #expect(
            output.err
                == "contracts: no code is bound to 'shop'; '--bound' imports the endpoints and models of Service(\"shop\") { … }\n"
        )
    }
}
