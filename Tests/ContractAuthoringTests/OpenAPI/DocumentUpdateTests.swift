import ContractFormat
import Foundation
import JSONSchema
import TestSupport
import Testing

@testable import ContractAuthoring

/// The import of a newer document into a contract that was edited since the last import.
struct DocumentUpdateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let item =
        #"{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}"#

    /// Returns a document with an operation for each path. Each operation returns an item.
    private static func document(_ item: String = item, paths: [String] = ["items"], query: String = "") -> String {
        let operations = paths.map { path in
            """
            "/\(path)": {"get": {"operationId": "\(path)", "parameters": [\(query)], "responses": {"200": {"description": "ok",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Item"}}}}}}}
            """
        }
        return """
            {"openapi": "3.0.3", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "https://shop.example.com"}],
            "paths": {\(operations.joined(separator: ",\n"))}, "components": {"schemas": {"Item": \(item)}}}
            """
    }

    @discardableResult
    private func importing(_ document: String) throws -> ContractWriter.Plan {
        let draft = try OpenAPIImport.draft(of: Array(document.utf8), file: "openapi.json", service: "shop")
        let writer = ContractWriter(contracts: folder.url)
        let plan = try writer.plan(draft)
        try writer.write(plan)
        return plan
    }

    private func text() throws -> String { try folder.text(of: "shop/contract.json") }

    private func replace(_ old: String, with new: String) throws {
        let before = try text()
        try #require(before.contains(old), "\(before)")
        try folder.write(before.replacingOccurrences(of: old, with: new), to: "shop/contract.json")
    }

    private func partsLeftUnchanged(_ plan: ContractWriter.Plan) -> [String] {
        plan.omissions.map(\.description).filter { $0.contains("left unchanged") }
    }

    private static let withColor = item.replacingOccurrences(
        of: #""name""#, with: #""color": {"type": "string"}, "name""#)

    @Test func addsNewPartsAndKeepsManualChanges() throws {
        try importing(Self.document())
        try replace(#""id": { "type": "integer" }"#, with: #""id": { "type": "integer", "minimum": 1 }"#)
        let plan = try importing(Self.document(Self.withColor))
        #expect(
            plan.changed.map(\.description) == ["/models/Item/schema/properties/color", "/models/Item/examples"])
        #expect(partsLeftUnchanged(plan) == [])
        let json = try JSON(parsing: try text())
        #expect(json[pointer: "/models/Item/schema/properties/color"] == ["type": "string"])
        #expect(json[pointer: "/models/Item/schema/properties/id/minimum"] == 1)
    }

    @Test func importingTwiceChangesNothing() throws {
        try importing(Self.document())
        try replace(#""id": { "type": "integer" }"#, with: #""id": { "type": "integer", "minimum": 1 }"#)
        try importing(Self.document(Self.withColor))
        let before = try text()
        let plan = try importing(Self.document(Self.withColor))
        #expect(plan.isUnchanged)
        #expect(plan.imported == plan.importedBefore)
        #expect(try text() == before)
        #expect(partsLeftUnchanged(plan) == [])
    }

    @Test func reportsConflictsWithBothLocations() throws {
        try importing(Self.document())
        try replace(#""name": { "type": "string" }"#, with: #""name": { "type": "string", "minLength": 1 }"#)
        let changed = Self.item.replacingOccurrences(
            of: #""name": {"type": "string"}"#, with: #""name": {"type": "integer"}"#)
        let plan = try importing(Self.document(changed))
        let place = plan.contract.source.place(of: "/models/Item/schema/properties/name/type").description
        #expect(plan.changed.map(\.description).contains("/models/Item/schema/properties/name/type"), "\(place)")
        let clashing = Self.item.replacingOccurrences(
            of: #""name": {"type": "string"}"#, with: #""name": {"type": "string", "minLength": 3}"#)
        try replace(#""type": "integer", "minLength": 1"#, with: #""type": "integer", "minLength": 2"#)
        let clash = partsLeftUnchanged(try importing(Self.document(clashing)))
        #expect(clash.count == 1)
        #expect(
            clash.first?.contains("'/models/Item/schema/properties/name/minLength' was changed by hand") == true,
            "\(clash)")
        #expect(clash.first?.contains("by the document at openapi.json:") == true, "\(clash)")
        #expect(clash.first?.contains("it was nothing, is 2, and the document says 3") == true, "\(clash)")
        #expect(try text().contains(#""minLength": 2"#))
    }

    @Test func keepsManualDeletions() throws {
        try importing(Self.document(paths: ["items", "offers"]))
        let json = try JSON(parsing: try text())
        var members = try #require(json.objectValue)
        var endpoints = try #require(members["endpoints"]?.objectValue)
        endpoints["offers"] = Optional<JSON>.none
        members["endpoints"] = .object(endpoints)
        try folder.write(JSON.object(members).text(.pretty), to: "shop/contract.json")
        let plan = try importing(Self.document(paths: ["items", "offers", "sales"]))
        #expect(plan.added == ["endpoint sales"])
        #expect(plan.contract.endpoints.map(\.name) == ["items", "sales"])
    }

    @Test func reportsPartsRemovedFromTheDocument() throws {
        try importing(Self.document(paths: ["items", "offers"]))
        let plan = try importing(Self.document(paths: ["items"]))
        #expect(
            partsLeftUnchanged(plan) == ["endpoint offers: the document no longer contains it; it was left unchanged"])
        #expect(plan.contract.endpoints.map(\.name) == ["items", "offers"])
    }

    @Test func addsAParameterWithoutChangingOtherLines() throws {
        try importing(Self.document())
        try replace(#""summary": "Shop""#, with: #""summary":   "Our shop""#)
        let plan = try importing(
            Self.document(query: #"{"name": "page", "in": "query", "schema": {"type": "integer"}}"#))
        #expect(plan.contract.endpoints.first?.argument("page")?.isOptional == true)
        #expect(try text().contains(#""summary":   "Our shop""#))
        #expect(partsLeftUnchanged(plan) == [])
    }

    @Test func keepsManualCasesBesideImportedOnes() throws {
        try importing(Self.document())
        try replace(
            #"{ "name": "example", "status": 200 }"#,
            with: #"{ "name": "example", "status": 200 }, { "name": "mine", "status": 200 }"#)
        let plan = try importing(
            Self.document(
                query:
                    #"{"name": "page", "in": "query", "required": true, "schema": {"type": "integer"}, "example": 7}"#))
        #expect(plan.contract.endpoints.first?.cases.map(\.name) == ["example", "mine"])
        #expect(partsLeftUnchanged(plan).count > 0, "the case of the person has no value for the new argument")
    }
}
