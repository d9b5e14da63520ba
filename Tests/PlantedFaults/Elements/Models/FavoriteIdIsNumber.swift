import Testing

@testable import ExampleClients

@Test("an identifier that looks like a number is taken for one") func favoriteIdIsNumber() async {
    await expect(
        ["model.false-reject": ["schema/properties/id"], "model.false-accept": ["schema/properties/id/type"]],
        of: .model("elements/Favorite") { record in
            ["id": try record["id"].integer()]
        })
}
