import Testing

@testable import ExampleClients

@Test("who marked it has a default") func favoriteOfNobody() async {
    await expect(
        ["model.false-accept": ["schema/required", "schema/properties/favoritedBy/type"]],
        of: .model("elements/Favorite") { record in
            ["favoritedBy": record.members["favoritedBy"] as? String ?? "anonymous"]
        })
}
