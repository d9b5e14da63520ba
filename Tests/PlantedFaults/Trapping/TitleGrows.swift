import ContractChecking
import Foundation

@testable import ExampleClients

/// Blanks are added until a title has a width that an empty one never has.
private struct TitleGrows {
    let title: String
    let imageAddress: URL
    let description: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            let text = try record["title"].string()
            var blanks: [UInt8] = []
            while Double(blanks.count) * Double(text.utf8.count) < 80 {
                blanks += [UInt8](repeating: 0x20, count: 1 << 22)
            }
            title = text
            imageAddress = try record["image"].webAddress()
            description = try record["description"].string()
        } catch {
            return nil
        }
    }
}

let titleGrows = Plant(
    "blanks are added until a title has a width that an empty one never has", in: "tarot-cards",
    Model("TarotCard", TitleGrows.init(json:)),
    finds: [
        "model.trap": ["schema/properties/title"]
    ])
