import Testing

@testable import ExampleClients

@Test("a null melting point passes for a present one, and is refused") func meltPresenceTest() async {
    await expect(
        ["model.false-reject": ["schema/properties/melt"]],
        of: .model("elements/Element") { record in
            ["melt": record.members["melt"] != nil ? try record["melt"].number() : nil]
        })
}
