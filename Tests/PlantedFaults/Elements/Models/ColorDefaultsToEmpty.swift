import Testing

@testable import ExampleClients

@Test("no colour is an empty string") func colorDefaultsToEmpty() async {
    await expect(
        ["model.wrong-value": ["schema/properties/color"]],
        of: .model("elements/Element") { record in
            ["color": try record["color"].ifPresent?.string() ?? ""]
        })
}
