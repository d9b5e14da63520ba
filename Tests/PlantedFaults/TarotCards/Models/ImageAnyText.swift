import ContractChecking
import Foundation

@testable import ExampleClients

/// Any text passes for an address.
private struct ImageAnyText {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = try record["title"].string()
            guard let address = URL(string: try record["image"].string()) else { return nil }
            imageAddress = address
            description = try record["description"].string()
        } catch {
            return nil
        }
    }
}

let imageAnyText = Plant(
    "any text passes for an address", in: "tarot-cards", Model("TarotCard", ImageAnyText.init(json:)),
    finds: [
        "model.false-accept": ["schema/properties/image/pattern"]
    ])
