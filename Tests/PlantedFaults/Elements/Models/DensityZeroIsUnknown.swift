import Testing

@testable import ExampleClients

@Test("a density of zero passes for an unknown one") func densityZeroIsUnknown() async {
    await expect(
        ["model.wrong-value": ["schema/properties/density"]],
        of: .model("elements/Element") { record in
            let density = try record["density"].ifPresent?.number()
            return ["density": density == 0 ? nil : density]
        })
}
