import Testing

@testable import ExampleClients

@Test("a cast takes true for the number 1") func numberByCast() async {
    await expect(
        ["model.bridging": ["schema/properties/number/type"]],
        of: .model("elements/Element") { record in
            guard let atomicNumber = record.members["number"] as? Int, (1...999).contains(atomicNumber) else {
                return nil
            }
            return ["number": atomicNumber]
        })
}
