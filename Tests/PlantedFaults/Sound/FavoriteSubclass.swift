import ContractChecking
import Testing

/// A base class with an identifier, as in many apps.
private class StoredRecord {
    let id: String

    init?(json: [String: Any]) {
        guard let id = json["id"] as? String else { return nil }
        self.id = id
    }
}

/// A model with properties in two classes.
private final class FavoriteSubclass: StoredRecord {
    let favoritedBy: String
    let elementName: String
    let elementSymbol: String

    override init?(json: [String: Any]) {
        guard let favoritedBy = json["favoritedBy"] as? String, let elementName = json["elementName"] as? String,
            let elementSymbol = json["elementSymbol"] as? String
        else { return nil }
        self.favoritedBy = favoritedBy
        self.elementName = elementName
        self.elementSymbol = elementSymbol
        super.init(json: json)
    }
}

@Test("a class that inherits a property") func favoriteSubclass() async {
    await expectNothing(of: .model(Model("Favorite", FavoriteSubclass.init(json:)), in: "elements"))
}
