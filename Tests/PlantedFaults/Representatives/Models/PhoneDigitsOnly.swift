import Testing

@testable import ExampleClients

@Test("a telephone number keeps its digits only") func phoneDigitsOnly() async {
    await expect(
        ["model.wrong-value": ["schema/properties/phone"]],
        of: .model("representatives/Representative") { record in
            ["phone": try record["phone"].string().filter(\.isNumber)]
        })
}
