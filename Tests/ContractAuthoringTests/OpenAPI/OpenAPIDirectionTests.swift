import ContractFormat
import Foundation
import JSONSchema
import Testing

@testable import ContractAuthoring

/// The import of schemas that requests and responses read differently, because a property is read-only.
struct OpenAPIDirectionTests {
    private static let item =
        #""Item": {"type": "object", "required": ["id", "v"], "properties": {"id": {"type": "integer", "readOnly": true}, "v": {"type": "string"}}}"#

    private func imported(_ body: String, _ components: String) throws -> (draft: ContractDraft, contract: Contract) {
        let imported = try operation(
            """
            "requestBody": {"required": true, "content": {"application/json": {"schema": \(body)}}},
            "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Item"}}}}}
            """, #"{"schemas": {\#(Self.item), \#(components)}}"#, method: "post")
        return (imported.draft, try contract(of: imported.draft))
    }

    /// The reference to the item is the same in both directions. Its target is not.
    @Test func requiresNoReadOnlyMemberBehindAReference() throws {
        let one =
            ##""One": {"oneOf": [{"$ref": "#/components/schemas/Item"}, {"type": "object", "required": ["z"], "properties": {"z": {"type": "string"}}}]}"##
        let contract = try imported(##"{"$ref": "#/components/schemas/One"}"##, one).contract
        let schema = try #require(contract.endpoints[0].argument("body")?.schema.schema)
        #expect(schema.accepts(["v": "a"]))
        #expect(!schema.accepts(["id": 1]))
        #expect(contract.model("Item")?.schema.schema.accepts(["v": "a"]) == false)
    }

    @Test func sharesADefinitionThatIsTheSameInBothDirections() throws {
        let components = """
            "Color": {"oneOf": [{"$ref": "#/components/schemas/Name"}, {"type": "integer"}]}, "Name": {"type": "string"}
            """
        let draft = try imported(##"{"$ref": "#/components/schemas/Color"}"##, components).draft
        #expect(draft.definitions.keys.sorted() == ["Color", "Name"])
    }

    @Test func seesAReadOnlyPropertyInAnotherPartOfAConjunction() throws {
        let all =
            #""All": {"allOf": [{"type": "object", "properties": {"id": {"type": "integer", "readOnly": true}, "v": {"type": "string"}}}, {"required": ["id", "v"]}]}"#
        let choice = ##""Choice": {"oneOf": [{"$ref": "#/components/schemas/All"}, {"type": "string"}]}"##
        let contract = try imported(##"{"$ref": "#/components/schemas/Choice"}"##, "\(all), \(choice)").contract
        let schema = try #require(contract.endpoints[0].argument("body")?.schema.schema)
        #expect(schema.accepts(["v": "a"]))
        #expect(!schema.accepts(["id": 1]))
    }

    /// The elements of a property refer to components, each of which is examined on its own.
    @Test func notesUndescribedMembersOfManySchemas() throws {
        let names = (0..<14).map { "s\($0)" }
        let members = names.map {
            ##""\##($0)": {"type": "array", "items": {"$ref": "#/components/schemas/\##($0)"}}"##
        }
        let schemas = names.map {
            #""\#($0)": {"type": "object", "required": ["gone"], "properties": {\#(members.joined(separator: ", "))}}"#
        }
        let imported = try operation(
            ##""responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/s0"}}}}}"##,
            "{\"schemas\": {\(schemas.joined(separator: ", "))}}")
        let notes = reasons(imported).filter { $0.contains("'gone' is required") }
        #expect(notes == ["'gone' is required, but no property describes it (and at 13 places more)"])
    }
}
