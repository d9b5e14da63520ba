import Testing

@testable import ExampleClients

@Test("a mass passes through a type of seven digits") func massThroughFloat() async {
    await expect(
        ["model.wrong-value": ["schema/properties/atomic_mass"]],
        of: .model("elements/Element") { record in
            ["atomicMass": Double(Float(try record["atomic_mass"].number()))]
        })
}
