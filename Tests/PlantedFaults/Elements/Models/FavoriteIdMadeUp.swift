import ContractChecking
import Foundation

@testable import ExampleClients

/// The identifier is made up for the sake of a list.
private struct FavoriteIdMadeUp {
    let id: String
    let favoritedBy: String
    let elementName: String
    let elementSymbol: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            id = UUID().uuidString
            favoritedBy = try record["favoritedBy"].string()
            elementName = try record["elementName"].string()
            elementSymbol = try record["elementSymbol"].string()
        } catch {
            return nil
        }
    }
}

let favoriteIdMadeUp = Plant(
    "the identifier is made up for the sake of a list", in: "elements", Model("Favorite", FavoriteIdMadeUp.init(json:)),
    finds: [
        "model.wrong-value": ["properties/id"],
        "model.false-accept": ["schema/required", "schema/properties/id/type"],
    ])
