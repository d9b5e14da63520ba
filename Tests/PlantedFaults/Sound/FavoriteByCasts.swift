import ContractChecking
import Testing

/// A model read with conditional casts only, which never bridge a string.
private struct FavoriteByCasts {
    var id, favoritedBy, elementName, elementSymbol: String

    static func read(_ json: [String: Any]) -> FavoriteByCasts? {
        switch (json["id"], json["favoritedBy"], json["elementName"], json["elementSymbol"]) {
        case (let id as String, let user as String, let name as String, let symbol as String):
            FavoriteByCasts(id: id, favoritedBy: user, elementName: name, elementSymbol: symbol)
        default: nil
        }
    }
}

@Test("a function that casts four values at once") func favoriteByCasts() async {
    await expectNothing(of: .model(Model("Favorite", FavoriteByCasts.read), in: "elements"))
}
