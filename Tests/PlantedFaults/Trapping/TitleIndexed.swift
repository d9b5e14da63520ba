import ContractChecking
import Foundation

@testable import ExampleClients

/// The first letter of no letters is taken.
private struct TitleIndexed {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            let text = try record["title"].string()
            title = String(text[text.startIndex]) + text.dropFirst()
            imageAddress = try record["image"].webAddress()
            description = try record["description"].string()
        } catch {
            return nil
        }
    }
}

let titleIndexed = Plant(
    "the first letter of no letters is taken", in: "tarot-cards", Model("TarotCard", TitleIndexed.init(json:)),
    finds: [
        "model.trap": ["schema/properties/title"]
    ])
