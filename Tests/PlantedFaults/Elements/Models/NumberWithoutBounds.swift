import Testing

@testable import ExampleClients

@Test("an atomic number may be anything") func numberWithoutBounds() async {
    await expect(
        ["model.false-accept": ["schema/properties/number/minimum", "schema/properties/number/maximum"]],
        of: .model("elements/Element") { record in
            ["number": try record["number"].integer()]
        })
}
