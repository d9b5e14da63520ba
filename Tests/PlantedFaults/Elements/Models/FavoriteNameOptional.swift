import ContractChecking

@testable import ExampleClients

/// A name that is always there may be missing.
private struct FavoriteNameOptional {
    let id: String
    let favoritedBy: String
    let elementName: String?
    let elementSymbol: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            id = try record["id"].string()
            favoritedBy = try record["favoritedBy"].string()
            elementName = try record["elementName"].ifPresent?.string()
            elementSymbol = try record["elementSymbol"].string()
        } catch {
            return nil
        }
    }
}

let favoriteNameOptional = Plant(
    "a name that is always there may be missing", in: "elements", Model("Favorite", FavoriteNameOptional.init(json:)),
    finds: [
        "model.false-accept": ["schema/required", "schema/properties/elementName/type"]
    ])
