import ContractChecking
import Foundation

@testable import ExampleClients

/// A description is cut after 255 characters.
private struct DescriptionShortened {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = try record["title"].string()
            imageAddress = try record["image"].webAddress()
            description = String(try record["description"].string().prefix(255))
        } catch {
            return nil
        }
    }
}

let descriptionShortened = Plant(
    "a description is cut after 255 characters", in: "tarot-cards",
    Model("TarotCard", DescriptionShortened.init(json:)),
    finds: [
        "model.wrong-value": ["properties/description"]
    ])
