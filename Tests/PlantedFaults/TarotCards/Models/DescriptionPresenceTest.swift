import ContractChecking
import Foundation

@testable import ExampleClients

/// Null passes the test for a text.
private struct DescriptionPresenceTest {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = try record["title"].string()
            imageAddress = try record["image"].webAddress()
            guard json["description"] != nil else { return nil }
            description = json["description"] as? String ?? ""
        } catch {
            return nil
        }
    }
}

let descriptionPresenceTest = Plant(
    "null passes the test for a text", in: "tarot-cards", Model("TarotCard", DescriptionPresenceTest.init(json:)),
    finds: [
        "model.false-accept": ["schema/properties/description/type"]
    ])
