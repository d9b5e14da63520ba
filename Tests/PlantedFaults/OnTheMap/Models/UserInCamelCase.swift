import Testing

@testable import ExampleClients

@Test("keys are read in the wrong case") func userInCamelCase() async {
    await expect(
        ["model.wrong-value": ["schema/properties/first_name", "schema/properties/last_name"]],
        of: .model("on-the-map/User") { record in
            [
                "firstName": try record["firstName"].ifPresent?.string(),
                "lastName": try record["lastName"].ifPresent?.string(),
            ]
        })
}
