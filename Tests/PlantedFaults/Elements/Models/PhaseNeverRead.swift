import Testing

@Test("a property of the contract is not read at all") func phaseNeverRead() async {
    await expect(
        ["model.unread": ["schema/properties/phase"]],
        of: .model("elements/Element") {
            _ in ["phase": Variant.Removed()]
        })
}
