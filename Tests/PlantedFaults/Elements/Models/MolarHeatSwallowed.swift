import Testing

@testable import ExampleClients

@Test("what cannot be read is swallowed") func molarHeatSwallowed() async {
    await expect(
        ["model.false-accept": ["schema/properties/molar_heat/type"]],
        of: .model("elements/Element") { record in
            ["molarHeat": try? record["molar_heat"].number()]
        })
}
