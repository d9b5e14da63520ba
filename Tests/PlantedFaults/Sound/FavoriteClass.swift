import ContractChecking
import Testing

/// A class with custom keys and a computed property.
private final class FavoriteClass: Decodable, Sendable {
    let id: String
    let favoritedBy: String
    let elementName: String
    let elementSymbol: String

    var title: String { "\(elementName) (\(elementSymbol))" }

    private enum CodingKeys: String, CodingKey {
        case elementSymbol, elementName, favoritedBy
        case id = "id"
    }
}

@Test("a class that is decoded") func favoriteClass() async {
    await expectNothing(of: .model(Model("Favorite", decoding: FavoriteClass.self), in: "elements"))
}
