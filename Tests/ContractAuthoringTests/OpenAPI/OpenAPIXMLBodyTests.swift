import ContractFormat
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractAuthoring

/// The import of XML bodies by element, as described under `xml` in a document.
struct OpenAPIXMLBodyTests {
    /// Returns the draft of `POST /pets` and checks that its contract passes every rule of `lint`.
    private func imported(
        _ schema: String, _ components: String = "{}", example: String? = nil, version: String = "3.0.3"
    ) throws -> (request: RequestDraft, arguments: JSONObject, example: JSONObject, reasons: [String]) {
        let text = """
            {"openapi": "\(version)", "info": {"title": "Pets", "version": "1"}, "servers": [{"url": "https://api.example.com"}],
             "components": {"schemas": \(components)}, "paths": {"/pets": {"post": {"operationId": "add",
              "requestBody": {"required": true, "content": {"application/xml": {"schema": \(schema)
                \(example.map { ", \"example\": \($0)" } ?? "")}}}, "responses": {"204": {"description": ""}}}}}}
            """
        var options = ImportOptions()
        options.service = "pets"
        let imported = try OpenAPIImport.draft(of: Array(text.utf8), file: "pets.json", options)
        let folder = try TemporaryFolder()
        _ = try ContractWriter(contracts: folder.url).plan(imported.draft)
        let endpoint = try #require(imported.draft.endpoints.first)
        let example = try #require(endpoint.cases.first)
        return (endpoint.request, endpoint.arguments, example.arguments, imported.draft.omissions.map(\.reason))
    }

    @Test func importsElementsAttributesAndLists() throws {
        let found = try imported(
            ##"{"$ref": "#/components/schemas/Pet"}"##,
            ##"""
            {"Pet": {"type": "object", "required": ["id", "name", "photoUrls"], "xml": {"name": "pet"}, "properties": {
                "id": {"type": "integer", "xml": {"attribute": true}},
                "kind": {"type": "string", "xml": {"attribute": true, "name": "type"}},
                "made": {"type": "string", "readOnly": true},
                "name": {"type": "string"}, "weight": {"type": "number", "xml": {"name": "kg"}},
                "category": {"$ref": "#/components/schemas/Category"},
                "photoUrls": {"type": "array", "xml": {"wrapped": true}, "items": {"type": "string", "xml": {"name": "photoUrl"}}},
                "nicknames": {"type": "array", "items": {"type": "string", "xml": {"name": "nickname"}}},
                "codes": {"type": "array", "xml": {"name": "code", "wrapped": true}, "items": {"type": "integer"}}}},
             "Category": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}, "label": {"type": "string"}}}}
            """##,
            example:
                #"{"id": 7, "name": "Tom", "photoUrls": ["a", "b"], "category": {"id": 2, "label": "cats"}, "codes": [1]}"#
        )
        #expect(
            found.request.body
                == [
                    .xml: .string(
                        "<pet id='{id}' type='{kind}'><name>{name}</name><kg>{weight}</kg>"
                            + "<category><id>{categoryId}</id><label>{categoryLabel}</label></category>"
                            + "<photoUrls><photoUrl>{photoUrls}</photoUrl></photoUrls><nickname>{nicknames}</nickname>"
                            + "<code><code>{codes}</code></code></pet>")
                ])
        #expect(found.request.headers["Content-Type"] == "application/xml")
        #expect(
            found.arguments == [
                "id": ["type": "integer"], "kind": ["type": ["string", "null"]], "name": ["type": "string"],
                "weight": ["type": ["number", "null"]], "categoryId": ["type": "integer"],
                "categoryLabel": ["type": ["string", "null"]],
                "photoUrls": ["type": "array", "items": ["type": "string"]],
                "nicknames": ["type": ["array", "null"], "items": ["type": "string"]],
                "codes": ["type": ["array", "null"], "items": ["type": "integer"]],
            ])
        #expect(
            found.example == [
                "id": 7, "name": "Tom", "categoryId": 2, "categoryLabel": "cats", "photoUrls": ["a", "b"], "codes": [1],
            ])
        #expect(found.reasons == ["the element 'category' is optional, but is always written"])
    }

    @Test func importsNamespacesPrefixesAndText() throws {
        let found = try imported(
            #"""
            {"type": "object", "required": ["lang", "value", "to"], "xml": {"name": "note", "namespace": "urn:notes?a&b"}, "properties": {
              "lang": {"type": "string", "xml": {"attribute": true, "prefix": "m", "namespace": "urn:meta"}},
              "to": {"type": "string", "xml": {"prefix": "p", "namespace": "urn:people"}},
              "value": {"type": "string", "xml": {"nodeType": "text"}}}}
            """#, version: "3.1.0")
        #expect(
            found.request.body
                == [
                    .xml: .string(
                        "<note xmlns='urn:notes?a&amp;b' xmlns:m='urn:meta' m:lang='{lang}'>"
                            + "<p:to xmlns:p='urn:people'>{to}</p:to>{value}</note>")
                ])
    }

    @Test func omitsAndReportsUnsupportedParts() throws {
        let found = try imported(
            ##"{"$ref": "#/components/schemas/Order"}"##,
            ##"""
            {"Order": {"type": "object", "required": ["items"], "properties": {
                "items": {"type": "array", "xml": {"wrapped": true}, "items": {"$ref": "#/components/schemas/Item"}},
                "gifts": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}},
                "parent": {"$ref": "#/components/schemas/Order"}, "extra": {"type": "object", "additionalProperties": true},
                "a b": {"type": "string"}}},
             "Item": {"type": "object", "xml": {"name": "item"}, "required": ["isbn"], "properties": {"isbn": {"type": "string"}}}}
            """##, example: #"{"items": [{"isbn": "0306406152"}, {"isbn": "080442957X"}]}"#)
        #expect(
            found.request.body == [.xml: "<Order><items><item><isbn>{itemsIsbn}</isbn></item></items></Order>"])
        #expect(found.example == ["itemsIsbn": "0306406152"])
        #expect(
            found.reasons == [
                "the element 'item' is repeated and contains elements; one was written",
                "the element 'item' is optional, is repeated and contains elements; it is left out",
                "the element 'parent' contains content that a template cannot express; it is left out",
                "the element 'extra' contains content that a template cannot express; it is left out",
                "the element 'a b' contains content that a template cannot express; it is left out",
            ])
    }

    /// The whole text becomes one argument if the root has no name or a required part is not an element.
    @Test(arguments: [
        #"{"type": "object", "properties": {"a": {"type": "string"}}}"#,
        #"{"type": "object", "xml": {"name": "a b"}, "properties": {"a": {"type": "string"}}}"#,
        #"{"type": "object", "xml": {"name": "r"}, "required": ["m"], "properties": {"a": {"type": "string"}, "m": {"type": "object"}}}"#,
        #"{"type": "object", "xml": {"name": "r"}, "properties": {"a": {"type": "string", "xml": {"attribute": true}}, "b": {"type": "string", "xml": {"attribute": true, "name": "a"}}}}"#,
        #"{"type": "array", "xml": {"name": "r", "wrapped": true}, "items": {"type": "string"}}"#,
    ])
    func usesOneArgumentIfNoElementsAreDescribed(schema: String) throws {
        let found = try imported(schema)
        #expect(found.request.body == [.text: "{body}"])
        #expect(found.arguments.keys == ["body"])
        #expect(found.reasons.contains("the XML of the body is an argument: write its elements under 'xml'"))
    }
}
