import Testing

@testable import ExampleClients

@Test("the fraction of a melting point is cut off") func meltIsTruncated() async {
    await expect(
        ["model.wrong-value": ["schema/properties/melt"]],
        of: .model("elements/Element") { record in
            ["melt": try record["melt"].ifPresent?.number().rounded(.towardZero)]
        })
}
