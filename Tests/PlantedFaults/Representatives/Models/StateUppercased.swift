import Testing

@testable import ExampleClients

@Test("a state is put in capitals, as those in every recording are") func stateUppercased() async {
    await expect(
        ["model.wrong-value": ["schema/properties/state"]],
        of: .model("representatives/Representative") { record in
            ["state": try record["state"].string().uppercased()]
        })
}
