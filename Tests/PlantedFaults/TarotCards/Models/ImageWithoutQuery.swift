import ContractChecking
import Foundation

@testable import ExampleClients

/// The query of an address is cut off.
private struct ImageWithoutQuery {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = try record["title"].string()
            let address = try record["image"].webAddress().absoluteString
            guard let plain = URL(string: String(address.prefix { $0 != "?" })) else { return nil }
            imageAddress = plain
            description = try record["description"].string()
        } catch {
            return nil
        }
    }
}

let imageWithoutQuery = Plant(
    "the query of an address is cut off", in: "tarot-cards", Model("TarotCard", ImageWithoutQuery.init(json:)),
    finds: [
        "model.wrong-value": ["properties/imageAddress"]
    ])
