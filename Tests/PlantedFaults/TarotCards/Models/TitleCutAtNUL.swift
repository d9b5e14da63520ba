import ContractChecking
import Foundation

@testable import ExampleClients

/// A title passes through a text of C.
private struct TitleCutAtNUL {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            title = (try record["title"].string()).withCString { String(cString: $0) }
            imageAddress = try record["image"].webAddress()
            description = try record["description"].string()
        } catch {
            return nil
        }
    }
}

let titleCutAtNUL = Plant(
    "a title passes through a text of C", in: "tarot-cards", Model("TarotCard", TitleCutAtNUL.init(json:)),
    finds: [
        "model.wrong-value": ["properties/title"]
    ])
