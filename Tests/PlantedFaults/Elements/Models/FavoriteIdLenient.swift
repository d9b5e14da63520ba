import ContractChecking
import Foundation

@testable import ExampleClients

/// An identifier may be a number.
private struct FavoriteIdLenient {
    let id: String
    let favoritedBy: String
    let elementName: String
    let elementSymbol: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            id = try (json["id"] as? NSNumber)?.stringValue ?? record["id"].string()
            favoritedBy = try record["favoritedBy"].string()
            elementName = try record["elementName"].string()
            elementSymbol = try record["elementSymbol"].string()
        } catch {
            return nil
        }
    }
}

let favoriteIdLenient = Plant(
    "an identifier may be a number", in: "elements", Model("Favorite", FavoriteIdLenient.init(json:)),
    finds: [
        "model.false-accept": ["schema/properties/id/type"]
    ])
