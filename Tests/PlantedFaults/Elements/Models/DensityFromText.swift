import Testing

@testable import ExampleClients

@Test("a density may be a text of digits") func densityFromText() async {
    await expect(
        ["model.false-accept": ["schema/properties/density/type"]],
        of: .model("elements/Element") { record in
            [
                "density": try (record.members["density"] as? String).flatMap { Double($0) }
                    ?? record["density"].ifPresent?.number()
            ]
        })
}
