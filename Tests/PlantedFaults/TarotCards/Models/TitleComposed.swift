import ContractChecking
import Foundation

@testable import ExampleClients

/// A title is normalised.
private struct TitleComposed {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = try record["title"].string().precomposedStringWithCanonicalMapping
            imageAddress = try record["image"].webAddress()
            description = try record["description"].string()
        } catch {
            return nil
        }
    }
}

let titleComposed = Plant(
    "a title is normalised", in: "tarot-cards", Model("TarotCard", TitleComposed.init(json:)),
    finds: [
        "model.wrong-value": ["properties/title"]
    ])
