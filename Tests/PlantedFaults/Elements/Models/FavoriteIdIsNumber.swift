import ContractChecking

@testable import ExampleClients

/// An identifier that looks like a number is taken for one.
private struct FavoriteIdIsNumber {
    let id: Int
    let favoritedBy: String
    let elementName: String
    let elementSymbol: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            id = try record["id"].integer()
            favoritedBy = try record["favoritedBy"].string()
            elementName = try record["elementName"].string()
            elementSymbol = try record["elementSymbol"].string()
        } catch {
            return nil
        }
    }
}

let favoriteIdIsNumber = Plant(
    "an identifier that looks like a number is taken for one", in: "elements",
    Model("Favorite", FavoriteIdIsNumber.init(json:)),
    finds: [
        "model.false-reject": ["schema"],
        "model.false-accept": ["schema/properties/id/type"],
    ])
