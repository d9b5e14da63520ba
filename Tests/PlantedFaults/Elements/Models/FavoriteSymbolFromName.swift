import Testing

@testable import ExampleClients

@Test("the symbol is read under the key of the name") func favoriteSymbolFromName() async {
    await expect(
        [
            "model.wrong-value": ["schema/properties/elementSymbol"],
            "model.false-accept": ["schema/required", "schema/properties/elementSymbol/type"],
        ],
        of: .model("elements/Favorite") { record in
            ["elementSymbol": try record["elementName"].string()]
        })
}
