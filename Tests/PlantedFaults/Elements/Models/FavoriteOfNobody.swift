import ContractChecking

@testable import ExampleClients

/// Who marked it has a default.
private struct FavoriteOfNobody {
    let id: String
    let favoritedBy: String
    let elementName: String
    let elementSymbol: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            id = try record["id"].string()
            favoritedBy = json["favoritedBy"] as? String ?? "anonymous"
            elementName = try record["elementName"].string()
            elementSymbol = try record["elementSymbol"].string()
        } catch {
            return nil
        }
    }
}

let favoriteOfNobody = Plant(
    "who marked it has a default", in: "elements", Model("Favorite", FavoriteOfNobody.init(json:)),
    finds: [
        "model.false-accept": ["schema/required", "schema/properties/favoritedBy/type"]
    ])
