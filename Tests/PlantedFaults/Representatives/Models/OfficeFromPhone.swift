import Testing

@testable import ExampleClients

@Test("the office is read under the key of the telephone") func officeFromPhone() async {
    await expect(
        ["model.wrong-value": ["schema/properties/office"]],
        of: .model("representatives/Representative") { record in
            ["office": try record["phone"].string()]
        })
}
