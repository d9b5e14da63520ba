import Testing

@testable import ExampleClients

@Test("no family name is an empty one") func userDefaultsToEmpty() async {
    await expect(
        ["model.wrong-value": ["schema/properties/last_name"]],
        of: .model("on-the-map/User") { record in
            ["lastName": try record["last_name"].ifPresent?.string() ?? ""]
        })
}
