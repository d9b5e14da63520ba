import ContractChecking
import Foundation

@testable import ExampleClients

/// An empty title is refused.
private struct EmptyTitleRefused {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = try record["title"].nonEmptyString()
            imageAddress = try record["image"].webAddress()
            description = try record["description"].string()
        } catch {
            return nil
        }
    }
}

let emptyTitleRefused = Plant(
    "an empty title is refused", in: "tarot-cards", Model("TarotCard", EmptyTitleRefused.init(json:)),
    finds: [
        "model.false-reject": ["schema/properties/title"]
    ])
