import ContractChecking
import Foundation

@testable import ExampleClients

/// The scheme of an address is changed.
private struct ImageMadeSecure {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = try record["title"].string()
            let address = try record["image"].webAddress()
            guard let secure = URL(string: address.absoluteString.replacingOccurrences(of: "http:", with: "https:"))
            else {
                return nil
            }
            imageAddress = secure
            description = try record["description"].string()
        } catch {
            return nil
        }
    }
}

let imageMadeSecure = Plant(
    "the scheme of an address is changed", in: "tarot-cards", Model("TarotCard", ImageMadeSecure.init(json:)),
    finds: [
        "model.wrong-value": ["properties/imageAddress"]
    ])
