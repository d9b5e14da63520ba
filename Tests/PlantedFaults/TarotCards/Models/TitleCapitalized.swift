import ContractChecking
import Foundation

@testable import ExampleClients

/// A title is written in another case.
private struct TitleCapitalized {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = try record["title"].string().capitalized
            imageAddress = try record["image"].webAddress()
            description = try record["description"].string()
        } catch {
            return nil
        }
    }
}

let titleCapitalized = Plant(
    "a title is written in another case", in: "tarot-cards", Model("TarotCard", TitleCapitalized.init(json:)),
    finds: [
        "model.wrong-value": ["properties/title"]
    ])
