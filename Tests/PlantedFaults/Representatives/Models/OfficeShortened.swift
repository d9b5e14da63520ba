import Testing

@testable import ExampleClients

@Test("an office is cut at a length") func officeShortened() async {
    await expect(
        ["model.wrong-value": ["schema/properties/office"]],
        of: .model("representatives/Representative") { record in
            ["office": String(try record["office"].string().prefix(64))]
        })
}
