import Testing

@Test("a property of the contract is not read at all") func phaseNeverRead() async {
    await expect(
        [
            "model.unread": ["properties/phase"],
            "model.false-accept": ["schema/required", "schema/properties/phase/type"],
        ],
        of: .model("elements/Element") {
            _ in ["phase": Variant.Removed()]
        })
}
