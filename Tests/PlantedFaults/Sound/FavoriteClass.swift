import ContractChecking
import Testing

/// A model that is a class, with keys of its own and a property that is computed.
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
