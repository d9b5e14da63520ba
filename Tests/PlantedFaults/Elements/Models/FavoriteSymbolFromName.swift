import ContractChecking

@testable import ExampleClients

/// The symbol is read under the key of the name.
private struct FavoriteSymbolFromName {
    let id: String
    let favoritedBy: String
    let elementName: String
    let elementSymbol: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            id = try record["id"].string()
            favoritedBy = try record["favoritedBy"].string()
            elementName = try record["elementName"].string()
            elementSymbol = try record["elementName"].string()
        } catch {
            return nil
        }
    }
}

let favoriteSymbolFromName = Plant(
    "the symbol is read under the key of the name", in: "elements",
    Model("Favorite", FavoriteSymbolFromName.init(json:)),
    finds: [
        "model.wrong-value": ["properties/elementSymbol"],
        "model.false-accept": ["schema/required", "schema/properties/elementSymbol/type"],
    ])
