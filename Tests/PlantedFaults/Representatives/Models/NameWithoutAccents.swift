import ContractChecking
import Foundation

@testable import ExampleClients

/// A name loses its accents.
private struct NameWithoutAccents {
    let name: String
    let party: String
    let state: String
    let district: String
    let phone: String
    let office: String
    let link: String

    init?(json: [String: Any]) {
        do {
            let record = JSONRecord(json)
            name = try record["name"].string().folding(options: .diacriticInsensitive, locale: nil)
            party = try record["party"].string()
            state = try record["state"].string()
            district = try record["district"].string()
            phone = try record["phone"].string()
            office = try record["office"].string()
            link = try record["link"].string()
        } catch {
            return nil
        }
    }
}

let nameWithoutAccents = Plant(
    "a name loses its accents", in: "representatives", Model("Representative", NameWithoutAccents.init(json:)),
    finds: [
        "model.wrong-value": ["properties/name"]
    ])
