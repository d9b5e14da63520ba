import ContractChecking
import Foundation

@testable import ExampleClients

/// Letters beyond ASCII are dropped.
private struct TitleIsASCII {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = String((try record["title"].string()).filter(\.isASCII))
            imageAddress = try record["image"].webAddress()
            description = try record["description"].string()
        } catch {
            return nil
        }
    }
}

let titleIsASCII = Plant(
    "letters beyond ASCII are dropped", in: "tarot-cards", Model("TarotCard", TitleIsASCII.init(json:)),
    finds: [
        "model.wrong-value": ["properties/title"]
    ])
