import ContractChecking
import Foundation

@testable import ExampleClients

/// A fallback reads a key that the contract does not have.
private struct TitleFromTitleOrName {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = json["title"] as? String ?? json["name"] as? String ?? "Unknown"
            imageAddress = try record["image"].webAddress()
            description = try record["description"].string()
        } catch {
            return nil
        }
    }
}

let titleFromTitleOrName = Plant(
    "a fallback reads a key that the contract does not have", in: "tarot-cards",
    Model("TarotCard", TitleFromTitleOrName.init(json:)),
    finds: [
        "model.false-accept": ["schema/required", "schema/properties/title/type"]
    ])
