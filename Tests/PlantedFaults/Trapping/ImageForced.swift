import ContractChecking
import Foundation

@testable import ExampleClients

/// An address is unwrapped by force.
private struct ImageForced {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = try record["title"].string()
            // swift-format-ignore: NeverForceUnwrap
            imageAddress = URL(string: try record["image"].string())!
            description = try record["description"].string()
        } catch {
            return nil
        }
    }
}

let imageForced = Plant(
    "an address is unwrapped by force", in: "tarot-cards", Model("TarotCard", ImageForced.init(json:)),
    finds: [
        "model.trap": ["schema/properties/image"],
        "model.false-accept": ["schema/properties/image/pattern"],
    ])
