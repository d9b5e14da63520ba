import Testing

@testable import ExampleClients

@Test("a melting point is taken for a whole number, and others are refused") func meltIsWhole() async {
    await expect(
        ["model.false-reject": ["schema/properties/melt"]],
        of: .model("elements/Element") { record in
            ["melt": try record["melt"].ifPresent?.integer()]
        })
}
