import Testing

@testable import ExampleClients

@Test("a name is whatever describes itself") func nameByDescription() async {
    await expect(
        ["model.false-accept": ["schema/required", "schema/properties/name/type"]],
        of: .model("representatives/Representative") { record in
            ["name": "\(record.members["name"] ?? "")"]
        })
}
