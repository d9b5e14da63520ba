import Testing

@testable import ExampleClients

@Test("two properties must fit each other") func meltsBeforeItBoils() async {
    await expect(
        ["model.false-reject": ["schema/properties/melt", "schema/properties/boil"]],
        of: .model("elements/Element") { record in
            if let melt = try record["melt"].ifPresent?.number(), let boil = try record["boil"].ifPresent?.number(),
                melt > boil
            {
                return nil
            }
            return [:]
        })
}
