import Testing

@testable import ExampleClients

@Test("given and family name are swapped") func namesSwapped() async {
    await expect(
        ["model.wrong-value": ["schema/properties/first_name", "schema/properties/last_name"]],
        of: .model("on-the-map/User") { record in
            [
                "firstName": try record["last_name"].ifPresent?.string(),
                "lastName": try record["first_name"].ifPresent?.string(),
            ]
        })
}
