import Testing

@testable import ExampleClients

@Test("a mass is read out of a text, so a text of digits passes too") func massFromText() async {
    await expect(
        ["model.false-accept": ["schema/properties/atomic_mass/type"]],
        of: .model("elements/Element") { record in
            guard let value = record.members["atomic_mass"], let mass = Double("\(value)") else { return nil }
            return ["atomicMass": mass]
        })
}
