import Testing

@testable import ExampleClients

@Test("a text that says null is none") func appearanceNullText() async {
    await expect(
        ["model.wrong-value": ["schema/properties/appearance"]],
        of: .model("elements/Element") { record in
            let text = try record["appearance"].ifPresent?.string()
            return ["appearance": text == "null" ? nil : text]
        })
}
