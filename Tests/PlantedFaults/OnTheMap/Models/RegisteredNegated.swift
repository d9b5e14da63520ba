import Testing

@testable import ExampleClients

@Test("a boolean is turned round") func registeredNegated() async {
    await expect(
        ["model.wrong-value": ["properties/isRegistered"]],
        of: .model("on-the-map/Session") { record in
            let account = try record["account"].record()
            return ["isRegistered": try !account["registered"].boolean()]
        })
}
