import Testing

@testable import ExampleClients

@Test("a key is looked at and not kept") func phaseHasNoProperty() async {
    await expect(
        ["model.unread": ["schema/properties/phase"]],
        of: .model("elements/Element") { record in
            let _ = try record["phase"].string()
            return ["phase": Variant.Removed()]
        })
}
