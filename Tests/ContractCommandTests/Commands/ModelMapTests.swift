import ContractFormat
import Foundation
import Testing

@testable import ContractCommand

/// The readable map of a model, with the properties that the contract states and those derived from member names.
struct ModelMapTests {
    private func rows(_ models: String, _ name: String = "Order") throws -> [String] {
        let model = try #require(try contract(#""models": {\#(models)}"#).model(name))
        return ModelMap(of: model).rows.map { row in
            let details = row.isAutomatic ? "by its name" : row.details
            return "\(row.member) \(row.property)\(details.isEmpty ? "" : ": \(details)")"
        }
    }

    @Test func showsEveryMemberWithThePropertyThatReadsIt() throws {
        let order = """
            "Order": {"schema": {"type": "object", "properties": {"order_id": {"type": "string"},
            "shop": {"type": "object", "properties": {"name": {"type": "string"}, "open_hours": {"type": "integer"}}},
            "placed": {"type": "integer"}, "lines": {"type": "array", "items": {"type": "object", "properties":
            {"unit_price": {"type": "number"}}}}, "labels": {"type": "array", "items": {"type": "object", "properties":
            {"text": {"type": "string"}}}}, "state": {"enum": ["open"]}}},
            "properties": {"shopName": "/shop/name", "placed": {"as": "epoch-seconds"},
            "labels": {"model": "Label", "lossy": true}, "state": {"otherwise": "other"}}},
            "Label": {"schema": {"type": "object", "properties": {"text": {"type": "string"}}}}
            """
        #expect(
            try rows(order) == [
                "/order_id orderId: by its name", "/shop/name shopName", "/shop/open_hours shop.openHours: by its name",
                "/placed placed: as epoch-seconds", "/lines lines: by its name",
                "/lines/*/unit_price lines[].unitPrice: by its name",
                "/labels labels: by the model 'Label', lossy", "/state state: otherwise \"other\"",
            ])
    }

    @Test func stopsAtModelsWithTheirOwnMap() throws {
        let folder = """
            "Folder": {"schema": {"type": "object", "properties": {"name": {"type": "string"}, "children": {"type": "array",
            "items": {"$ref": "#/models/Folder/schema"}}}}, "properties": {"title": "/name"}}
            """
        #expect(try rows(folder, "Folder") == ["/name title", "/children children: by its name"])
    }
}

/// Loads a contract with these members.
private func contract(_ members: String) throws -> Contract {
    let text = #"{"service": "made", "origin": "https://made.example", \#(members)}"#
    let loaded = ContractLoader.load(
        bytes: Array(text.utf8), file: URL(fileURLWithPath: "/made/contract.json"), service: "made")
    try #require(loaded.faults == [], "\(loaded.faults)")
    return try #require(loaded.contract)
}
