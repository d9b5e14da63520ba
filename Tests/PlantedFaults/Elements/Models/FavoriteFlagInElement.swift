import Testing

@Test("a property has nothing to do with the contract") func favoriteFlagInElement() async {
    await expect(
        ["model.unmapped": ["properties"]],
        of: .model("elements/Element") {
            _ in ["isFavorite": false]
        })
}
