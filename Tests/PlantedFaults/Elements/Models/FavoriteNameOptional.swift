import Testing

@testable import ExampleClients

@Test("a name that is always there may be missing") func favoriteNameOptional() async {
    await expect(
        ["model.false-accept": ["schema/required", "schema/properties/elementName/type"]],
        of: .model("elements/Favorite") { record in
            ["elementName": try record["elementName"].ifPresent?.string()]
        })
}
