import ContractChecking
import Foundation

@testable import ExampleClients

/// Blanks around a text are lost.
private struct DescriptionTrimmed {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = try record["title"].string()
            imageAddress = try record["image"].webAddress()
            description = try record["description"].string().trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            return nil
        }
    }
}

let descriptionTrimmed = Plant(
    "blanks around a text are lost", in: "tarot-cards", Model("TarotCard", DescriptionTrimmed.init(json:)),
    finds: [
        "model.wrong-value": ["properties/description"]
    ])
