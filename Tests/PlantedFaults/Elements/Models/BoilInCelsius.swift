import Testing

@testable import ExampleClients

@Test("a boiling point is converted to another unit") func boilInCelsius() async {
    await expect(
        ["model.wrong-value": ["schema/properties/boil"]],
        of: .model("elements/Element") { record in
            ["boil": try record["boil"].ifPresent.map { field throws(JSONMismatch) in try field.number() - 273.15 }]
        })
}
